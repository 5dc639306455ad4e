import { expect, test } from 'vitest'
import { cardReceipt, plainData } from '../../../../src-main/sale/receipts.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { totalsOf } from '../../../../src-shared/pos/order/totals.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { histories } from '../../../pictures/manager-data.ts'
import { printedOutcome } from '../../../support/printed-outcome.ts'
import { facts } from '../../shared/pos/transition/sale-fixtures.ts'

test('the receipt of a card names each tax of the order', () => {
  const tax_rates = [
    { id: 'gst', name: 'TPS', rate: 5_000, inclusive: false },
    { id: 'qst', name: 'TVQ', rate: 9_975, inclusive: false },
  ]
  const order = { id: 'ord_1', lines: [{ ...plainLine('line_1', 'Tea', 10_000), tax_rates }], discounts: [] }
  const { total: amount } = totalsOf(order)
  const payment = {
    ...(histories.paid.payments[0] as Payment),
    ...{ amount, amount_authorized: amount, amount_captured: amount, amount_refunded: 0 },
  }
  const outcome = printedOutcome(payment)
  const shop = { merchant: 'Store', language: 'en', training: false, timeZone: 'America/Montreal' } as const
  const lines = cardReceipt(payment, outcome, facts({ amount, tip: 0, order }), shop)
  const rows = lines.flatMap((line) => (line.kind === 'pair' ? [[line.left, line.right]] : []))
  expect(rows).toContainEqual(['TPS 5%', '$5.00'])
  expect(rows).toContainEqual(['TVQ 9.975%', '$9.98'])
})

test('the receipt of a card charged by token lists goods and note, or for a part payment the bill’s total', () => {
  const order = { id: 'ord_1', lines: [plainLine('line_1', 'Tea', 10_000)], discounts: [] }
  const rowsOf = (amount: number) => {
    const payment = {
      ...(histories.paid.payments[0] as Payment),
      ...{ amount, amount_authorized: amount, amount_captured: amount, amount_refunded: 0 },
      terminal_details: null,
    }
    const outcome = printedOutcome(payment)
    const bill = { number: 'KT1042', total: 10_000 }
    const sale = facts({ amount, order, bill, note: 'For Ana' })
    const shop = { merchant: 'Store', language: 'en', training: false, timeZone: 'America/Montreal' } as const
    return receiptText(cardReceipt(payment, outcome, sale, shop)).join('\n')
  }
  expect(rowsOf(10_000)).toMatch(/For Ana\n[^\n]*Tea +\$100\.00/)
  expect(rowsOf(4_000)).not.toMatch(/Tea|For Ana/)
  expect(rowsOf(4_000)).toMatch(/KT1042 +\$100\.00/)
})

test.each([
  // The account has another time zone than the shop: the receipt has the shop's time, like the bill's receipt.
  ['20261121173105', '2026-11-21 14:30'],
  // The same minute as on the terminal's receipt.
  ['20261121143105', '2026-11-21 14:31'],
  ['in the afternoon', '2026-11-21 14:30'],
])(
  'a card with a terminal receipt dated %s was charged at %s in the shop’s time zone',
  (date_time, expected) => {
    const [sold] = histories.paid.payments as readonly Payment[]
    const data = {
      ...plainData(sold as Payment, { merchant: 'Store', language: 'en', training: false }),
      date_time,
    }
    const payment = {
      ...(sold as Payment),
      created_at: '2026-11-21T22:30:59.000Z',
      terminal_details: { ...(sold as Payment).terminal_details, receipt_data: data },
    } as Payment
    const shop = {
      merchant: 'Store',
      language: 'en',
      training: false,
      timeZone: 'America/Los_Angeles',
    } as const
    const outcome = printedOutcome(payment)
    expect(receiptText(cardReceipt(payment, outcome, facts({}), shop)).join('\n')).toContain(expected)
  },
)
