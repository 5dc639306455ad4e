import { describe, expect, test } from 'vitest'
import { paymentNames } from '../../../../../src-shared/pos/bill/open-bills.ts'
import { withPartReturned } from '../../../../../src-shared/pos/bill/part-returned.ts'
import {
  compareCards,
  compareCash,
  type ServicePayment,
} from '../../../../../src-shared/pos/report/compare.ts'
import { partCents } from '../../../../../src-shared/pos/returns/return-sums.ts'
import { randomWeek } from './random-week.ts'

const week = randomWeek(21, Date.parse('2026-10-29'))

/** Amount refunded for each payment, according to the counter's book. */
const everReturned = new Map<string, number>()
for (const part of week.returned.flatMap(({ one }) => one.parts)) {
  if (part.kind !== 'card') continue
  everReturned.set(part.payment_id, (everReturned.get(part.payment_id) ?? 0) + partCents(part))
}

/** The payments of a service that has everything the counter recorded. */
const payments: readonly ServicePayment[] = week.sold.flatMap(({ at, bill }) =>
  bill.tenders.flatMap((tender) => {
    if (tender.kind !== 'card') return []
    const { sale, payment } = tender
    const captured = tender.amount + tender.tip + tender.surcharge
    const returned = tender.status === 'returned' ? captured : (everReturned.get(payment.payment_id) ?? 0)
    const { payment_id } = payment
    return [
      {
        intent_id: sale.intent_id ?? '',
        payment_id,
        at,
        captured,
        returned,
        number: bill.number,
        by_link: false,
      },
    ]
  }),
)

const isOwn = (number: string) => number.startsWith('KT')
const known = new Set(week.sold.flatMap(({ bill }) => paymentNames(bill)))
const isKnown = (_number: string, entryId: string) => known.has(entryId)
const compare = (shown: readonly ServicePayment[]) =>
  compareCards({ sold: week.sold, everReturned }, shown, isOwn, known)

const inLedger = (): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const entry of week.cash) {
    if (entry.kind === 'sale') sums.set(entry.bill, (sums.get(entry.bill) ?? 0) + entry.amount)
  }
  return sums
}

/** A paid payment without refunds. */
const plain = payments.find(({ returned, captured }) => returned === 0 && captured > 100) as ServicePayment

describe('the comparison of the book with the service', () => {
  test('the comparison finds nothing when both have the same', () => {
    expect(compare(payments)).toEqual([])
    expect(compareCash(week, inLedger(), isKnown)).toEqual([])
  })

  test('a refund of a card that was made elsewhere before its bill was closed is not a difference', () => {
    const shown = payments.map((one) => (one === plain ? { ...one, returned: 30 } : one))
    const sold = week.sold.map((fact) => ({
      ...fact,
      bill: {
        ...fact.bill,
        tenders: fact.bill.tenders.map((one) =>
          one.kind === 'card' && one.sale.intent_id === plain.intent_id ? withPartReturned(one, 30) : one,
        ),
      },
    }))
    const compared = compareCards({ sold, everReturned }, shown, isOwn, known)
    expect(compared).toEqual([])
    expect(compareCards({ sold, everReturned }, payments, isOwn, known)).toMatchObject([
      { kind: 'return_not_at_service', here: 30, there: 0 },
    ])
  })

  test('the comparison lists a sale that the service does not have', () => {
    const { number, intent_id, captured } = plain
    expect(compare(payments.filter((one) => one !== plain))).toEqual([
      { kind: 'not_at_service', number, intent_id, here: captured, there: 0 },
    ])
  })

  test('the comparison lists a sale for which the service captured one cent less', () => {
    const { number, intent_id, captured } = plain
    const shown = payments.map((one) => (one === plain ? { ...one, captured: captured - 1 } : one))
    expect(compare(shown)).toEqual([
      { kind: 'amount_differs', number, intent_id, here: captured, there: captured - 1 },
    ])
  })

  test('the comparison lists this counter’s payments that its book lacks, and ignores those of other counters', () => {
    const lost = { ...plain, intent_id: 'pi_lost', number: 'KT9999' }
    const ofOthers = { ...plain, intent_id: 'pi_other', number: 'AB1000' }
    const byLink = { ...plain, intent_id: 'pi_link', number: null, by_link: true }
    const there = plain.captured
    expect(compare([...payments, lost, ofOthers, byLink])).toEqual([
      { kind: 'not_in_book', number: 'KT9999', intent_id: 'pi_lost', here: 0, there },
    ])
    // A payment or a bill of another period is not missing.
    for (const name of ['pi_lost', 'KT9999'])
      expect(
        compareCards(
          { sold: week.sold, everReturned },
          [...payments, lost],
          isOwn,
          new Set([...known, name]),
        ),
      ).toEqual([])
    // What was given back of it is missing in the book as well.
    expect(compare([...payments, { ...lost, returned: 30 }])).toMatchObject([{ there: there - 30 }])
    expect(compare([...payments, { ...lost, returned: there }])).toEqual([])
  })

  test('the comparison lists refunds made elsewhere, and refunds in the book that were not made', () => {
    const { number, intent_id } = plain
    const elsewhere = payments.map((one) => (one === plain ? { ...one, returned: 100 } : one))
    expect(compare(elsewhere)).toEqual([
      { kind: 'returned_elsewhere', number, intent_id, here: 0, there: 100 },
    ])
    const back = new Map([...everReturned, [plain.payment_id, 100]])
    expect(compareCards({ sold: week.sold, everReturned: back }, payments, isOwn, known)).toEqual([
      { kind: 'return_not_at_service', number, intent_id, here: 100, there: 0 },
    ])
  })

  test('while a refund of a card is pending, what the service shows as refunded is not a difference', () => {
    const shown = payments.map((one) => (one === plain ? { ...one, returned: 100 } : one))
    const pending = new Map<string, number | null>([...everReturned, [plain.payment_id, null]])
    expect(compareCards({ sold: week.sold, everReturned: pending }, shown, isOwn, known)).toEqual([])
  })

  test('a tender that was undone is not missed at the service', () => {
    const left = payments.filter(({ intent_id }) => !intent_id.includes('undone'))
    expect(left.length).toBeLessThan(payments.length)
    expect(compare(left)).toEqual([])
  })

  test('the comparison lists a tender that was undone but whose payment stands', () => {
    const undone = payments.find(
      ({ captured, returned, intent_id }) => captured === returned && intent_id.includes('undone'),
    ) as ServicePayment
    const shown = payments.map((one) => (one === undone ? { ...one, returned: 0 } : one))
    expect(compare(shown)).toEqual([
      {
        kind: 'amount_differs',
        number: undone.number,
        intent_id: undone.intent_id,
        here: 0,
        there: undone.captured,
      },
    ])
  })

  test('the comparison lists a bill whose cash the ledger lacks, and cash whose bill the book lacks', () => {
    const ledger = inLedger()
    const [[number, amount] = ['', 0]] = ledger
    ledger.delete(number)
    expect(compareCash(week, ledger, isKnown)).toEqual([
      { kind: 'cash_not_in_ledger', number, intent_id: null, here: amount, there: 0 },
    ])
    expect(
      compareCash(
        { ...week, sold: week.sold.filter(({ bill }) => bill.number !== number) },
        inLedger(),
        (known) => known !== number,
      ),
    ).toEqual([{ kind: 'cash_not_in_book', number, intent_id: null, here: 0, there: amount }])
  })

  test('cash that was handed back before its bill was closed is missing nowhere', () => {
    const [[number, amount] = ['', 0]] = inLedger()
    const handedBack = week.sold.map((fact) => ({
      ...fact,
      bill: {
        ...fact.bill,
        tenders: fact.bill.tenders.map((one) =>
          fact.bill.number === number && one.kind === 'cash' ? { ...one, status: 'returned' as const } : one,
        ),
      },
    }))
    const ledger = new Map([...inLedger(), [number, 0]])
    expect(compareCash({ ...week, sold: handedBack }, ledger, isKnown)).toEqual([])
    // Nor if the book lacks the bill: nothing of it is in the drawer.
    const sold = week.sold.filter(({ bill }) => bill.number !== number)
    const isOther = (bill: string) => bill !== number
    expect(compareCash({ ...week, sold }, ledger, isOther)).toEqual([])
    expect(compareCash({ ...week, sold }, inLedger(), isOther)).toMatchObject([{ there: amount }])
  })
})
