import { describe, expect, test } from 'vitest'
import {
  businessDay,
  dayAfter,
  type Period,
  type ShopClock,
} from '../../../../../src-shared/pos/report/business-day.ts'
import { factsIn } from '../../../../../src-shared/pos/report/facts-in.ts'
import { figuresOf } from '../../../../../src-shared/pos/report/figures.ts'
import type { Figures } from '../../../../../src-shared/pos/report/figures-schema.ts'
import { type Recount, recount } from './naive-recount.ts'
import { categories, randomWeek } from './random-week.ts'

/** A figure of the report under the name that the recount gives it; zeros are nothing. */
function tablesOf(figures: Figures): Record<string, number> {
  const rows: (readonly [string, string, number])[] = [
    ...figures.methods.flatMap((one): [string, string, number][] => [
      ['method', one.method, one.amount],
      ['method tips', one.method, one.tips],
      ['method back', one.method, one.returned],
    ]),
    ...figures.brands.flatMap((one): [string, string, number][] => [
      ['brand', one.brand, one.amount],
      ['brand back', one.brand, one.returned],
    ]),
    ...figures.hours.map((one): [string, string, number] => ['hour', String(one.hour), one.amount]),
    ...figures.items.flatMap((one): [string, string, number][] => [
      ['item', one.name, one.amount],
      ['item back', one.name, one.returned],
      ['quantity', one.name, one.name === '' ? 0 : one.quantity],
    ]),
    ...figures.categories.flatMap((one): [string, string, number][] => [
      ['category', one.category, one.amount],
      // The recount counts what was typed by its item alone.
      ...(one.category === ''
        ? []
        : [['category back', one.category, one.returned] as [string, string, number]]),
    ]),
    ...figures.taxes.flatMap((one): [string, string, number][] => [
      ['tax', one.name, one.tax],
      ['tax back', one.name, one.returned],
    ]),
    ...figures.tips.flatMap((one): [string, string, number][] => [
      ['tips', String(one.person), one.amount],
      ['tips back', String(one.person), one.returned],
    ]),
    ['cash', 'sale', figures.cash.sales],
    ['cash', 'refund', figures.cash.refunds],
    ['cash', 'drop', figures.cash.drops],
    ['cash', 'payout', figures.cash.payouts],
    ['cash', 'paid_in', figures.cash.paid_in],
  ]
  return withoutZeros(Object.fromEntries(rows.map(([table, key, cents]) => [`${table}:${key}`, cents])))
}

const sumsOf = ({ sales, returns, voids }: Figures): Record<string, number> =>
  withoutZeros({
    count: sales.count,
    gross: sales.gross,
    discounts: sales.discounts,
    net: sales.net,
    tax: sales.tax,
    tips: sales.tips,
    surcharges: sales.surcharges,
    rounding: sales.rounding,
    collected: sales.collected,
    voids: voids.amount,
    'returned net': returns.net,
    'returned tax': returns.tax,
    'returned tips': returns.tips,
    'returned surcharges': returns.surcharges,
    'given back': returns.given_back,
    unresolved: returns.unresolved,
  })

const withoutZeros = (rows: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).filter(([, cents]) => cents !== 0))

const counted = ({ sums, tables }: Recount) => ({
  sums: withoutZeros(sums),
  tables: withoutZeros(
    Object.fromEntries(Object.entries(tables).filter(([name]) => name !== 'category back:')),
  ),
})

/** Whether a moment is in a business day, found by looking at the shop's clocks once a minute. */
function dayByClock(day: string, { timeZone, dayEndsAt }: ShopClock): (ms: number) => boolean {
  const clocks = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const minute = 60_000
  const time = new Date(dayEndsAt * minute).toISOString().slice(11, 16)
  const begins = (date: string) => {
    let ms = Date.parse(date) - 15 * 60 * minute
    while (clocks.format(ms) < `${date} ${time}`) ms += minute
    return ms
  }
  const [from, to] = [begins(day), begins(dayAfter(day))]
  return (ms) => ms >= from && ms < to
}

/** The last week of summer time, and the first of it: 25 and 23 hours are in one of its days. */
const weeks: readonly { readonly name: string; readonly first: string; readonly clock: ShopClock }[] = [
  {
    name: 'Los Angeles, as summer time ends',
    first: '2026-10-29',
    clock: { timeZone: 'America/Los_Angeles', dayEndsAt: 120 },
  },
  {
    name: 'Los Angeles, as summer time begins',
    first: '2026-03-05',
    clock: { timeZone: 'America/Los_Angeles', dayEndsAt: 150 },
  },
  {
    name: 'Berlin, as summer time ends',
    first: '2026-10-22',
    clock: { timeZone: 'Europe/Berlin', dayEndsAt: 0 },
  },
]

describe('the report of a random week', () => {
  for (const { name, first, clock } of weeks) {
    test(`agrees in every figure of every day with a recount by hand: ${name}`, () => {
      const weeksSold = [1, 2, 3].map((seed) => randomWeek(seed, businessDay(first, clock).from))
      for (const day of Array.from({ length: 8 }, (_, index) => dayAfter(first, index))) {
        const isThen = dayByClock(day, clock)
        for (const week of weeksSold) {
          const figures = figuresOf(
            factsIn({ ...week, shifts: [], categories }, businessDay(day, clock)),
            clock,
          )
          const expected = recount(week, isThen, clock, categories)
          expect({ sums: sumsOf(figures), tables: tablesOf(figures) }).toEqual(counted(expected))
        }
      }
    })
  }

  test('adds up: what was sold is what was paid, and what came back is what went back', () => {
    const clock: ShopClock = { timeZone: 'America/Los_Angeles', dayEndsAt: 120 }
    for (const seed of [11, 12, 13]) {
      const all: Period = { from: 0, to: Number.MAX_SAFE_INTEGER }
      const week = randomWeek(seed, Date.parse('2026-10-29'))
      const {
        sales,
        returns,
        methods,
        items,
        categories: groups,
        taxes,
        hours,
        tips,
        cash,
      } = figuresOf(factsIn({ ...week, shifts: [], categories }, all), clock)
      const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
      expect(sales.net + sales.tax + sales.tips + sales.surcharges + sales.rounding).toBe(sales.collected)
      expect(sum(items.map(({ amount }) => amount))).toBe(sales.net)
      expect(sum(groups.map(({ amount }) => amount))).toBe(sales.net)
      expect(sum(taxes.map(({ tax }) => tax))).toBe(sales.tax)
      expect(sum(hours.map(({ amount }) => amount))).toBe(sales.net + sales.tax)
      expect(sum(tips.map(({ amount }) => amount))).toBe(sales.tips)
      expect(sum(methods.map((one) => one.amount + one.tips + one.surcharges + one.rounding))).toBe(
        sales.collected,
      )
      expect(returns.net + returns.tax + returns.tips + returns.surcharges + returns.rounding).toBe(
        returns.given_back + returns.unresolved,
      )
      expect(sum(taxes.map(({ returned }) => returned))).toBe(returns.tax)
      expect(methods.find(({ method }) => method === 'cash')?.returned).toBe(cash.refunds)
      const inCash = methods.find(({ method }) => method === 'cash')
      expect((inCash?.amount ?? 0) + (inCash?.rounding ?? 0)).toBe(cash.sales)
    }
  })
})
