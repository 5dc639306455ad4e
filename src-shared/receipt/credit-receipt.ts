import type { Payment, ReceiptData } from '../api/schemas/payment.ts'
import type { Language } from '../language.ts'
import { printedCard } from '../payments/card-name.ts'
import type { ReceiptLine } from './lines.ts'
import { merchantLines } from './receipt.ts'
import { pair, receiptTime, rule, space, text } from './receipt-parts.ts'
import { receiptWords } from './receipt-words.ts'

export interface CreditReceiptInput {
  readonly receiptData: ReceiptData
  readonly payment: Payment
  /** A refund of all or a part, or a void before settlement. */
  readonly kind: 'refund' | 'void'
  /** The amount that goes back, in cents. */
  readonly amount: number
  /** Time of the refund or void, YYYYMMDDHHMMSS in the merchant's time. */
  readonly dateTime: string
  /** Defaults to English. */
  readonly language?: Language
}

/** The customer's receipt for a refund or a void, by the card networks' rules: never more than four digits. */
export function creditReceipt(input: CreditReceiptInput): readonly ReceiptLine[] {
  const { receiptData, payment, kind, amount } = input
  const words = receiptWords[input.language ?? 'en']
  const name = kind === 'refund' ? words.credit : words.void
  const card = payment.payment_method?.card
  return [
    ...merchantLines(receiptData, words),
    space,
    pair(receiptTime(input.dateTime), name),
    rule,
    pair(`${name} ${payment.currency}`, `-${words.money(amount, payment.currency)}`, 'bold'),
    rule,
    ...(card ? [pair(words.card, printedCard(card.brand, card.last_four_digits))] : []),
    pair(words.saleOf, receiptTime(receiptData.date_time)),
    pair(words.payment, payment.id),
    space,
    text(kind === 'refund' ? words.credited : words.voided),
    ...(receiptData.footer === '' ? [] : [space, text(receiptData.footer)]),
    space,
    text(words.customerCopy),
  ]
}
