import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  businessDay,
  dayAfter,
  type Period,
  type ShopClock,
} from '../../../../../src-shared/pos/report/business-day.ts'
import { factsIn } from '../../../../../src-shared/pos/report/facts-in.ts'
import { figuresSchema } from '../../../../../src-shared/pos/report/figures-schema.ts'
import { figuresOf } from './figures-of.ts'
import { type Recount, recount } from './naive-recount.ts'
import { categories, randomWeek, withCounts } from './random-week.ts'

/** The field that names the rows of each table of the report; other tables cannot be compared. */
const rowNames: Readonly<Record<string, string>> = {
  methods: 'method',
  brands: 'brand',
  hours: 'hour',
  items: 'name',
  categories: 'category',
  taxes: 'name',
  discounts: 'reason',
  tips: 'person',
  shifts: 'closed_at',
  pieces: 'value',
}
/** Numeric fields that describe a row and are not figures. */
const attributes = ['hour', 'rate', 'value']

/** Every number of a report with its path. A number that the recount does not know counts as a difference. */
function everyFigure(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return value === 0 ? [] : [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]): [string, number][] => {
    if (attributes.includes(name)) return []
    const at = path === '' ? name : `${path}.${name}`
    if (!Array.isArray(inside)) return everyFigure(inside, at)
    const named = rowNames[name]
    if (named === undefined) throw new Error(`nothing names the rows of ${at}`)
    return inside.flatMap((row: Readonly<Record<string, unknown>>) =>
      everyFigure(row, `${at}[${row[named]}]`),
    )
  })
}

/** The path of every number that a report can have. */
function figuresOfSchema({ type, properties, items }: z.core.JSONSchema.BaseSchema, path = ''): string[] {
  if (type === 'integer' || type === 'number') return [path]
  if (typeof items === 'object' && !Array.isArray(items)) return figuresOfSchema(items, `${path}[]`)
  return Object.entries(properties ?? {}).flatMap(([name, inside]) =>
    attributes.includes(name) || typeof inside === 'boolean'
      ? []
      : figuresOfSchema(inside, path === '' ? name : `${path}.${name}`),
  )
}

const withoutZeros = (rows: Recount): Recount =>
  Object.fromEntries(Object.entries(rows).filter(([, number]) => number !== 0))

/** Whether a moment is in a business day, determined by checking the shop's clock minute by minute. */
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

/** The last week of summer time and the first: one of their days has 25 or 23 hours. */
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
    test(`every figure of every day equals a recount by hand: ${name}`, () => {
      const { from } = businessDay(first, clock)
      const weeksSold = [1, 2, 3].map((seed) => withCounts(randomWeek(seed, from), seed, from))
      const compared = new Set<string>()
      for (const day of Array.from({ length: 8 }, (_, index) => dayAfter(first, index))) {
        const isThen = dayByClock(day, clock)
        for (const week of weeksSold) {
          const figures = figuresOf(factsIn({ ...week, categories }, businessDay(day, clock)), clock)
          const found = everyFigure(figures)
          for (const [name] of found) compared.add(name.replace(/\[[^\]]*\]/g, '[]'))
          expect(Object.fromEntries(found)).toEqual(withoutZeros(recount(week, isThen, clock, categories)))
        }
      }
      // Each figure of a report was different from 0 on some day.
      expect([...compared].toSorted()).toEqual(figuresOfSchema(z.toJSONSchema(figuresSchema)).toSorted())
    })
  }

  test('sales equal payments, and returns equal refunds', () => {
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
      const { gift_cards: giftCards = 0 } = sales
      expect(sales.net + sales.tax + sales.tips + sales.surcharges + sales.rounding + giftCards).toBe(
        sales.collected,
      )
      expect(sum(items.map(({ amount }) => amount))).toBe(sales.net)
      expect(sum(groups.map(({ amount }) => amount))).toBe(sales.net)
      expect(sum(taxes.map(({ tax }) => tax))).toBe(sales.tax)
      expect(sum(hours.map(({ amount }) => amount))).toBe(sales.net + sales.tax + giftCards)
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
      // Goods returned in exchanges paid for other goods, to the cent.
      const exchanged = methods.find(({ method }) => method === 'exchange')
      expect(exchanged?.count).toBeGreaterThan(3)
      expect((exchanged?.amount ?? 0) + (exchanged?.surcharges ?? 0) + (exchanged?.rounding ?? 0)).toBe(
        exchanged?.returned,
      )
    }
  })
})
