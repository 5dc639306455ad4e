import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Language } from '../../src-shared/language.ts'
import { localStamp } from '../../src-shared/local-time.ts'
import { creditReceipt } from '../../src-shared/receipt/credit-receipt.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { markTraining } from '../../src-shared/receipt/receipt-parts.ts'
import { plainData } from '../sale/receipts.ts'
import type { ActionRecord } from './action-record.ts'

/** The credit receipt of an action; null for those that give nothing back. */
export function creditOf(
  { kind, amount }: Pick<ActionRecord, 'kind' | 'amount'>,
  payment: Payment,
  {
    merchantName,
    training,
    language,
    now,
    timeZone,
  }: {
    readonly merchantName: string
    /** No real money moves: it says so first, as the receipt of the sale did. */
    readonly training: boolean
    readonly language: Language
    readonly now: Date
    /** The shop's, IANA. */
    readonly timeZone: string
  },
): ReceiptLine[] | null {
  if (kind !== 'refund' && kind !== 'void') return null
  const receiptData = payment.terminal_details?.receipt_data ?? plainData(payment, merchantName)
  const dateTime = localStamp(now.getTime(), timeZone)
  const lines = creditReceipt({ receiptData, payment, kind, amount, dateTime, language })
  return [...markTraining(training, lines, language)]
}
