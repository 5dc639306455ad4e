import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import { totalsOf } from '../../../../../src-shared/pos/order/totals.ts'
import type { Return } from '../../../../../src-shared/pos/returns/return.ts'
import { partCents } from '../../../../../src-shared/pos/returns/return-sums.ts'
import {
  everything,
  planReturn,
  type ReturnPlan,
  returnable,
  type Wanted,
} from '../../../../../src-shared/pos/returns/returnable.ts'
import { at } from '../transition/sale-fixtures.ts'
import { anyPaidBill, bill, cardTender } from './arbitrary-bill.ts'

const returnOf = (plan: ReturnPlan, status: Return['status'] = 'done'): Return => ({
  id: 'ret_1',
  bill_id: 'bill_1',
  number: 'KT1042',
  currency: 'USD',
  ...plan,
  reason: '',
  started_at: at,
  status,
})

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Returns the bill in portions until nothing is left of it. */
function bringBack(sold: Bill, picks: readonly number[], steps: readonly (1 | 5)[]): readonly Return[] {
  const done: Return[] = []
  for (const [index, pick] of picks.entries()) {
    const left = returnable(sold, done)
    const line = left.lines.filter((one) => one.sold > one.returned)[pick % Math.max(left.lines.length, 1)]
    if (line === undefined) continue
    const quantity = 1 + (pick % (line.sold - line.returned))
    const plan = planReturn(
      sold,
      done,
      { lines: [{ line_id: line.id, quantity }], tips: [] },
      steps[index] ?? 1,
    )
    if (plan !== null) done.push(returnOf(plan))
  }
  const rest = planReturn(sold, done, everything(sold, done), 1)
  return rest === null ? done : [...done, returnOf(rest)]
}

describe('a return by line', () => {
  test('when lines are returned in any order and portions, every tender gets back what it paid, to the cent', () => {
    fc.assert(
      fc.property(
        anyPaidBill,
        fc.array(fc.nat(), { maxLength: 10 }),
        fc.array(fc.constantFrom(1 as const, 5 as const), { maxLength: 10 }),
        (sold, picks, steps) => {
          const done = bringBack(sold, picks, steps)
          const parts = done.flatMap((one) => one.parts)
          for (const part of parts) {
            expect(Math.min(part.goods, part.tip, partCents(part))).toBeGreaterThanOrEqual(0)
          }
          for (const tender of sold.tenders) {
            if (tender.kind !== 'card') continue
            const own = parts.filter(({ tender_id }) => tender_id === tender.sale.id)
            expect(sum(own.map(({ goods }) => goods))).toBe(tender.amount)
            expect(sum(own.map(({ tip }) => tip))).toBe(tender.tip)
            expect(sum(own.map(partCents))).toBe(tender.payment.amount)
          }
          const cash = sum(parts.filter(({ kind }) => kind === 'cash').map(partCents))
          const inDrawer = sold.tenders.map((one) => (one.kind === 'cash' ? one.amount + one.rounding : 0))
          expect(cash).toBe(sum(inDrawer))
          expect(planReturn(sold, done, everything(sold, done), 1)).toBeNull()
          const { tips } = everything(sold, [])
          expect(planReturn(sold, done, { lines: [], tips }, 1)).toBeNull()
        },
      ),
      { numRuns: 150 },
    )
  })

  test('the refunds of a line add up to what was paid for it, with its tax and its share of discounts', () => {
    fc.assert(
      fc.property(anyPaidBill, fc.array(fc.nat(), { maxLength: 10 }), (sold, picks) => {
        if (sold.order === null) return
        const lines = bringBack(sold, picks, []).flatMap((one) => one.lines)
        for (const line of lines)
          expect(Math.min(line.paid, line.tax, line.discount)).toBeGreaterThanOrEqual(0)
        const totals = totalsOf(sold.order)
        for (const known of totals.lines) {
          const own = lines.filter(({ line_id }) => line_id === known.id)
          expect(sum(own.map(({ paid }) => paid))).toBe(known.amount + known.added_tax)
          expect(sum(own.map(({ tax }) => tax))).toBe(known.added_tax + known.included_tax)
          expect(sum(own.map(({ discount }) => discount))).toBe(known.discount + known.order_discount)
        }
        expect(sum(lines.map(({ paid }) => paid))).toBe(totals.total)
      }),
      { numRuns: 150 },
    )
  })
})

describe('the tenders that a return pays back', () => {
  const tenders = [cardTender('sale_1', 2_000), cardTender('sale_2', 3_000, 450)]
  const cash = { kind: 'cash', status: 'paid', id: 'cash_1', taken_at: at } as const
  const sold = bill({
    tenders: [...tenders, { ...cash, amount: 1_000, rounding: 0, tendered: 2_000, change: 1_000 }],
  })
  const wants = (quantity: number, tips: readonly string[] = []): Wanted => ({
    lines: [{ line_id: 'amount', quantity }],
    tips,
  })
  const partsOf = (wanted: Wanted, before: readonly Return[] = []) =>
    planReturn(sold, before, wanted, 1)?.parts.map(
      (part) => [part.tender_id, part.goods, part.tip] as const,
    ) ?? null

  test('a refund goes to the last card first, then to the card before it, then comes from the drawer', () => {
    expect(partsOf(wants(500))).toEqual([['sale_2', 500, 0]])
    expect(partsOf(wants(5_500))).toEqual([
      ['sale_2', 3_000, 0],
      ['sale_1', 2_000, 0],
      ['cash', 500, 0],
    ])
  })

  test('a tip is refunded only on request, and listed separately', () => {
    expect(partsOf(wants(100, ['sale_2']))).toEqual([['sale_2', 100, 450]])
    expect(partsOf({ lines: [], tips: ['sale_2'] })).toEqual([['sale_2', 0, 450]])
  })

  test('returning more than was sold is refused, also over several returns, and cancelled returns do not count', () => {
    expect(partsOf(wants(6_001))).toBeNull()
    const plan = planReturn(sold, [], wants(4_000), 1)
    if (plan === null) throw new Error('it was refused')
    expect(partsOf(wants(2_001), [returnOf(plan)])).toBeNull()
    expect(partsOf(wants(2_000), [returnOf(plan, 'open')])).toEqual([
      ['sale_1', 1_000, 0],
      ['cash', 1_000, 0],
    ])
    expect(partsOf(wants(6_000), [returnOf(plan, 'cancelled')])).toHaveLength(3)
    expect(partsOf({ lines: [...wants(1).lines, ...wants(1).lines], tips: [] })).toBeNull()
    expect(partsOf({ lines: [{ line_id: 'another', quantity: 1 }], tips: [] })).toBeNull()
  })

  test('what a gift card paid goes back to it, also through goods that were exchanged', () => {
    const giftCard = { card_id: 'gc_1', last_four: 'BCDF' }
    const part = { kind: 'exchange', tender_id: 'gce_1', goods: 6_000, tip: 0, surcharge: 0 } as const
    const exchange = {
      ...{ kind: 'exchange', status: 'paid', id: 'ret_0', number: 'KT1041', amount: 6_000 },
      ...{ surcharge: 0, rounding: 0, lines: [], rest: [] },
      credit: [{ ...part, rounding: 0, state: 'waiting', payer: { kind: 'gift_card', ...giftCard } }],
    } as Bill['tenders'][number]
    const lines = [{ line_id: 'amount', quantity: 2_500 }]
    expect(planReturn(bill({ tenders: [exchange] }), [], { lines, tips: [] }, 1)?.parts).toMatchObject([
      { kind: 'gift_card', ...giftCard, goods: 2_500 },
    ])
  })

  test('a line of which nothing comes back, or less than nothing, is not a return', () => {
    const sold = bill({ tenders: [cardTender('sale_1', 6_000)] })
    for (const quantity of [0, -1])
      expect(planReturn(sold, [], { lines: [{ line_id: 'amount', quantity }], tips: [] }, 1)).toBeNull()
  })

  test('a card that gets back everything it paid, including its tip, is marked as whole', () => {
    const whole = (wanted: Wanted) =>
      planReturn(sold, [], wanted, 1)?.parts.map((part) => part.kind === 'card' && part.whole)
    expect(whole(everything(sold, []))).toEqual([true, true, false])
    expect(whole(wants(6_000))).toEqual([false, true, false])
  })

  test('of a bill that was left part paid, only the amount paid can be refunded', () => {
    const left = bill({ total: 9_000, tenders })
    expect(planReturn(left, [], wants(5_001), 1)).toBeNull()
    expect(planReturn(left, [], wants(5_000), 1)?.parts).toHaveLength(2)
  })

  test('a bill whose tenders were all returned has nothing left to refund', () => {
    const undone = bill({ tenders: tenders.map((one) => ({ ...one, status: 'returned' as const })) })
    expect(returnable(undone, []).lines).toEqual([])
    expect(planReturn(undone, [], everything(undone, []), 1)).toBeNull()
  })
})
