import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  holdsMoney,
  isPaid,
  isPartlyPaid,
  isUntouched,
} from '../../../../../src-shared/pos/bill/balance.ts'
import type { Bill, ExchangeTender } from '../../../../../src-shared/pos/bill/bill.ts'
import { withExchangeReturned, withoutUnused } from '../../../../../src-shared/pos/bill/exchange.ts'
import {
  asExchange,
  type ExchangePlan,
  exchangeTender,
  planExchange,
} from '../../../../../src-shared/pos/returns/exchange.ts'
import type { Return } from '../../../../../src-shared/pos/returns/return.ts'
import { givenOtherwise, partCents } from '../../../../../src-shared/pos/returns/return-sums.ts'
import { returnTransition } from '../../../../../src-shared/pos/returns/return-transition.ts'
import {
  everything,
  planReturn,
  type ReturnPlan,
  returnable,
} from '../../../../../src-shared/pos/returns/returnable.ts'
import { waitingExchange, worthOf } from '../../../../../src-shared/pos/returns/waiting-exchange.ts'
import { at } from '../transition/sale-fixtures.ts'
import { anyPaidBill, bill, cardTender } from './arbitrary-bill.ts'

const returnOf = (sold: Bill, plan: ReturnPlan, changes: Partial<Return> = {}): Return => ({
  id: 'ret_1',
  bill_id: sold.id,
  number: sold.number,
  currency: 'USD',
  ...plan,
  reason: '',
  started_at: at,
  status: 'done',
  ...changes,
})

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const goodsOf = (parts: readonly { readonly goods: number }[]) => sum(parts.map(({ goods }) => goods))

/** Some of the lines, with a part of each. */
function someLines(sold: Bill, before: readonly Return[], pick: number) {
  return returnable(sold, before)
    .lines.filter((line) => line.sold > line.returned)
    .map((line, index) => ({
      line_id: line.id,
      quantity: 1 + ((pick + index * 7) % (line.sold - line.returned)),
    }))
    .filter((_, index) => index === 0 || (pick + index) % 3 !== 0)
}

/** Completes an exchange: returns what is recorded with the old bill, and the bill of the new goods. */
function exchanged(
  sold: Bill,
  before: readonly Return[],
  pick: number,
  goods: number,
  number: string,
): { readonly old: Return; readonly next: Bill; readonly plan: ExchangePlan } | null {
  const lines = someLines(sold, before, pick)
  const asked = asExchange(sold, before, { lines, tips: [] }, 1)
  const plan = planExchange(sold, before, lines, goods, 1)
  if (asked === null || plan === null) return null
  const id = `ret_${number}`
  const begun = returnOf(sold, asked, { id, status: 'open', exchange: { bill: null } })
  const tender = exchangeTender(begun, plan, null)
  const { next: open } = returnTransition(begun, {
    kind: 'exchanged',
    bill: number,
    credit: tender.credit,
    rest: tender.rest,
  })
  const left = goods - tender.amount
  const rest = left === 0 ? [] : [cardTender(`sale_${number}`, left)]
  const next = bill({ id: `bill_${number}`, number, total: goods, tenders: [tender, ...rest] })
  return { old: { ...open, status: 'done' }, next, plan }
}

describe('an exchange', () => {
  test('an exchange pays for the new goods as far as its value goes, and refunds the rest, never more than was paid', () => {
    fc.assert(
      fc.property(anyPaidBill, fc.nat(), fc.integer({ min: 1, max: 600_000 }), (sold, pick, goods) => {
        const lines = someLines(sold, [], pick)
        const plan = planExchange(sold, [], lines, goods, 1)
        const full = planReturn(sold, [], { lines, tips: [] }, 1)
        const worth = full === null ? 0 : worthOf(full.lines)
        if (plan === null) {
          expect(worth).toBe(0)
          return
        }
        expect(goodsOf(plan.credit)).toBe(Math.min(worth, goods))
        expect(goodsOf(plan.rest)).toBe(worth - goodsOf(plan.credit))
        expect(sum([...plan.rest, ...plan.credit].map(({ surcharge }) => surcharge))).toBe(
          sum(full?.parts.map(({ surcharge }) => surcharge) ?? []),
        )
        for (const { goods: share, surcharge } of [...plan.rest, ...plan.credit]) {
          expect(Math.min(share, surcharge)).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the surcharge of a card goes with the part that pays for the other goods', () => {
    const paid = bill({ total: 2_000, tenders: [cardTender('sale_1', 2_000, 0, 60)] })
    const plan = planExchange(paid, [], [{ line_id: 'amount', quantity: 2_000 }], 500, 1)
    const tender = plan && exchangeTender({ id: 'ret_1', number: 'KT1042' }, plan, null)
    expect(tender).toMatchObject({ amount: 500, surcharge: 15, rest: [{ goods: 1_500, surcharge: 45 }] })
  })

  test('where pennies are not in use, the rest that goes back in cash is rounded', () => {
    const cash = {
      kind: 'cash',
      status: 'paid',
      id: 'cash_1',
      tendered: 1000,
      rounding: 0,
      change: 0,
    } as const
    const sold = bill({ total: 1000, tenders: [{ ...cash, amount: 1000, taken_at: at }] })
    const plan = planExchange(sold, [], [{ line_id: 'amount', quantity: 1000 }], 502, 5)
    expect(plan?.rest).toMatchObject([{ kind: 'cash', goods: 498, rounding: 2 }])
    // The other goods are paid with what is left of the cash: 500 of the 1000 that are in the drawer.
    const tender = plan && exchangeTender({ id: 'ret_1', number: 'KT1042' }, plan, null)
    expect(tender).toMatchObject({ amount: 502, rounding: -2 })
  })

  test('after repeated exchanges and a full return, everybody who paid has it back to the cent', () => {
    fc.assert(
      fc.property(
        anyPaidBill,
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 300_000 })), { minLength: 1, maxLength: 4 }),
        (sold, exchanges) => {
          const bills: Bill[] = [sold]
          const returns = new Map<string, Return[]>()
          const of = ({ id }: Bill) => returns.get(id) ?? []
          const add = (of_: Bill, one: Return) => returns.set(of_.id, [...of(of_), one])
          for (const [index, [pick, goods]] of exchanges.entries()) {
            // Goods that were taken in an exchange may be exchanged as well.
            const from = bills[pick % bills.length] ?? sold
            const done = exchanged(from, of(from), pick, goods, `KX${index}`)
            if (done === null) continue
            add(from, done.old)
            bills.push(done.next)
          }
          for (const one of bills) {
            const plan = planReturn(one, of(one), everything(one, of(one)), 1)
            if (plan !== null) add(one, returnOf(one, plan))
            expect(planReturn(one, of(one), everything(one, of(one)), 1)).toBeNull()
          }
          const parts = bills.flatMap(of).flatMap((one) => one.parts)
          const paid = bills.flatMap(({ tenders }) => tenders)
          for (const tender of paid) {
            if (tender.kind !== 'card') continue
            const { payment_id, amount } = tender.payment
            const back = parts.filter((part) => part.kind === 'card' && part.payment_id === payment_id)
            expect(sum(back.map(partCents))).toBe(amount)
            // A part is voided only if it paid for no other goods and nothing of it was refunded before.
            if (back.length > 1) expect(back.every((part) => part.kind === 'card' && !part.whole)).toBe(true)
          }
          const cash = parts.filter(({ kind }) => kind === 'cash').map(partCents)
          expect(sum(cash)).toBe(
            sum(paid.map((one) => (one.kind === 'cash' ? one.amount + one.rounding : 0))),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('the part of a card that an exchange keeps is kept once, however often the goods are exchanged', () => {
    const paid = bill({ total: 6_000, tenders: [cardTender('sale_1', 6_000)] })
    const first = exchanged(paid, [], 1_999, 2_000, 'KX1')
    const second = first && exchanged(first.next, [], 499, 500, 'KX2')
    if (!first || !second) throw new Error('it was refused')
    const kept = (...more: readonly Return[]) => givenOtherwise([first.old, second.old, ...more], 'pi_sale_1')
    expect(kept()).toBe(2_000)
    const back = (of_: Bill, before: readonly Return[], id: string) =>
      returnOf(of_, planReturn(of_, before, everything(of_, before), 1) ?? { lines: [], parts: [] }, { id })
    const ofSecond = back(second.next, [], 'ret_a')
    expect(kept(ofSecond)).toBe(1_500)
    expect(kept({ ...ofSecond, status: 'cancelled' })).toBe(2_000)
    expect(kept(ofSecond, back(first.next, [second.old], 'ret_b'))).toBe(0)
  })

  const sold = bill({ tenders: [cardTender('sale_1', 2_000), cardTender('sale_2', 4_000)] })
  const worth = (quantity: number) => [{ line_id: 'amount', quantity }]
  const tenderOf = (goods: number): ExchangeTender => {
    const done = exchanged(sold, [], 1_199, goods, 'KT1043')
    const [first] = done?.next.tenders ?? []
    if (first?.kind !== 'exchange') throw new Error('it was refused')
    return first
  }

  test('the rest goes to the last card first, and the other tenders keep the exchanged value', () => {
    const plan = planExchange(sold, [], worth(5_000), 800, 1)
    expect(plan?.rest).toMatchObject([
      { kind: 'card', payment_id: 'pmt_sale_2', goods: 4_000, whole: true },
      { kind: 'card', payment_id: 'pmt_sale_1', goods: 200, whole: false },
    ])
    expect(plan?.credit).toMatchObject([
      { kind: 'exchange', goods: 800, payer: { kind: 'card', payment_id: 'pmt_sale_1' } },
    ])
  })

  test('goods without value, goods that were not sold, and tips cannot be exchanged', () => {
    expect(planExchange(sold, [], [], 800, 1)).toBeNull()
    expect(planExchange(sold, [], worth(6_001), 800, 1)).toBeNull()
    expect(asExchange(sold, [], { lines: worth(100), tips: ['sale_1'] }, 1)).toBeNull()
  })

  test('a bill that begins with an exchange is untouched until somebody pays, unless nothing is due', () => {
    const open = (total: number) => bill({ total, tenders: [tenderOf(total)] })
    expect([isUntouched(open(9_000)), balanceOf(open(9_000))]).toEqual([true, 7_800])
    expect([isPartlyPaid(open(9_000)), holdsMoney(open(9_000))]).toEqual([false, false])
    expect([isUntouched(open(1_200)), isPaid(open(1_200))]).toEqual([false, true])
    expect([isPaid(open(500)), tenderOf(500).rest[0]?.goods]).toEqual([true, 700])
    // Left unpaid, its credit waits for another bill; one that was undone stays on record.
    expect(withoutUnused(open(9_000)).tenders).toEqual([])
    expect(withoutUnused(withExchangeReturned(open(9_000))).tenders).toMatchObject([{ status: 'returned' }])
  })

  test('an exchange waits until a bill uses it, and cannot be cancelled after it has paid', () => {
    const done = exchanged(sold, [], 1_199, 800, 'KT1043')
    if (done === null) throw new Error('it was refused')
    const lines = worth(1_200)
    const asked = asExchange(sold, [], { lines, tips: [] }, 1)
    if (asked === null) throw new Error('it was refused')
    const begun = returnOf(sold, asked, { id: done.old.id, status: 'open', exchange: { bill: null } })
    const at_ = { returns: [begun], bill: null, aside: [], parked: [] }
    expect(waitingExchange(at_)).toBe(begun)
    expect(waitingExchange({ ...at_, bill: done.next })).toBeNull()
    expect(waitingExchange({ ...at_, aside: [done.next] })).toBeNull()
    expect(waitingExchange({ ...at_, parked: [{ bill: done.next }] })).toBeNull()
    expect(returnTransition(begun, { kind: 'restarted' })).toEqual({ next: begun, effects: [] })
    expect(returnTransition(begun, { kind: 'cancel' }).next.status).toBe('cancelled')
    const event = {
      kind: 'exchanged',
      bill: 'KT1043',
      credit: tenderOf(800).credit,
      rest: tenderOf(800).rest,
    } as const
    const settled = returnTransition(begun, event)
    expect(settled.next).toMatchObject({ status: 'open', exchange: { bill: 'KT1043' } })
    expect(settled.effects).toMatchObject([{ kind: 'send', part: { goods: 400 } }])
    expect(returnTransition(settled.next, event).effects).toEqual([])
    expect(returnTransition(settled.next, { kind: 'cancel' }).next).toBe(settled.next)
  })
})
