import type { Settlement } from '../api/schemas/settlement.ts'

/** What customers' banks took back by disputes and reversals, less what they returned. In cents. */
export const takenBackIn = (one: Pick<Settlement, 'amount_disputed' | 'amount_reversed'>): number =>
  (one.amount_disputed ?? 0) + (one.amount_reversed ?? 0)

type Sums = Pick<
  Settlement,
  | 'amount_captured'
  | 'amount_refunded'
  | 'amount_disputed'
  | 'amount_reversed'
  | 'amount_fees'
  | 'amount_splits'
>

/** The net amount of a day: sales, less refunds, amounts taken back by banks, fees and contractors' shares. */
export const netOf = (one: Sums): number =>
  one.amount_captured - one.amount_refunded - takenBackIn(one) - one.amount_fees - one.amount_splits
