import { describe, expect, test } from 'vitest'
import { emptyShift } from '../../../../../src-shared/pos/cash/shift.ts'
import { businessDay, dayAfter } from '../../../../../src-shared/pos/report/business-day.ts'
import { factsIn } from '../../../../../src-shared/pos/report/facts-in.ts'
import { type LedgerAccount, type LedgerRow, ledgerOf } from '../../../../../src-shared/pos/report/ledger.ts'
import type { ServiceCheck } from '../../../../../src-shared/pos/report/z-report.ts'
import { figuresOf } from './figures-of.ts'
import { categories, randomWeek } from './random-week.ts'

const clock = { timeZone: 'America/Los_Angeles', dayEndsAt: 120 }
const first = '2026-10-29'
const days = Array.from({ length: 8 }, (_, index) => dayAfter(first, index))
const notAsked: ServiceCheck = { kind: 'not_checked', detail: '' }

const figuresOn = (seed: number, day: string) => {
  const week = randomWeek(seed, businessDay(first, clock).from)
  return figuresOf(factsIn({ ...week, shifts: [], categories }, businessDay(day, clock)), clock)
}
const sumOf = (rows: readonly LedgerRow[]): number => rows.reduce((sum, { amount }) => sum + amount, 0)
const of = (rows: readonly LedgerRow[], account: LedgerAccount): number =>
  rows.filter((row) => row.account === account).reduce((sum, { amount }) => sum + amount, 0)

describe('the postings of a day', () => {
  test('the postings of every random day add up to zero, and leave nothing in suspense', () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      for (const day of days) {
        const figures = figuresOn(seed, day)
        const rows = ledgerOf({ figures, check: notAsked })
        expect(sumOf(rows)).toBe(0)
        expect(of(rows, 'suspense')).toBe(0)
        expect(of(rows, 'sales') + figures.sales.net).toBe(0)
        expect(of(rows, 'tax')).toBe(figures.returns.tax - figures.sales.tax)
        const { cash, sales, returns } = figures
        // Everything taken, less everything refunded, and what was moved between the drawer and elsewhere.
        const moved = cash.paid_in - cash.drops - cash.payouts + 0 - of(rows, 'refunds_in_cash')
        // Gift card payments were taken earlier: they reduce what is owed to the card holders.
        const byCard = figures.methods.find(({ method }) => method === 'gift_card')
        const redeemed = (byCard?.amount ?? 0) - (byCard?.returned ?? 0)
        expect(of(rows, 'received')).toBe(sales.collected - returns.given_back - redeemed + moved)
        expect(of(rows, 'gift_cards')).toBe(redeemed - (sales.gift_cards ?? 0))
      }
    }
  })

  test('the postings include the shortage of a count, and the fees that the service booked', () => {
    const figures = figuresOn(1, days[2] ?? first)
    const shifts = [{ shift: emptyShift, closed_at: '', expected: 20_000, counted: 19_850, pieces: [] }]
    const check = { ...notAsked, kind: 'checked', fees: 123 } as unknown as ServiceCheck
    const rows = ledgerOf({ figures: { ...figures, cash: { ...figures.cash, shifts } }, check })
    expect(sumOf(rows)).toBe(0)
    expect(of(rows, 'cash_over_short')).toBe(150)
    expect(of(rows, 'fees')).toBe(123)
    expect(of(rows, 'fees_payable')).toBe(-123)
  })

  test('damaged figures leave their difference in suspense', () => {
    const figures = figuresOn(2, days[1] ?? first)
    const damaged = { ...figures, sales: { ...figures.sales, net: figures.sales.net + 7 } }
    expect(of(ledgerOf({ figures: damaged, check: notAsked }), 'suspense')).toBe(7)
  })
})
