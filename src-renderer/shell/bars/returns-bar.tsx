import { IconArrowBackUp, IconArrowsExchange } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { Return } from '../../../src-shared/pos/returns/return.ts'
import { isChoosing, waitingExchange, worthOf } from '../../../src-shared/pos/returns/waiting-exchange.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { goToSales, usePlaceStore } from '../../stores/place-store.ts'
import { isAtRest, useSnapshot } from '../../stores/snapshot-store.ts'
import style from './bar.module.css'
import { UnreadableLine } from './unreadable-line.tsx'

/** Unfinished returns, above every screen except their own and during a sale. */
export function ReturnsBar() {
  const { t } = useTranslation()
  const returns = useSnapshot((snapshot) => snapshot.returns)
  const exchange = useSnapshot(waitingExchange)
  const atRest = useSnapshot(isAtRest)
  const place = usePlaceStore((store) => store.place)
  const unreadable = useSnapshot((snapshot) => snapshot.unreadable_returns)
  // An exchange that belongs to a bill waiting for its payer does not concern the next customer.
  const open = returns.filter((one) => one.status === 'open' && !isChoosing(one))
  const shown = place === 'sales' ? [] : open
  const isRingingUp = place === 'counter' && exchange !== null
  if (!atRest || (shown.length === 0 && unreadable === 0 && !isRingingUp)) return null
  return (
    <ul className={style.bar}>
      {unreadable > 0 && (
        <UnreadableLine
          text={t('sales.unreadable', { lines: unreadable })}
          command="returns.acknowledge_unreadable"
        />
      )}
      {isRingingUp && <ExchangeLine one={exchange} />}
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

const narrow = window.matchMedia('(max-width: 559.98px)')
const isNarrow = () => narrow.matches
function onNarrow(changed: () => void) {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** The returned goods of an exchange, until the new ones are charged. One line where more would hide the amount. */
function ExchangeLine({ one }: { readonly one: Return }) {
  const { t } = useTranslation()
  const money = useMoney()
  const cancelling = useRunning('returns.cancel')
  const brief = useSyncExternalStore(onNarrow, isNarrow)
  return (
    <li className={`${style.line} ${brief ? style.brief : ''}`}>
      <IconArrowsExchange size={26} aria-hidden />
      <span className={style.words} role="status">
        {t(brief ? 'exchange.ringBrief' : 'exchange.ring', {
          number: one.number,
          amount: money(worthOf(one.lines)),
        })}
      </span>
      <ActionButton
        kind="quiet"
        label={t(brief ? 'exchange.cancelBrief' : 'exchange.cancel')}
        disabled={cancelling}
        onPress={() => send('returns.cancel', { return_id: one.id })}
      />
    </li>
  )
}
