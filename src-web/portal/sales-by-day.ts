import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { defaultCurrency } from '../../src-shared/currency.ts'
import { dayAt } from '../../src-shared/local-time.ts'
import type { Cents } from '../../src-shared/money.ts'

/** Sales of one day. `open` is the amount that no settlement has closed yet. */
export interface DaySales {
  /** For example 2026-01-31. */
  readonly day: string
  readonly settled: Cents
  readonly open: Cents
}

export interface SalesByDay {
  readonly currency: string
  /** Each of the last days, oldest first, including days without a sale. */
  readonly days: readonly DaySales[]
}

type Closed = Pick<Settlement, 'day' | 'cutoff_at' | 'currency' | 'amount_captured' | 'status'>
type Open = Pick<PaymentIntent, 'created_at' | 'currency' | 'amount_captured'>

/**
 * Sales by day: settled sales under the day of their settlement, unsettled ones under the day of the sale. Only in the
 * most frequent currency: amounts of two currencies cannot be added.
 */
export function salesByDay(
  settlements: readonly Closed[],
  unsettled: readonly Open[],
  { now, days, timezone }: { readonly now: number; readonly days: number; readonly timezone: string },
): SalesByDay {
  const closed = settlements.filter(({ status }) => status === 'closed')
  const currency = mostUsed([...closed, ...unsettled].map((one) => one.currency))
  const sums = new Map<string, { settled: Cents; open: Cents }>()
  for (const day of lastDays(now, days, timezone)) sums.set(day, { settled: 0, open: 0 })
  for (const one of closed.filter((each) => each.currency === currency)) {
    const sum = sums.get(one.day ?? dayAt(one.cutoff_at, timezone))
    if (sum !== undefined) sum.settled += one.amount_captured
  }
  for (const one of unsettled.filter((each) => each.currency === currency)) {
    const sum = sums.get(dayAt(one.created_at, timezone))
    if (sum !== undefined) sum.open += one.amount_captured
  }
  return { currency, days: [...sums].map(([day, sum]) => ({ day, ...sum })) }
}

function mostUsed(currencies: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const one of currencies) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? defaultCurrency
}

/** Counts calendar days: a day of 23 or 25 hours is one day. */
function lastDays(now: number, count: number, timezone: string): readonly string[] {
  const today = Date.parse(`${dayAt(now, timezone)}T12:00:00Z`)
  return Array.from({ length: count }, (_, index) => dayAt(today - (count - 1 - index) * 86_400_000, 'UTC'))
}

/** Rounds up to the top of the chart's scale, so that its lines are easy to read. In cents. */
export function scaleTop(highest: Cents): Cents {
  if (highest <= 0) return 10_000
  const power = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((top) => top >= highest) ?? highest
}
