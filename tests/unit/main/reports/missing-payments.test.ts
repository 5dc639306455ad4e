import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withoutFound } from '../../../../src-main/reports/missing-payments.ts'
import { openSalesBook, type SalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Bill, CardTender, Tender } from '../../../../src-shared/pos/bill/bill.ts'
import { type OpenBill, openBills } from '../../../../src-shared/pos/bill/open-bills.ts'
import { newLink, notKnown } from '../../../../src-shared/pos/links/payment-link-steps.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { at, authorizing, decline, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

let book: SalesBook
beforeEach(async () => {
  const folder = await temporaryFolder('missing-payments')
  book = await openSalesBook(join(folder, 'bills'), () => Date.parse(at), quietLog)
})
afterEach(() => book.close())

const card = (intent_id: string | null): CardTender => ({
  ...{ kind: 'card', status: 'paid', amount: 1_234, tip: 0, surcharge: 0 },
  ...{ sale: facts({ intent_id }), payment: payment() },
})
const cash: Tender = {
  ...{ kind: 'cash', status: 'paid', id: 'cash_1', amount: 1_234, rounding: 0, tendered: 1_234 },
  ...{ change: 0, taken_at: at, person_id: null },
}
const bill = (tenders: Bill['tenders'], changes: Partial<Bill> = {}): Bill => ({
  ...{ id: 'bill_1', number: 'KT1001', order: null, total: 1_234, currency: 'USD', note: '', tenders },
  ...{ opened_at: at, status: 'open', tab: null, link: null, person_id: null },
  ...changes,
})

/** The service has pi_1, which was charged for KT1001. */
const missing = { kind: 'not_in_book', number: 'KT1001', intent_id: 'pi_1', here: 0, there: 1_234 } as const
const isReported = async (open: readonly OpenBill[] = [], openBefore: readonly string[] = []) => {
  const since = Date.parse(at) - 24 * 60 * 60_000
  const counter = { sources: { book }, facts: { cash: [] }, openBefore, since, openBills: () => open }
  return (await withoutFound([missing], counter)).length === 1
}
const standing = (one: Bill, sale: SaleState = { kind: 'ready' }) =>
  openBills({ sale, bill: one, aside: [] }, [], [])

test('a payment is in the book if its bill or another one names its intent', async () => {
  expect(await isReported()).toBe(true)
  await book.file(bill([cash]), at)
  expect(await isReported()).toBe(true)
  await book.file(bill([card('pi_1')], { id: 'bill_2', number: 'KT1002' }), at)
  expect(await isReported()).toBe(false)
})

test('a card of an old line without an intent may be the one of its bill', async () => {
  await book.file(bill([card(null)], { number: 'KT1002', id: 'bill_2' }), at)
  expect(await isReported()).toBe(true)
  await book.file(bill([card(null)]), at)
  expect(await isReported()).toBe(false)
})

const link = newLink(
  { id: 'link_1', amount: 1_234, currency: 'USD', note: '', order: null, receiver: { kind: 'code' } },
  at,
  { number: 'KT1001', total: 1_234 },
)
const restored = { seen: false, given_back: 0, paid_elsewhere: null }

test.each<[string, readonly OpenBill[], boolean]>([
  ['whose link was given up', standing(bill([], { link: notKnown(link) })), true],
  ['that was paid in cash since', standing(bill([cash])), true],
  ['that left so', openBills({ sale: { kind: 'ready' }, bill: null, aside: [] }, [], [bill([cash])]), true],
  ['whose link is open', standing(bill([], { link })), false],
  [
    'that was put aside with its link',
    openBills({ sale: { kind: 'ready' }, bill: null, aside: [bill([], { link })] }, [], []),
    false,
  ],
  ['that a backup brought', standing(bill([cash], { restored })), false],
  ['whose card is charged', standing(bill([]), authorizing()), false],
  [
    'whose card has no intent yet',
    standing(bill([]), authorizing({ sale: facts({ intent_id: null }) })),
    false,
  ],
  [
    'whose other card was declined',
    standing(bill([]), { kind: 'declined', sale: facts({ intent_id: 'pi_2' }), decline } as SaleState),
    true,
  ],
  ['that has it', standing(bill([card('pi_1')])), false],
  [
    'that left with it',
    openBills({ sale: { kind: 'ready' }, bill: null, aside: [] }, [], [bill([card('pi_1')])]),
    false,
  ],
])('whether a payment is missing is decided for a bill %s', async (_, open, expected) => {
  expect(await isReported(open)).toBe(expected)
  // Earlier open bills make no difference while the bill is open.
  expect(await isReported(open, ['KT1001'])).toBe(expected)
})

test('a bill that was open before and left no trace had its money given back', async () => {
  expect(await isReported([], ['KT1001'])).toBe(false)
  await book.file(bill([cash]), at)
  expect(await isReported([], ['KT1001'])).toBe(true)
})
