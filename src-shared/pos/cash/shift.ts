import type { Cents } from '../../money.ts'
import { assertNever } from '../../result.ts'
import type { CashEntry, Counted } from './cash-entry.ts'
import type { Shift } from './shift-schema.ts'

export const emptyShift: Shift = {
  opened_at: null,
  float: 0,
  sales: 0,
  returned: 0,
  refunds: 0,
  paid_in: 0,
  drops: 0,
  payouts: 0,
  no_sales: 0,
  entries: 0,
}

/** The amount that must be in the drawer, in cents; negative if more was taken out than the ledger has. */
export const expectedIn = (shift: Shift): Cents =>
  shift.float + shift.sales + shift.paid_in - shift.returned - shift.refunds - shift.drops - shift.payouts

/** The shift after an entry; a count ends it. */
export function withEntry(before: Shift, entry: CashEntry): Shift {
  const shift = { ...before, entries: before.entries + 1 }
  switch (entry.kind) {
    case 'opened':
      return { ...shift, opened_at: entry.at, float: entry.amount }
    case 'sale':
      return { ...shift, sales: shift.sales + entry.amount }
    case 'returned':
      return { ...shift, returned: shift.returned + entry.amount }
    case 'refund':
      return { ...shift, refunds: shift.refunds + entry.amount }
    case 'paid_in':
      return { ...shift, paid_in: shift.paid_in + entry.amount }
    case 'drop':
      return { ...shift, drops: shift.drops + entry.amount }
    case 'payout':
      return { ...shift, payouts: shift.payouts + entry.amount }
    case 'no_sale':
      return { ...shift, no_sales: shift.no_sales + 1 }
    case 'closed':
      return emptyShift
    default:
      return assertNever(entry)
  }
}

export const countedTotal = (counted: readonly Counted[]): Cents =>
  counted.reduce((sum, { value, count }) => sum + value * count, 0)

/** Notes and coins of a currency, largest first, in cents. */
export const denominations = (currency: string): readonly Cents[] =>
  currency === 'CAD'
    ? [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 25, 10, 5]
    : [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1]
