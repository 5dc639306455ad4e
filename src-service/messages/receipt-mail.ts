import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type Language, moneyIn } from '../../src-shared/language.ts'
import { paymentReceipt } from '../../src-shared/receipt/receipt.ts'
import { chargedAmount, type GivenOutcome } from '../../src-shared/receipt/receipt-outcome.ts'
import { receiptWords } from '../../src-shared/receipt/receipt-words.ts'
import type { AccountDocument } from '../accounts/documents.ts'
import type { Mail } from '../mail/mailer.ts'
import { receiptDataOf } from '../terminals/sale/receipt-data.ts'
import type { MailBlock, MailPage } from './blocks.ts'
import { mailOf } from './mail-of.ts'
import { merchantName } from './merchant-name.ts'
import { messageWords } from './words.ts'

export interface ReceiptMailInput {
  readonly account: AccountDocument
  readonly intent: PaymentIntent
  readonly payment: Payment
  readonly outcome: GivenOutcome
  readonly to: string
  readonly cc: readonly string[]
  /** Sender address of this service's mails. */
  readonly from: string
  readonly language: Language
  readonly training: boolean
}

/** Makes a mail of the customer's copy: the same lines that the terminal prints (decision 6), as text and as HTML. */
export function receiptMail({ to, cc, from, ...input }: ReceiptMailInput): Mail {
  const merchant = merchantName(input.account)
  return mailOf({ account_id: input.payment.account_id, merchant, from, to, cc, ...receiptPage(input) })
}

/** Makes the same receipt as a page. */
export function receiptPage({
  account,
  intent,
  payment,
  outcome,
  language,
  training,
}: Omit<ReceiptMailInput, 'to' | 'cc' | 'from'>): MailPage {
  const receiptData = payment.terminal_details?.receipt_data ?? plainData(account, intent, payment)
  const lines = paymentReceipt({ receiptData, payment, outcome, intent, copy: 'customer', language })
  const merchant = merchantName(account)
  const paid = moneyIn(language, payment.currency, chargedAmount(payment))
  const title = messageWords[language].receiptSubject(merchant, paid)
  const blocks: readonly MailBlock[] = [
    ...(training ? [{ kind: 'mark', text: receiptWords[language].training } as const] : []),
    { kind: 'lines', lines },
  ]
  return { language, title, blocks }
}

/** Receipt data of a payment without a terminal: the merchant's current details, and the time of the payment. */
const plainData = (account: AccountDocument, intent: PaymentIntent, payment: Payment) =>
  receiptDataOf({ account, intent, cardholderName: null, now: Date.parse(payment.created_at) }, {})
