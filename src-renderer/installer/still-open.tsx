import { tabName } from '../../src-shared/pos/bill/tab-facts.ts'
import { Notice } from '../components/notice.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './computer-page.module.css'

/** Unfinished work at this counter, which cannot be finished here once a backup replaces the counter's data. */
export function StillOpen() {
  const { t } = useTranslation('setup')
  const money = useMoney()
  const { tabs, links, aside, parked, returns, selling } = useSnapshot((snapshot) => snapshot)
  const unpaid = links.filter(
    ({ state, bill }) => bill === null && (state === 'open' || state === 'creating'),
  )
  const goingBack = returns.filter(({ status }) => status === 'open')
  const open = [
    ...(tabs.length > 0
      ? [t('backup.stillOpen.tabs', { count: tabs.length, names: tabs.map(tabName).join(', ') })]
      : []),
    ...(unpaid.length > 0
      ? [
          t('backup.stillOpen.links', {
            count: unpaid.length,
            names: unpaid.map(({ amount }) => money(amount)).join(', '),
          }),
        ]
      : []),
    ...(aside.length > 0
      ? [
          t('backup.stillOpen.aside', {
            count: aside.length,
            names: aside.map(({ number }) => number).join(', '),
          }),
        ]
      : []),
    ...(parked.length > 0 ? [t('backup.stillOpen.parked', { count: parked.length })] : []),
    ...(goingBack.length > 0 ? [t('backup.stillOpen.returns', { count: goingBack.length })] : []),
    ...(selling.held > 0 ? [t('backup.stillOpen.held', { count: selling.held })] : []),
  ]
  return (
    open.length > 0 && (
      <Notice tone="bad" title={t('backup.stillOpen.title')} text={t('backup.stillOpen.text')}>
        <ul className={style.problems}>
          {open.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Notice>
    )
  )
}
