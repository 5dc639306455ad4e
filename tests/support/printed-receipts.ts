import { encodeReceipt, type PaperStyle } from '../../src-main/printing/encode-receipt.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Language } from '../../src-shared/language.ts'
import { orderSchema } from '../../src-shared/pos/order/order.ts'
import { totalsOf } from '../../src-shared/pos/order/totals.ts'
import { billReceipt, giftReceipt } from '../../src-shared/receipt/bill-receipt.ts'
import { creditReceipt } from '../../src-shared/receipt/credit-receipt.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { paymentReceipt } from '../../src-shared/receipt/receipt.ts'
import { markTraining } from '../../src-shared/receipt/receipt-parts.ts'
import { histories } from '../pictures/manager-data.ts'
import { bill } from '../unit/shared/pos/returns/arbitrary-bill.ts'
import { printedOutcome } from './printed-outcome.ts'

const line = (id: string, name: string, unit_amount: number, quantity = 1_000) => ({
  ...{ id, name, unit_amount, quantity, item_id: null, discount: null, note: '', price_override: null },
  ...{ modifiers: [], age_check: null },
  tax_rates: [{ id: 'tax_1', name: 'TVA', rate: 10_000, inclusive: true }],
})
const order = orderSchema.parse({
  id: 'order_1',
  lines: [
    line(
      'line_1',
      'Crème brûlée à la vanille de Madagascar, cœur coulant et éclats de caramel',
      1_250,
      2_000,
    ),
    line('line_2', 'Piñata de cumpleaños «Ñandú» 5 €', 2_999),
    line('line_3', 'Donaudampfschifffahrtsgesellschaftskapitänsmütze', 123_456_789),
  ],
  discounts: [],
})
const total = totalsOf(order).total
const shop = (language: Language) => ({
  ...{ merchant: 'Boulangerie-Pâtisserie du Père Noël & Fils', training: true, language },
  timeZone: 'Europe/Paris',
})
const receiptData = {
  ...{ dba: 'The Rare Books and Manuscripts Company', address1: '', address2: '', order_note: '' },
  ...{ address_1: '1200 Northwest Evergreen Boulevard', address_2: 'Springfield, OR 97477' },
  ...{ phone: '(541) 555-0134', header: 'Ouvert jusqu’à 20 h', date_time: '20261121140500', items: '' },
  ...{ name_on_card: '', footer: 'Merci — à bientôt !' },
}
const sold = histories.paid.payments[0] as Payment

function ofCard(changes: Partial<Payment>, language: Language): readonly ReceiptLine[] {
  const payment = { ...sold, amount_refunded: 0, amount_reversed: 0, ...changes }
  const outcome = printedOutcome(payment)
  const intent = { tip_amount: 250, tax_amount: 113, surcharge_amount: 0, order_details: {} }
  return markTraining(
    true,
    paymentReceipt({ receiptData, payment, outcome, intent, copy: 'customer', language }),
    language,
  )
}

/**
 * A receipt of each kind, with content that is hard to print: long names, large amounts, and the letters of three
 * languages.
 */
export const sampleReceipts = (language: Language): Readonly<Record<string, readonly ReceiptLine[]>> => ({
  sale: billReceipt(
    bill({
      order,
      total,
      tenders: [
        {
          ...{ kind: 'cash', status: 'paid', id: 'cash_1', amount: total, rounding: 0 },
          ...{ tendered: total + 500, change: 500, taken_at: '2026-11-21T14:06:00.000Z' },
        },
      ],
    }),
    shop(language),
  ),
  approved: ofCard({ status: 'captured' }, language),
  declined: ofCard({ status: 'failed', decline_category: 'do_not_honor' }, language),
  credit: creditReceipt({
    ...{
      receiptData,
      payment: sold,
      kind: 'refund',
      amount: 1_234_567,
      dateTime: '20261122090000',
      language,
    },
  }),
  gift: giftReceipt(bill({ order, total }), shop(language)),
})

/** The bytes that are sent to a printer for it. */
export const sentFor = (lines: readonly ReceiptLine[], style: Partial<PaperStyle> = {}): Uint8Array =>
  encodeReceipt([lines], { language: 'esc-pos', columns: 48, letters: 'epson', cuts: true, ...style })
