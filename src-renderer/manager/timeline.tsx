import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { cardName } from '../cashier/card-name.ts'
import { declineReason } from '../cashier/decline-words.ts'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { type TimelineEvent, timelineOf } from './payment-events.ts'
import style from './timeline.module.css'

/** Every attempt, capture and refund, newest first. */
export function Timeline({ history }: { readonly history: PaymentHistory }) {
  return (
    <ol className={style.timeline}>
      {timelineOf(history).map((event) => (
        <Event key={event.id} event={event} />
      ))}
    </ol>
  )
}

function Event({ event }: { readonly event: TimelineEvent }) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const dates = useDates()
  return (
    <li className={`${style.event} ${style[event.tone]}`}>
      <span className={style.mark} aria-hidden />
      <div className={style.words}>
        <p className={style.what}>
          {t(`timeline.${event.kind}`)}
          {event.amount !== null && <span className={style.amount}> {money(event.amount)}</span>}
        </p>
        {event.attempt !== null && <Attempt payment={event.attempt} />}
        <p className={style.when}>{dates.moment(event.at)}</p>
      </div>
    </li>
  )
}

/** The card, how it was read, and why it was declined. */
function Attempt({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('staff')
  const { t: counter } = useTranslation()
  const card = payment.payment_method?.card ?? null
  const parts = [
    card === null ? '' : cardName(card.brand, card.last_four_digits),
    payment.entry_mode === null ? '' : t(`entry.${payment.entry_mode}`),
    payment.auth_code === null ? '' : t('timeline.authorization', { code: payment.auth_code }),
  ].filter((part) => part !== '')
  const declined = payment.status === 'failed' || payment.status === 'rejected'
  return (
    <>
      {declined && (
        <p>
          {counter(`decline.${declineReason(payment.decline_category ?? payment.failure_code ?? '')}.why`)}
        </p>
      )}
      {parts.length > 0 && <p className={style.card}>{parts.join(' · ')}</p>}
    </>
  )
}
