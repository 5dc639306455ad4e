import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/action-button.tsx'
import { goToSales, usePlaceStore } from '../stores/place-store.ts'
import { isAtRest, useSnapshot } from '../stores/snapshot-store.ts'
import style from './parked-bar.module.css'
import { UnreadableLine } from './unreadable-line.tsx'

/** What goes back to customers and is not done, above every screen but its own and those of a sale. */
export function ReturnsBar() {
  const { t } = useTranslation()
  const returns = useSnapshot((snapshot) => snapshot.returns)
  const atRest = useSnapshot(isAtRest)
  const place = usePlaceStore((store) => store.place)
  const unreadable = useSnapshot((snapshot) => snapshot.unreadable_returns)
  const open = returns.filter(({ status }) => status === 'open')
  const shown = place === 'sales' ? [] : open
  if (!atRest || (shown.length === 0 && unreadable === 0)) return null
  return (
    <ul className={style.bar}>
      {unreadable > 0 && (
        <UnreadableLine
          text={t('sales.unreadable', { lines: unreadable })}
          command="returns.acknowledge_unreadable"
        />
      )}
      {shown.map(({ id, number }) => (
        <li key={id} className={style.line}>
          <IconArrowBackUp size={26} aria-hidden />
          <span className={style.words}>{t('sales.open', { number })}</span>
          <ActionButton label={t('sales.show')} onPress={() => goToSales(number)} />
        </li>
      ))}
    </ul>
  )
}
