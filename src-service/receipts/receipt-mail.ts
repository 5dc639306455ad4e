import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { formatMoney } from '../../src-shared/money.ts'
import { receiptText } from '../../src-shared/receipt/lines.ts'
import { markTraining, paymentReceipt } from '../../src-shared/receipt/receipt.ts'
import { chargedAmount, type GivenOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import type { AccountDocument } from '../accounts/documents.ts'
import type { Mail } from '../mail/mailer.ts'
import { oneLine } from '../mail/one-line.ts'
import { receiptDataOf } from '../terminals/sale/receipt-data.ts'
import { receiptHtml } from './receipt-html.ts'

export interface ReceiptMailInput {
  readonly account: AccountDocument
  readonly intent: PaymentIntent
  readonly payment: Payment
  readonly outcome: GivenOutcome
  readonly to: string
  readonly cc: readonly string[]
  /** The address that this service's mails come from. */
  readonly from: string
  readonly training: boolean
}

/** The customer's copy as a mail: the very lines that the terminal prints (decision 6), as text and as HTML. */
export function receiptMail({
  account,
  intent,
  payment,
  outcome,
  to,
  cc,
  from,
  training,
}: ReceiptMailInput): Mail {
  const receiptData = payment.terminal_details?.receipt_data ?? plainData(account, intent, payment)
  const receipt = paymentReceipt({ receiptData, payment, outcome, intent, copy: 'customer' })
  const lines = markTraining(training, receipt)
  // Not the name that a POS gave the receipt (receipt_dba): nobody may send mails in another's name from our address.
  const merchant = oneLine(account.merchant.dba) || oneLine(account.name)
  const subject = `Receipt from ${merchant} for ${formatMoney(chargedAmount(payment), payment.currency)}`
  return {
    accountId: payment.account_id,
    from: { name: merchant, address: from },
    to,
    cc,
    subject,
    text: `${receiptText(lines).join('\n')}\n`,
    html: receiptHtml(lines, subject),
  }
}

/** Of a payment without a terminal: the merchant as it is known now, the time of the payment. */
const plainData = (account: AccountDocument, intent: PaymentIntent, payment: Payment) =>
  receiptDataOf({ account, intent, cardholderName: null, now: Date.parse(payment.created_at) }, {})
