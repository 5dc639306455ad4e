import type { Payment, ReceiptData } from '../api/schemas/payment.ts'
import { formatMoney } from '../money.ts'
import type { ReceiptLine } from './lines.ts'
import { merchantLines, pair, receiptTime, rule, space, text } from './receipt.ts'

export interface CreditReceiptInput {
  readonly receiptData: ReceiptData
  readonly payment: Payment
  /** A part or all of it is paid back, or it is taken back before it was ever settled. */
  readonly kind: 'refund' | 'void'
  /** Cents that go back. */
  readonly amount: number
  /** When it was done, YYYYMMDDHHMMSS in the merchant's time. */
  readonly dateTime: string
}

/** What the customer gets for money that goes back, by the card networks' rules: never more than four digits. */
export function creditReceipt(input: CreditReceiptInput): readonly ReceiptLine[] {
  const { receiptData, payment, kind, amount } = input
  const name = kind === 'refund' ? 'CREDIT' : 'VOID'
  const card = payment.payment_method?.card
  return [
    ...merchantLines(receiptData),
    space,
    pair(receiptTime(input.dateTime), name),
    rule,
    pair(`${name} ${payment.currency}`, `-${formatMoney(amount, payment.currency)}`, 'bold'),
    rule,
    ...(card ? [pair('Card', `${card.brand} **** ${card.last_four_digits}`)] : []),
    pair('Sale of', receiptTime(receiptData.date_time)),
    pair('Payment', payment.id),
    space,
    text(kind === 'refund' ? 'Credited to the card above.' : 'The sale was voided. Nothing is charged.'),
    ...(receiptData.footer === '' ? [] : [space, text(receiptData.footer)]),
    space,
    text('CUSTOMER COPY'),
  ]
}
