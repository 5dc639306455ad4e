import fc from 'fast-check'
import type { Bill, Tender } from '../../../../../src-shared/pos/bill/bill.ts'
import { takeCash } from '../../../../../src-shared/pos/bill/cash.ts'
import { totalsOf } from '../../../../../src-shared/pos/order/totals.ts'
import { anyOrder } from '../order/arbitrary-order.ts'
import { at, facts, payment } from '../transition/sale-fixtures.ts'

export const cardTender = (
  id: string,
  amount: number,
  tip = 0,
  surcharge = 0,
): Extract<Tender, { kind: 'card' }> => ({
  kind: 'card',
  status: 'paid',
  amount,
  tip,
  surcharge,
  sale: facts({ id, amount, tip, surcharge, intent_id: `pi_${id}` }),
  payment: payment({ payment_id: `pmt_${id}`, amount: amount + tip + surcharge }),
})

export const bill = (changes: Partial<Bill> = {}): Bill => ({
  id: 'bill_1',
  number: 'KT1042',
  order: null,
  total: 6_000,
  currency: 'USD',
  note: '',
  opened_at: at,
  tenders: [],
  tab: null,
  link: null,
  status: 'open',
  ...changes,
})

/** Bills paid in full by cards with tips and surcharges and by cash with rounding, in any order. */
export const anyPaidBill: fc.Arbitrary<Bill> = fc
  .record({
    order: fc.option(anyOrder(), { freq: 6 }),
    typed: fc.integer({ min: 1, max: 500_000 }),
    step: fc.constantFrom(1, 5),
    cuts: fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.nat({ max: 2_000 })), { minLength: 1, maxLength: 5 }),
  })
  .map(({ order, typed, step, cuts }) => {
    const total = order === null ? typed : totalsOf(order).total
    const tenders: Tender[] = []
    let left = total
    for (const [index, [cut, isCard, tip]] of cuts.entries()) {
      if (left === 0) break
      const amount = index === cuts.length - 1 ? left : 1 + (cut % left)
      if (isCard)
        tenders.push(cardTender(`sale_${index}`, amount, tip, tip % 2 === 0 ? 0 : Math.round(amount * 0.03)))
      const due = amount - (amount % step)
      const tendered = amount === left ? amount + step : due
      const taken = isCard ? null : takeCash(left, tendered - (tendered % step), step === 1 ? 1 : 5)
      if (taken !== null) {
        const cash = { kind: 'cash', status: 'paid', id: `cash_${index}`, tendered, taken_at: at } as const
        tenders.push({ ...cash, ...taken })
      }
      left -= isCard ? amount : (taken?.amount ?? 0)
    }
    if (left > 0) tenders.push(cardTender('sale_rest', left))
    return bill({ order, total, tenders })
  })
  .filter(({ total }) => total > 0)
