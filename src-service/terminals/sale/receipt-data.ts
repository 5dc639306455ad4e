import type { ReceiptData } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { localStamp } from '../../../src-shared/local-time.ts'
import type { AccountDocument } from '../../accounts/documents.ts'
import type { Services } from '../../services.ts'

/** Texts that a request may give to replace the merchant's details (section 4.4). */
export interface ReceiptTexts {
  readonly receipt_header?: string | undefined
  readonly receipt_footer?: string | undefined
  readonly receipt_dba?: string | undefined
  readonly receipt_phone?: string | undefined
  readonly receipt_address1?: string | undefined
  readonly receipt_address2?: string | undefined
}

export interface ReceiptFacts {
  readonly account: Pick<AccountDocument, 'merchant' | 'merchant_id'>
  readonly intent: PaymentIntent
  readonly cardholderName: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Returns the receipt data of a current sale. */
export async function receiptFor(
  { accounts, clock }: Pick<Services, 'accounts' | 'clock'>,
  intent: PaymentIntent,
  texts: ReceiptTexts,
  cardholderName: string | null,
): Promise<ReceiptData> {
  const account = await accounts.account(intent.account_id)
  if (account === null) throw new Error(`account ${intent.account_id} of intent ${intent.id} is gone`)
  return receiptDataOf({ account: account.document, intent, cardholderName, now: clock.now() }, texts)
}

/** Section 2.10: all strings, the address in both spellings, the time in the merchant's time zone. */
export function receiptDataOf(facts: ReceiptFacts, texts: ReceiptTexts): ReceiptData {
  const { account, intent } = facts
  const { merchant } = account
  const address1 = texts.receipt_address1 ?? merchant.address1
  const address2 = texts.receipt_address2 ?? merchant.address2
  const { items } = intent.order_details
  return {
    dba: texts.receipt_dba ?? merchant.dba,
    address1,
    address_1: address1,
    address2,
    address_2: address2,
    phone: texts.receipt_phone ?? merchant.phone,
    header: texts.receipt_header ?? '',
    order_note: intent.description ?? '',
    date_time: localStamp(facts.now, merchant.timezone),
    items: items === undefined ? '' : JSON.stringify(items),
    name_on_card: facts.cardholderName ?? '',
    footer: texts.receipt_footer ?? '',
    merchant_id: account.merchant_id.replace(/.(?=.{4})/g, '*'),
  }
}
