import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Language } from '../../src-shared/language.ts'
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
  }: { readonly merchantName: string; readonly language: Language; readonly now: Date },
): ReceiptLine[] | null {
  if (kind !== 'refund' && kind !== 'void') return null
  const receiptData = payment.terminal_details?.receipt_data ?? plainData(payment, merchantName)
  return [...creditReceipt({ receiptData, payment, kind, amount, dateTime: stampOf(now), language })]
}

/** YYYYMMDDHHMMSS by the counter's own clock and time zone, where the merchant is. */
const stampOf = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join('')
