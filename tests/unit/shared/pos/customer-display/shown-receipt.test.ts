import { expect, test } from 'vitest'
import type { Tender } from '../../../../../src-shared/pos/bill/bill.ts'
import { displaySnapshotOf } from '../../../../../src-shared/pos/customer-display/display-view.ts'
import { shownReceipt } from '../../../../../src-shared/pos/customer-display/shown-receipt.ts'
import type { Snapshot } from '../../../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../../../pictures/snapshots.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'

const receipt_url = 'https://pay.example.com/receipts/pi_1.en.1.seal'
const viewOf = (snapshot: Snapshot) =>
  displaySnapshotOf(snapshot, { tip: null, pictures: 0, receipt_url }).view
const withBill = (...tenders: readonly Tender[]): Snapshot => ({
  ...snapshots.ready,
  bill: bill({ tenders: [...tenders] }),
})
const [first, half] = [cardTender('sale_1', 6_000), cardTender('sale_1', 3_000)]

test('the receipt of a card that paid everything is shown in the customer’s language, or else the shop’s', () => {
  const { sale } = snapshots.approved
  if (sale.kind !== 'approved') throw new Error('another sale is in the picture')
  const paid = { ...sale, sale: { ...sale.sale, intent_id: 'pi_1', customer: null } }
  const snapshot = { ...snapshots.approved, sale: paid }
  expect(shownReceipt(snapshot)).toEqual({ intent_id: 'pi_1', language: 'en' })
  expect(viewOf(snapshot)).toMatchObject({ kind: 'paid', receipt_url })
  const customer = { id: 'cus_1', name: 'Ana', locale: 'es' } as const
  const known = { ...snapshot, sale: { ...paid, sale: { ...paid.sale, customer } } }
  expect(shownReceipt(known)).toEqual({ intent_id: 'pi_1', language: 'es' })
})

test('for a bill paid by one card, the receipt of that card is shown', () => {
  expect(shownReceipt(withBill(first))).toEqual({ intent_id: first.sale.intent_id, language: 'en' })
})

test.each([
  ['two cards', withBill(half, { ...half, sale: { ...half.sale, id: 'sale_2' } })],
  ['a card that was given back', withBill({ ...first, status: 'returned' })],
  ['a card that has paid a part', withBill(half)],
  ['cash', snapshots['bill-paid']],
  ['nothing so far', snapshots['ready-order']],
  ['a card whose outcome is not known', snapshots.checking],
  ['a card that was declined', snapshots.declined],
])('no receipt is shown for %s', (_, snapshot) => {
  expect(shownReceipt(snapshot)).toBeNull()
})

test('no receipt is shown for a card that is held for a tab', () => {
  const { sale } = snapshots.approved
  if (sale.kind !== 'approved') throw new Error('another sale is in the picture')
  const tab = { stage: 'opening', name: 'Ana' } as unknown as typeof sale.sale.tab
  expect(shownReceipt({ ...snapshots.approved, sale: { ...sale, sale: { ...sale.sale, tab } } })).toBeNull()
})
