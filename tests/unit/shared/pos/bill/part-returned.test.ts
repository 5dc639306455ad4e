import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceOf, returnedOf } from '../../../../../src-shared/pos/bill/balance.ts'
import { type Bill, billSchema, type CardTender } from '../../../../../src-shared/pos/bill/bill.ts'
import { billTransition } from '../../../../../src-shared/pos/bill/bill-transition.ts'
import { withCard } from '../../../../../src-shared/pos/bill/tenders.ts'
import { leftOfBill } from '../../../../../src-shared/pos/sale/charged.ts'
import { notAsAgreed } from '../../../../../src-shared/pos/transition/at-card.ts'
import { at, facts, payment } from '../transition/sale-fixtures.ts'
import { noBill } from './bill-fixtures.ts'

const billOf = (total: number): Bill => ({
  ...{ id: 'bill_1', number: 'KT1001', order: null, total, currency: 'USD', note: '', opened_at: at },
  ...{ tenders: [], status: 'open', tab: null, link: null },
})
const onlyCard = ({ tenders: [tender] }: Bill): CardTender => {
  if (tender?.kind !== 'card') throw new Error('no card has paid')
  return tender
}

/** A card that paid all of a bill or most of it, with a tip and a surcharge, in cents. */
const paidByCard = fc.record({
  amount: fc.integer({ min: 1, max: 5_000 }),
  more: fc.integer({ min: 0, max: 5_000 }),
  tip: fc.integer({ min: 0, max: 900 }),
  surcharge: fc.integer({ min: 0, max: 300 }),
})
type Paid = typeof paidByCard extends fc.Arbitrary<infer One> ? One : never
const chargedIn = ({ amount, tip, surcharge }: Paid) => amount + tip + surcharge
/** @param returned cents already refunded when the counter first saw the payment */
function paidBill(paid: Paid, returned = 0): Bill {
  const shown = payment({ amount: chargedIn(paid) - returned, ...(returned > 0 && { returned }) })
  const { amount, tip, surcharge } = paid
  return withCard(billOf(amount + paid.more), { sale: facts({ amount, tip, surcharge }), payment: shown })
}

/** Restores the bill from a backup, and lets the service show `cents` as refunded since then. */
function seenIn(bill: Bill, cents: number): Bill {
  const restored = { seen: false, given_back: 0, paid_elsewhere: null }
  const now = { ...noBill, sale: { kind: 'ready' }, bill: { ...bill, restored } } as const
  const returned = { [onlyCard(bill).sale.id]: cents }
  const seen = { kind: 'restored_seen', at, bill_id: bill.id, returned, paid_elsewhere: 0 } as const
  return billTransition(now, seen).next.bill as Bill
}

test('what a card got back before the backup does not count as given back since then', () => {
  const paid = paidBill({ amount: 1_000, more: 0, tip: 0, surcharge: 0 })
  const returned = { ...paid, tenders: [{ ...onlyCard(paid), status: 'returned' as const }] }
  const seen = seenIn(returned, 1_000)
  expect(seen.restored).toMatchObject({ seen: true, given_back: 0 })
  expect(seen.tenders).toEqual(returned.tenders)
})

test('after any number of partial refunds elsewhere, the tender of the card adds up to the cent', () => {
  fc.assert(
    fc.property(paidByCard, fc.array(fc.nat(3_000), { maxLength: 4 }), (paid, parts) => {
      const charged = chargedIn(paid)
      let bill = paidBill(paid)
      let back = 0
      for (const part of parts) {
        const cents = Math.min(part, charged - back)
        bill = seenIn(bill, cents)
        back += cents
        const tender = onlyCard(bill)
        expect(bill.restored?.given_back).toBe(cents)
        expect(returnedOf(bill)).toBe(back)
        if (back === charged) {
          expect([tender.status, balanceOf(bill)]).toEqual(['returned', bill.total])
          return
        }
        const { amount, tip, surcharge } = tender
        for (const cents of [amount, tip, surcharge]) expect(cents).toBeGreaterThanOrEqual(0)
        expect(amount + tip + surcharge).toBe(charged - back)
        expect(tender.payment).toMatchObject({ amount: charged - back })
        expect(tender.payment.returned ?? 0).toBe(back)
        expect(balanceOf(bill)).toBe(bill.total - amount)
        // A refund reduces the bill's part first, then its surcharge, and the tip last.
        expect(amount).toBe(Math.max(0, paid.amount - back))
        if (amount > 0) expect([tip, surcharge]).toEqual([paid.tip, paid.surcharge])
        else if (surcharge > 0) expect(tip).toBe(paid.tip)
      }
    }),
    { numRuns: 500 },
  )
})

test('a payment first seen with a partial refund makes the same tender as one refunded later', () => {
  fc.assert(
    fc.property(paidByCard, fc.nat(5_000), (paid, part) => {
      const cents = Math.min(part, chargedIn(paid) - 1)
      const { amount, tip, surcharge, payment: seen } = onlyCard(paidBill(paid, cents))
      const after = onlyCard(seenIn(paidBill(paid), cents))
      expect({ amount, tip, surcharge, seen }).toEqual({
        ...{ amount: after.amount, tip: after.tip, surcharge: after.surcharge },
        seen: after.payment,
      })
      const of = { amount: paid.amount, tip: paid.tip, surcharge: paid.surcharge }
      expect(leftOfBill(facts(of), seen)).toBe(paid.amount - amount)
    }),
    { numRuns: 300 },
  )
})

/** Undoes the bill, lets the void be refused, and keeps the payment as the service then shows it. */
function keptAfterRefusal(bill: Bill, shown: ReturnType<typeof payment>): Bill {
  const undoing = billTransition({ ...noBill, sale: { kind: 'ready' }, bill }, { kind: 'undo_bill', at })
  expect(undoing.effects.map(({ kind }) => kind)).toEqual(['void_intent'])
  const of = { sale_id: 'sale_1', attempt: 1, at } as const
  const refused = billTransition(undoing.next, { kind: 'void_failed', refused: true, detail: '', ...of })
  const found = { kind: 'paid', payment: shown, sign: false } as const
  const asked = billTransition(refused.next, { kind: 'looked_up', found, idle: false, ...of })
  expect(asked.next.sale).toMatchObject({ kind: 'deciding', payment: { amount: shown.amount } })
  return billTransition(asked.next, { kind: 'decide', choice: 'keep', at }).next.bill as Bill
}

test('a tender whose void was refused is kept, less the part that was refunded elsewhere', () => {
  const paid = { amount: 1_000, more: 500, tip: 200, surcharge: 30 }
  const kept = keptAfterRefusal(paidBill(paid), payment({ amount: 230, returned: 1_000 }))
  expect(kept).toMatchObject({ status: 'open', tenders: [{ amount: 0, surcharge: 30, tip: 200 }] })
  expect([balanceOf(kept), returnedOf(kept)]).toEqual([1_500, 1_000])
})

test('a reduction that an earlier version made to a tender only is not made again', () => {
  const paid = { amount: 1_000, more: 500, tip: 200, surcharge: 30 }
  /** The bill as that version wrote it, with the payment unchanged. */
  const written = (amount: number): Bill => {
    const bill = paidBill(paid)
    return billSchema.parse({ ...bill, tenders: [{ ...onlyCard(bill), amount }] })
  }
  const kept = keptAfterRefusal(written(700), payment({ amount: 930, returned: 300 }))
  expect(kept).toMatchObject({
    tenders: [{ amount: 700, surcharge: 30, tip: 200, payment: { amount: 930 } }],
  })
  expect([balanceOf(kept), returnedOf(kept)]).toEqual([800, 300])
  // That version reduced only the bill's part, whatever was refunded.
  const more = keptAfterRefusal(written(0), payment({ amount: 150, returned: 1_080 }))
  expect(more).toMatchObject({ tenders: [{ amount: 0, surcharge: 0, tip: 150, payment: { amount: 150 } }] })
  expect(billSchema.parse(paidBill(paid))).toEqual(billSchema.parse(billSchema.parse(paidBill(paid))))
  expect(onlyCard(billSchema.parse(paidBill(paid))).payment).not.toHaveProperty('returned')
})

test('when an overcharge is refunded, the bill stays paid and no tip is invented', () => {
  fc.assert(
    fc.property(paidByCard, fc.integer({ min: 1, max: 900 }), fc.nat(6_000), (paid, excess, part) => {
      const charged = chargedIn(paid) + excess
      const cents = Math.min(part, charged - 1)
      const sale = facts({ amount: paid.amount, tip: paid.tip, surcharge: paid.surcharge })
      const shown = (returned: number) =>
        payment({ amount: charged - returned, ...(returned > 0 && { returned }) })
      const bill = billOf(paid.amount + paid.more)
      const first = onlyCard(withCard(bill, { sale, payment: shown(cents) }))
      const after = onlyCard(seenIn(withCard(bill, { sale, payment: shown(0) }), cents))
      const { amount, tip, surcharge } = first
      expect([after.amount, after.tip, after.surcharge]).toEqual([amount, tip, surcharge])
      expect(amount + tip + surcharge).toBe(charged - cents)
      expect(amount).toBe(Math.max(0, paid.amount - Math.max(0, cents - excess)))
      if (cents >= excess && amount > 0) expect([tip, surcharge]).toEqual([paid.tip, paid.surcharge])
      expect(leftOfBill(sale, first.payment)).toBe(paid.amount - amount)
    }),
    { numRuns: 300 },
  )
})

test('a card that has paid the agreed amount after a partial refund needs no decision', () => {
  const sale = facts({ amount: 1_000 })
  expect(notAsAgreed(sale, payment({ amount: 1_000, returned: 500 }))).toBeNull()
  expect(notAsAgreed(sale, payment({ amount: 900, returned: 100 }))).toBe('part_returned')
  expect(notAsAgreed(sale, payment({ amount: 1_200, returned: 300 }))).toBe('too_much')
})
