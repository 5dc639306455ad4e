import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import { takenByBank } from '../../src-shared/payments/taken-by-bank.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import type { StatusTone } from './payment-status.ts'

/** The events of a payment: keys of `timeline.*` in the language files. */
export type EventKind =
  | 'started'
  | 'paid'
  | 'authorized'
  | 'asked'
  | 'declined'
  | 'captured'
  | 'released'
  | 'voided'
  | 'cancelled'
  | 'refunded'
  | 'refunding'
  | 'refund_failed'
  | 'settled'
  | 'disputed'
  | 'reversed'

export interface TimelineEvent {
  readonly id: string
  readonly kind: EventKind
  /** ISO 8601. */
  readonly at: string
  /** In cents; null if no money moved. */
  readonly amount: Cents | null
  readonly tone: StatusTone
  /** The attempt that the event concerns: its card, how it was read, why it was declined. */
  readonly attempt: Payment | null
}

/** Returns all events, newest first, from the service's records of the intent, its payments and refunds. */
export function timelineOf({ intent, payments, refunds }: PaymentHistory): readonly TimelineEvent[] {
  const events: TimelineEvent[] = [
    {
      id: intent.id,
      kind: 'started',
      at: intent.created_at,
      amount: intent.amount,
      tone: 'calm',
      attempt: null,
    },
    ...payments.flatMap((payment) => attemptEvents(payment, intent.captured_at, intent.capture)),
    ...refunds.map((refund): TimelineEvent => {
      const kind =
        refund.status === 'succeeded'
          ? 'refunded'
          : refund.status === 'failed'
            ? 'refund_failed'
            : 'refunding'
      const tone = kind === 'refund_failed' ? 'bad' : kind === 'refunding' ? 'wait' : 'calm'
      return { id: refund.id, kind, at: refund.created_at, amount: refund.amount, tone, attempt: null }
    }),
  ]
  if (intent.cancelled_at !== null && payments.every((payment) => payment.cancelled_at === null)) {
    events.push({
      id: `${intent.id} cancelled`,
      kind: 'cancelled',
      at: intent.cancelled_at,
      amount: null,
      tone: 'calm',
      attempt: null,
    })
  }
  // For events at the same time, the later one in the sequence comes first.
  return events
    .map((event, index) => ({ event, index }))
    .sort((one, other) => other.event.at.localeCompare(one.event.at) || other.index - one.index)
    .map(({ event }) => event)
}

function attemptEvents(
  payment: Payment,
  capturedAt: string | null,
  capturesAtOnce: boolean,
): TimelineEvent[] {
  const event = (kind: EventKind, at: string, amount: Cents | null, tone: StatusTone): TimelineEvent => ({
    id: `${payment.id} ${kind}`,
    kind,
    at,
    amount,
    tone,
    attempt: ['paid', 'authorized', 'declined', 'asked'].includes(kind) ? payment : null,
  })
  const { amount_authorized: authorized, amount_captured: captured, created_at: at } = payment
  if (payment.status === 'failed' || payment.status === 'rejected') {
    return [event('declined', at, payment.amount, 'bad')]
  }
  if (payment.status === 'processing' || payment.status === 'pending') {
    return [event('asked', at, payment.amount, 'wait')]
  }
  return [
    capturesAtOnce ? event('paid', at, authorized, 'good') : event('authorized', at, authorized, 'accent'),
    ...(!capturesAtOnce && capturedAt !== null
      ? [event('captured', capturedAt, captured > 0 ? captured : authorized, 'good')]
      : []),
    ...(payment.cancelled_at === null
      ? []
      : [
          event(
            payment.status === 'voided' ? 'voided' : 'released',
            payment.cancelled_at,
            payment.amount_voided,
            'calm',
          ),
        ]),
    ...(payment.settled_at === null ? [] : [event('settled', payment.settled_at, captured, 'calm')]),
    ...(payment.disputed ? [event('disputed', payment.updated_at, takenByBank(payment).dispute, 'bad')] : []),
    ...(payment.reversed
      ? [event('reversed', payment.updated_at, takenByBank(payment).reversal, 'bad')]
      : []),
  ]
}
