import { IconAlertTriangle, IconHourglass, IconNotes } from '@tabler/icons-react'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import { endsSoon, holdEndsAt, tabName } from '../../src-shared/pos/bill/tab-facts.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useSeconds } from '../components/use-seconds.ts'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from '../shell/bars/bar.module.css'
import { openDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { showTab } from './tab-store.ts'

/** The number of open tabs, and each tab whose hold ends soon or has ended. */
export function TabsBar() {
  const { t } = useTranslation('tabs')
  const tabs = useSnapshot((snapshot) => snapshot.tabs)
  const now = useSeconds()
  return (
    <ul className={style.bar} aria-label={t('title')}>
      <li className={style.line} data-tabs={tabs.length}>
        <IconNotes size={26} aria-hidden />
        <span className={style.words}>{t('count', { count: tabs.length })}</span>
        <ActionButton label={t('title')} onPress={() => openDialog('tabs')} />
      </li>
      {tabs.map((tab) => (
        <Warning key={tab.sale.id} tab={tab} now={now} />
      ))}
    </ul>
  )
}

function Warning({ tab, now }: { readonly tab: Tab; readonly now: number }) {
  const { t } = useTranslation('tabs')
  const dates = useDates()
  const name = tabName(tab)
  const { status } = tab
  const warning = status === 'ended' || status === 'captured' ? status : endsSoon(tab, now) ? 'soon' : null
  if (warning === null) return null
  const Icon = warning === 'soon' ? IconHourglass : IconAlertTriangle
  const time = dates.moment(new Date(holdEndsAt(tab)).toISOString())
  return (
    <li className={style.line} data-tab={warning}>
      <Icon size={26} aria-hidden />
      <span className={style.words} role="status">
        {t(`bar.${warning}`, { name, time })}
      </span>
      <ActionButton label={t('show', { name })} onPress={() => showTab(tab.sale.id)} />
    </li>
  )
}
