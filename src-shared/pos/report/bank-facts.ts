import type { Fee } from '../../api/schemas/fee.ts'
import type { Payment } from '../../api/schemas/payment.ts'
import type { Settlement, UnmatchedItem } from '../../api/schemas/settlement.ts'
import { netOf, takenBackIn } from '../../payments/settlement-sums.ts'
import { takenBackOf } from '../../payments/taken-back.ts'
import { takenByBank } from '../../payments/taken-by-bank.ts'
import { businessDayOf, type ShopClock } from './business-day.ts'

/** The service's data on the shop's money after payment. A list is null if the service does not have it. In cents. */
export interface BankFacts {
  readonly disputes: readonly Dispute[] | null
  readonly payouts: readonly Payout[] | null
  readonly unmatched: readonly Unmatched[]
  /** Null if the service does not report them. */
  readonly fees: readonly FeeDay[] | null
}

/** `unknown`: a state that this version does not know. */
export type DisputeState = 'inquiry' | 'open' | 'won' | 'lost' | 'unknown'

export interface Dispute {
  readonly intent_id: string
  readonly payment_id: string
  readonly state: DisputeState
  /** The amount that the customer's bank took. */
  readonly taken: number
  readonly paid: number
  /** The bank's deadline for an answer, ISO 8601; null if it gives none. */
  readonly respond_by: string | null
  readonly created_at: string
  readonly brand: string
  readonly last_four: string
}

export interface Payout {
  readonly id: string
  /** The business day that it closes, or the day it was made. */
  readonly day: string
  readonly is_closed: boolean
  readonly captured: number
  readonly refunded: number
  /** By disputes and reversals. Negative: more was returned. */
  readonly taken_back: number
  readonly fees: number
  readonly splits: number
  /** What is paid out: captured less all others. Negative: the shop owes it. */
  readonly paid_out: number
}

export interface Unmatched {
  readonly type: UnmatchedItem['type']
  readonly id: string
  readonly amount: number
  readonly reference: string | null
}

export interface FeeDay {
  readonly day: string
  readonly total: number
  readonly fees: readonly {
    readonly id: string
    readonly type: string
    /** Negative: a refunded fee. */
    readonly amount: number
    /** The payment that it is for; null if there is none. */
    readonly payment_id: string | null
  }[]
}

const states: readonly string[] = ['inquiry', 'open', 'won', 'lost'] satisfies readonly DisputeState[]

export function disputeOf(payment: Payment): Dispute {
  const { dispute_status: state, dispute_respond_by: respond_by } = payment.gateway_response
  const card = payment.payment_method?.card
  return {
    intent_id: payment.payment_intent_id,
    payment_id: payment.id,
    state: typeof state === 'string' && states.includes(state) ? (state as DisputeState) : 'unknown',
    taken: takenByBank(payment).dispute,
    paid: payment.amount_captured,
    respond_by: typeof respond_by === 'string' ? respond_by : null,
    created_at: payment.created_at,
    brand: card?.brand ?? '',
    last_four: card?.last_four_digits ?? '',
  }
}

const isUndecided = ({ state }: Dispute): boolean => state !== 'won' && state !== 'lost'

/** Undecided disputes first, by deadline; decided ones last. */
export const dueFirst = (disputes: readonly Dispute[]): Dispute[] =>
  [...disputes].sort(
    (one, other) =>
      Number(isUndecided(other)) - Number(isUndecided(one)) ||
      (one.respond_by ?? '9').localeCompare(other.respond_by ?? '9') ||
      other.created_at.localeCompare(one.created_at),
  )

export function payoutOf(settlement: Settlement): Payout {
  const { amount_captured, amount_refunded, amount_fees, amount_splits } = settlement
  return {
    id: settlement.id,
    day: settlement.day ?? settlement.created_at.slice(0, 10),
    is_closed: settlement.status === 'closed',
    captured: amount_captured,
    refunded: amount_refunded,
    taken_back: takenBackIn(settlement),
    fees: amount_fees,
    splits: amount_splits,
    paid_out: netOf(settlement),
  }
}

/** Newest day first. Money that banks took back by disputes and reversals is not a fee. */
export function feesByDay(fees: readonly Fee[], clock: ShopClock): FeeDay[] {
  const days = new Map<string, FeeDay['fees']>()
  for (const fee of fees) {
    if (takenBackOf(fee) !== null) continue
    const { id, fee_type: type, amount, is_refund, source_type, source_id, created_at } = fee
    const day = businessDayOf(Date.parse(created_at), clock)
    const payment_id = source_type === 'payment' ? source_id : null
    days.set(day, [...(days.get(day) ?? []), { id, type, amount: is_refund ? -amount : amount, payment_id }])
  }
  return [...days]
    .map(([day, of]) => ({ day, total: of.reduce((sum, { amount }) => sum + amount, 0), fees: of }))
    .sort((one, other) => other.day.localeCompare(one.day))
}
