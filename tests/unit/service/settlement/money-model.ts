import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'

/** What can happen to an intent and its money. Amounts are in cents; null means everything that is left. */
export type Command =
  | { readonly do: 'pay'; readonly with: 'card' | 'declined card' | 'bank' }
  | { readonly do: 'capture' | 'refund' | 'dispute' | 'reverse'; readonly amount: number | null }
  /** reject: the bank's settlement rejects the payment. The bank reports this only for captured payments. */
  | { readonly do: 'cancel' | 'reject' }
  /** A bank returns the newest settled refund. */
  | { readonly do: 'return' }
  /** The bank opens an inquiry about a payment, or decides a dispute. */
  | { readonly do: 'inquire' | 'win' | 'lose' }
  /** Closes the day; `clearing` is the banks' answer about the debits that are pending. */
  | { readonly do: 'settle'; readonly clearing: 'cleared' | 'returned' | 'pending' }

/** The money of one intent, in the simplest form. */
export interface Model {
  readonly status: PaymentIntent['status']
  readonly payment: Payment['status'] | null
  readonly amount: number
  readonly capture: boolean
  readonly authorized: number
  readonly captured: number
  readonly voided: number
  readonly dispute: 'inquiry' | 'open' | 'won' | 'lost' | null
  /** What the bank takes back by the dispute, including what was already refunded. */
  readonly disputed: number
  readonly reversed: number | null
  readonly rejected: number
  readonly settled: boolean
  readonly refunds: readonly (Pick<Refund, 'amount' | 'status'> & {
    readonly settled: boolean
    /** What the refund takes back of the contractor's share. */
    readonly taken: number
  })[]
  /** The whole payment was voided by a refund: no money was processed. */
  readonly unprocessed: boolean
}

export const unpaid = (amount: number, capture: boolean): Model => ({
  status: 'created',
  payment: null,
  amount,
  capture,
  authorized: 0,
  captured: 0,
  voided: 0,
  dispute: null,
  disputed: 0,
  reversed: null,
  rejected: 0,
  settled: false,
  refunds: [],
  unprocessed: false,
})

const standing = ({ refunds }: Model) => refunds.filter(({ status }) => status !== 'failed')
export const refundedOf = (model: Model): number =>
  standing(model).reduce((sum, { amount }) => sum + amount, 0)
/** The sum of all batches for the account, before fees: a rejected payment adds nothing, and refunds count as paid. */
export const paidOutOf = (model: Model): number =>
  model.unprocessed
    ? 0
    : (model.payment === 'rejected' ? 0 : model.captured - model.disputed - (model.reversed ?? 0)) -
      refundedOf(model)
/** What the totals show of the amounts that the bank took back: at most what was not refunded. */
export function shownOf(model: Model): { readonly disputed: number; readonly reversed: number } {
  const kept = model.captured - refundedOf(model)
  const reversed = Math.min(model.reversed ?? 0, kept)
  return { reversed, disputed: Math.min(model.disputed, kept - reversed) }
}
/** The one contractor's share of what was captured: a quarter. */
export const shareOf = (captured: number): number => Math.round(captured / 4)
/** What a refund names of that share: less than its proportion, and nothing when the refund names no amount. */
export const takenBy = (asked: number | null): number => Math.floor((asked ?? 0) / 8)
/** The contractor's sum of all batches: nothing of a rejected payment, less what refunds took back in any case. */
export const sharedOutOf = (model: Model): number =>
  model.unprocessed
    ? 0
    : (model.payment === 'rejected' ? 0 : shareOf(model.captured)) -
      standing(model).reduce((sum, { taken }) => sum + taken, 0)
function leftOf(model: Model): number {
  const { disputed, reversed } = shownOf(model)
  return model.captured - refundedOf(model) - disputed - reversed
}

type Answer = readonly [code: string, after: Model]

/** Returns the expected code and the expected state after a command. */
export function expected(model: Model, what: Command): Answer {
  const conflict: Answer = ['state_conflict', model]
  switch (what.do) {
    case 'pay':
      return model.status === 'created' ? ['ok', paid(model, what.with)] : conflict
    case 'capture': {
      if (model.status !== 'uncaptured') return conflict
      const captured = what.amount ?? model.authorized
      // Decision 9: a capture of 0 releases everything, like a cancel.
      if (captured === 0) return cancelled(model) ?? conflict
      if (captured > model.authorized) return ['parameter_invalid', model]
      const voided = model.authorized - captured
      return ['ok', { ...model, status: 'captured', payment: 'captured', captured, voided }]
    }
    case 'cancel':
      return cancelled(model) ?? conflict
    case 'refund':
      return refunded(model, what.amount)
    case 'dispute': {
      const isOver = model.dispute !== null && model.dispute !== 'inquiry'
      return takenBack(model, what.amount, isOver, (disputed) => ({ dispute: 'open', disputed }))
    }
    case 'inquire':
      return takenBack(model, null, model.dispute !== null, () => ({ dispute: 'inquiry' }))
    case 'reverse':
      return takenBack(model, what.amount, model.reversed !== null, (reversed) => ({ reversed }))
    case 'win':
    case 'lose': {
      if (model.payment === null) return ['resource_missing', model]
      if (what.do === 'win' && (model.dispute === 'inquiry' || model.dispute === 'open'))
        return ['ok', { ...model, dispute: 'won', disputed: 0 }]
      return what.do === 'lose' && model.dispute === 'open' ? ['ok', { ...model, dispute: 'lost' }] : conflict
    }
    case 'return': {
      const last = model.refunds.findIndex(isReturnable)
      if (last === -1 || model.unprocessed) return conflict
      const back = { status: 'failed', settled: false } as const
      const refunds = model.refunds.map((one, index) => (index === last ? { ...one, ...back } : one))
      return ['ok', { ...model, refunds }]
    }
    case 'reject':
      if (model.payment === 'pending') return ['ok', model]
      if (model.payment !== 'captured') return conflict
      return ['ok', { ...model, status: 'failed', payment: 'rejected', rejected: model.captured }]
    case 'settle':
      return ['ok', settled(model, what.clearing)]
  }
}

export const isReturnable = ({ status, settled }: Model['refunds'][number]): boolean =>
  status === 'succeeded' && settled

function takenBack(
  model: Model,
  asked: number | null,
  isDone: boolean,
  change: (amount: number) => Partial<Model>,
): Answer {
  if (model.payment === null) return ['resource_missing', model]
  if (model.payment !== 'captured' || isDone || model.unprocessed) return ['state_conflict', model]
  // The bank's report is a fact, even about refunded amounts; but a bank cannot take back what was never captured.
  const amount = asked ?? (leftOf(model) || model.captured)
  return amount === 0 || amount > model.captured
    ? ['parameter_invalid', model]
    : ['ok', { ...model, ...change(amount) }]
}

function paid(model: Model, how: 'card' | 'declined card' | 'bank'): Model {
  switch (how) {
    case 'declined card':
      return { ...model, payment: 'failed' }
    case 'bank':
      return { ...model, status: 'pending', payment: 'pending', authorized: model.amount }
    case 'card': {
      const status = model.capture ? 'captured' : 'uncaptured'
      const captured = model.capture ? model.amount : 0
      return { ...model, status, payment: status, authorized: model.amount, captured }
    }
  }
}

function cancelled(model: Model): Answer | null {
  const after = { ...model, status: 'cancelled', captured: 0, voided: model.authorized } as const
  if (model.status === 'created') return ['ok', after]
  if (model.status === 'uncaptured') return ['ok', { ...after, payment: 'cancelled' }]
  const untouched =
    model.refunds.length === 0 && model.disputed === 0 && model.reversed === null && !model.settled
  return model.status === 'captured' && untouched ? ['ok', { ...after, payment: 'voided' }] : null
}

function refunded(model: Model, asked: number | null): Answer {
  if (model.payment === null) return ['resource_missing', model]
  if (model.payment !== 'captured') return ['state_conflict', model]
  const left = leftOf(model)
  if (asked === 0) return ['parameter_invalid', model]
  const amount = asked ?? left
  if (amount === 0 || amount > left) return ['refund_exceeds_amount', model]
  const whole = amount === model.captured && !model.settled
  const status = whole ? 'succeeded' : 'processing'
  const refund = { amount, status, settled: false, taken: takenBy(asked) } as const
  return ['ok', { ...model, refunds: [refund, ...model.refunds], unprocessed: model.unprocessed || whole }]
}

function settled(model: Model, clearing: 'cleared' | 'returned' | 'pending'): Model {
  const refunds = model.refunds.map((refund) =>
    refund.status === 'failed' ? refund : ({ ...refund, status: 'succeeded', settled: true } as const),
  )
  if (model.status === 'captured') return { ...model, settled: true, refunds }
  if (model.payment === 'rejected' && !model.unprocessed) return { ...model, refunds }
  if (model.status !== 'pending' || clearing === 'pending') return model
  if (clearing === 'returned') {
    return { ...model, status: 'failed', payment: 'rejected', rejected: model.amount }
  }
  const captured = model.authorized
  return { ...model, status: 'captured', payment: 'captured', captured, settled: true }
}
