import { describe, expect, test } from 'vitest'
import { creditOf } from '../../../../src-main/manager/action-receipt.ts'
import { cardReceipt } from '../../../../src-main/sale/receipts.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { GiftCardTask } from '../../../../src-shared/pos/gift-cards/gift-cards.ts'
import { billReceipt, giftReceipt } from '../../../../src-shared/receipt/bill-receipt.ts'
import { giftCardSlip } from '../../../../src-shared/receipt/gift-card-slip.ts'
import { type ReceiptLine, receiptText, weightOnPaper } from '../../../../src-shared/receipt/lines.ts'
import { returnReceipt, type ShopFacts } from '../../../../src-shared/receipt/return-receipt.ts'
import { shopLines } from '../../../../src-shared/receipt/shop-lines.ts'
import { histories } from '../../../pictures/manager-data.ts'
import { printedOutcome } from '../../../support/printed-outcome.ts'
import { facts } from '../pos/transition/sale-fixtures.ts'
import { cashBill, returnOfCash } from './bill-fixtures.ts'

const contact = { address1: '12 Harbor Street', address2: 'Portland, ME 04101', phone: '(207) 555-0100' }
const shop: ShopFacts = {
  ...{ merchant: 'Ana’s', contact, training: false, language: 'en', timeZone: 'America/New_York' },
}
const slip: GiftCardTask = {
  ...({ reference: 'bill_1.line_1', task: 'issue', kind: 'gift', state: 'to_hand_over' } as const),
  ...{ amount: 2500, currency: 'USD', card_id: 'gc_1', bill: 'KT1042' },
  ...{ code: 'BCDFGHJKLMNPQRSB', last_four: 'QRSB', detail: '' },
}
const tokenPayment: Payment = { ...(histories.paid.payments[0] as Payment), terminal_details: null }

function ofToken(given: ShopFacts): readonly ReceiptLine[] {
  const outcome = printedOutcome(tokenPayment)
  return cardReceipt(tokenPayment, outcome, facts({ amount: tokenPayment.amount }), given)
}

const refundOf = (given: ShopFacts) =>
  creditOf({ kind: 'refund', amount: 100 }, tokenPayment, { shop: given, now: new Date(0) }) ?? []

const papers: readonly (readonly [string, (given: ShopFacts) => readonly ReceiptLine[]])[] = [
  ['the receipt of a bill', (given) => billReceipt(cashBill, given)],
  ['a gift receipt', (given) => giftReceipt(cashBill, given)],
  ['the receipt of a return', (given) => returnReceipt(returnOfCash, given)],
  ['the slip of a gift card', (given) => giftCardSlip(slip, given)],
  ['the receipt of a card that was charged by its token', ofToken],
  ['the receipt of a refund to it', refundOf],
]

describe('the shop on a customer’s receipts', () => {
  test.each(papers)('%s begins with the shop’s name, address and phone number', (_, paper) => {
    const rows = receiptText(paper(shop), 32).map((row) => row.trim().replaceAll('\u00a0', ' '))
    expect(rows.slice(0, 5)).toEqual([
      ...['Ana’s', '12 Harbor Street', 'Portland, ME 04101', '(207) 555-0100', ''],
    ])
  })

  test.each(papers)('%s has no empty rows for unknown data', (_, paper) => {
    const unknown = { ...shop, contact: { address1: '', address2: '', phone: '' } }
    const rows = receiptText(paper(unknown), 32).map((row) => row.trim())
    expect(rows.slice(0, 2)).toEqual(['Ana’s', ''])
    expect(rows[2]).not.toBe('')
  })

  test.each([32, 42, 48])('a long address breaks only between words on %i columns', (columns) => {
    const address1 = '1200, boulevard Monseigneur-Langlois, Centre commercial Salaberry, local 304'
    const long = { ...shop, contact: { ...contact, address1 } }
    const rows = receiptText(billReceipt(cashBill, long), columns)
    expect(rows.every((row) => row.length <= columns)).toBe(true)
    expect(
      rows
        .map((row) => row.trim())
        .join(' ')
        .startsWith(`Ana’s ${address1} Portland`),
    ).toBe(true)
  })
})

describe('a long name of a shop on narrow paper', () => {
  const headOf = (name: string) => shopLines(name)[0] as Extract<ReceiptLine, { kind: 'text' }>
  const longest =
    'Wilhelmina Featherstonehaugh & Daughters Antiquarian Booksellers of Old Portsmouth, second floor'

  test.each([
    // One row, three rows; a word that would be broken; rows that would fill the paper.
    ['Ana’s', 32, 'large'],
    ['Harbor Street Coffee and Tea Company', 32, 'large'],
    ['Wilhelmina Featherstonehaugh', 32, 'bold'],
    ['Wilhelmina Featherstonehaugh', 48, 'large'],
    ['Boulangerie-Pâtisserie Noël', 32, 'large'],
    // The sign stays with its word, which is one letter too long with it.
    ['Chez Wilhelminette !', 32, 'large'],
    ['Chez Featherstonette !', 32, 'bold'],
    ['Chez la Wilhelminette', 32, 'bold'],
    ['Books of the Old Town and of the New Town by the Sea', 32, 'bold'],
  ])('%s on %i columns is %s', (name, columns, weight) => {
    expect(weightOnPaper(headOf(name), columns)).toBe(weight)
  })

  test('has rows of similar lengths, each in the middle, and no broken word', () => {
    expect(receiptText([headOf('The Harbor Street Tea')], 17)).toEqual(['   The Harbor', '   Street Tea'])
    const rows = receiptText([headOf(longest)], 32)
    expect(rows.map((row) => row.trim()).join(' ')).toBe(longest)
    const lengths = rows.map((row) => row.trim().length)
    expect(Math.min(...lengths)).toBeGreaterThan(16)
    for (const row of rows) expect(row.length).toBe(row.trim().length + ((32 - row.trim().length) >> 1))
  })

  test('keeps a word that fits on no row, in as many rows as it needs', () => {
    const word = 'Featherstonehaughsonsdaughtersandgrandchildren'
    expect(receiptText([headOf(word)], 32).map((row) => row.trim())).toEqual([
      word.slice(0, 32),
      word.slice(32),
    ])
  })
})

test('when the terminal’s receipt data has no address, the counter’s card receipt uses the shop’s address', () => {
  const [sold] = histories.paid.payments
  const outcome = printedOutcome(tokenPayment)
  if (sold === undefined) throw new Error('the sample has no payment')
  const paperWith = (address_1: string) => {
    const empty = { dba: '', header: '', order_note: '', items: '', name_on_card: '', footer: '' }
    const receipt_data = {
      ...{ ...empty, address1: address_1, address_1, address2: '', address_2: '', phone: '' },
      date_time: '20261121140500',
    }
    const terminal_details = { entry_mode: null, signature: null, emv_tag_data: '', receipt_data }
    const payment = { ...tokenPayment, terminal_details }
    return receiptText(cardReceipt(payment, outcome, facts({ amount: payment.amount }), shop)).join('\n')
  }
  expect(paperWith('')).toMatch(/Ana’s\n +12 Harbor Street\n +Portland/)
  // The address never mixes lines of both.
  expect(paperWith('4 Quay')).toMatch(/Ana’s\n +4 Quay\n +\(207\) 555-0100/)
})

test('the receipt of a card refund without a terminal dates its sale in the shop’s time zone', () => {
  const saleOf = (timeZone: string) =>
    receiptText(refundOf({ ...shop, timeZone })).find((row) => row.startsWith('Sale of'))
  expect(saleOf('Asia/Tokyo')).not.toBe(saleOf('America/New_York'))
})
