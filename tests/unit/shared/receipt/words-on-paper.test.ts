import { describe, expect, test } from 'vitest'
import { cardReceipt } from '../../../../src-main/sale/receipts.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { Language } from '../../../../src-shared/language.ts'
import { orderSchema } from '../../../../src-shared/pos/order/order.ts'
import { orderDetailsOf } from '../../../../src-shared/pos/order/order-details.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { totalsOf } from '../../../../src-shared/pos/order/totals.ts'
import { billReceipt, giftReceipt } from '../../../../src-shared/receipt/bill-receipt.ts'
import { itemLines } from '../../../../src-shared/receipt/item-lines.ts'
import { type ReceiptLine, receiptText } from '../../../../src-shared/receipt/lines.ts'
import { returnReceipt } from '../../../../src-shared/receipt/return-receipt.ts'
import { histories } from '../../../pictures/manager-data.ts'
import { printedOutcome } from '../../../support/printed-outcome.ts'
import { facts } from '../pos/transition/sale-fixtures.ts'
import { cashBill, returnOfCash } from './bill-fixtures.ts'

const cheese = {
  ...plainLine('line_1', 'Fromage Oka', 3_200),
  quantity: 350,
  discount: { kind: 'percent', value: 1_250, reason: 'Client fidèle' } as const,
  tax_rates: [{ id: 'gst', name: 'TPS', rate: 5_000, inclusive: false }],
}
const order = orderSchema.parse({ id: 'order_1', lines: [cheese], discounts: [] })
const { total } = totalsOf(order)
const bill = { ...cashBill, order, total }
const shopIn = (language: Language) =>
  ({ merchant: 'Ana’s', training: false, language, timeZone: 'UTC' }) as const
const [line] = returnOfCash.lines
if (line === undefined) throw new Error('nothing came back')
const back = { ...returnOfCash, lines: [{ ...line, quantity: 350 }] }

const rowsOf = (lines: readonly ReceiptLine[], columns = 48) =>
  receiptText(lines, columns).map((row) => row.replaceAll('\u00a0', ' '))

function ofToken(language: Language, note = '') {
  const [sold] = histories.paid.payments as readonly Payment[]
  if (sold === undefined) throw new Error('it was paid')
  const paid = { amount: total, amount_authorized: total, amount_captured: total, amount_refunded: 0 }
  const payment = { ...sold, ...paid, terminal_details: null }
  const outcome = printedOutcome(payment)
  return cardReceipt(payment, outcome, facts({ amount: total, order, note }), shopIn(language))
}

describe('numbers on receipts', () => {
  const papers: readonly (readonly [string, (language: Language) => readonly ReceiptLine[]])[] = [
    ['a bill', (language) => billReceipt(bill, shopIn(language))],
    ['a gift receipt', (language) => giftReceipt(bill, shopIn(language))],
    ['a return', (language) => returnReceipt(back, shopIn(language))],
    ['a card without a terminal', ofToken],
  ]
  test.each(papers)('weights on %s are written in its language', (_, paper) => {
    expect(rowsOf(paper('fr')).join('\n')).toContain('0,35 x ')
    expect(rowsOf(paper('en')).join('\n')).toContain('0.35 x ')
    expect(rowsOf(paper('es')).join('\n')).toContain('0.35 x ')
  })

  test('the percentage of a discount is written in the language of the receipt', () => {
    for (const paper of [billReceipt(bill, shopIn('fr')), ofToken('fr')])
      expect(rowsOf(paper).join('\n')).toContain('Client fidèle 12,5 %')
    expect(rowsOf(billReceipt(bill, shopIn('en'))).join('\n')).toContain('Client fidèle 12.5%')
  })
})

test('the percentage of a discount kept by a service is written in the language of each receipt', () => {
  const items = JSON.stringify([
    ...(orderDetailsOf(order).items ?? []),
    { name: 'Jus 100%', quantity: 1, unit_amount: 400, amount: 400 },
    { name: 'Échantillon 50%', quantity: 1, unit_amount: 0, amount: 0 },
  ])
  const rows = (language: Language) => rowsOf(itemLines(items, 'CAD', language)).join('\n')
  expect(rows('fr')).toContain('Client fidèle 12,5 %')
  expect(rows('en')).toContain('Client fidèle 12.5%')
  // The shop's own item names stay as they are, also for free items.
  expect(rows('fr')).toContain('Jus 100%')
  expect(rows('fr')).toContain('Échantillon 50%')
})

test('the note is printed before the items, with a line below', () => {
  for (const paper of [billReceipt({ ...bill, note: 'For Ben' }, shopIn('en')), ofToken('en', 'For Ben')]) {
    const rows = rowsOf(paper)
    const [note, item, subtotal] = ['For Ben', '0.35 x Fromage', 'Subtotal'].map((start) =>
      rows.findIndex((row) => row.startsWith(start)),
    )
    expect([note, item, subtotal]).not.toContain(-1)
    expect(item).toBe(Number(note) + 1)
    expect(rows[Number(subtotal) - 1]).toMatch(/^-+$/)
  }
  const typed = rowsOf(billReceipt({ ...bill, order: null, note: 'For Ben' }, shopIn('en')))
  expect(typed[typed.indexOf('For Ben') + 1]).toMatch(/^-+$/)
})

test('a shortened name ends after a whole word, and shows that it was shortened', () => {
  const long = {
    ...plainLine('line_1', 'Crème brûlée à la vanille de Madagascar, cœur coulant et éclats de caramel', 900),
    modifiers: [
      { name: 'Grand format', amount: 0 },
      { name: 'Sans gluten', amount: 0 },
    ],
  }
  const rows = rowsOf(billReceipt({ ...bill, order: { ...order, lines: [long] }, total: 900 }, shopIn('en')))
  expect(rows.join(' ')).toMatch(/\(Grand format, Sans… /)
})

test.each([
  ['no words to end with', 'é'.repeat(120), `${'é'.repeat(99)}…`],
  ['none but a first one', `Le ${'é'.repeat(120)}`, `Le ${'é'.repeat(96)}…`],
  ['a word that ends where it is cut', `${'a'.repeat(99)} and more`, `${'a'.repeat(99)}…`],
])('a name with %s is kept as far as it fits', (_, name, kept) => {
  const [item] = orderDetailsOf({ ...order, lines: [plainLine('line_1', name, 900)] }).items
  expect(item?.name).toBe(kept)
})

test.each([32, 42, 48])('a postal code is not broken on %i columns', (columns) => {
  const place = (address2: string) =>
    rowsOf(
      billReceipt(bill, { ...shopIn('en'), contact: { address1: '', address2, phone: '' } }),
      columns,
    ).map((row) => row.trim())
  expect(place('Salaberry-de-Valleyfield, QC J6S 1E1').join('|')).toContain('QC J6S 1E1|')
  expect(place('Sainte-Anne-de-Bellevue QC  h9x 1a1').join('|')).toContain('h9x 1a1|')
  expect(place('Winchester-on-the-Severn, MD 21401-1234').join('|')).toContain('MD 21401-1234|')
})
