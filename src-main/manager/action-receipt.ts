import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Language } from '../../src-shared/language.ts'
import { localStamp } from '../../src-shared/local-time.ts'
import { creditReceipt } from '../../src-shared/receipt/credit-receipt.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { plainData } from '../sale/receipts.ts'
import type { ActionRecord } from './action-record.ts'

/** The credit receipt of an action; null for those that give nothing back. */
export function creditOf(
  { kind, amount }: Pick<ActionRecord, 'kind' | 'amount'>,
  payment: Payment,
  {
    merchantName,
    language,
    now,
    timeZone,
  }: {
    readonly merchantName: string
    readonly language: Language
    readonly now: Date
    /** The shop's, IANA. */
    readonly timeZone: string
  },
): ReceiptLine[] | null {
  if (kind !== 'refund' && kind !== 'void') return null
  const receiptData = payment.terminal_details?.receipt_data ?? plainData(payment, merchantName)
  return [
    ...creditReceipt({
      receiptData,
      payment,
      kind,
      amount,
      dateTime: localStamp(now.getTime(), timeZone),
      language,
    }),
  ]
}
