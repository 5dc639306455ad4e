import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { localStamp, ownTimeZone } from '../../src-shared/local-time.ts'
import { creditReceipt } from '../../src-shared/receipt/credit-receipt.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { markTraining } from '../../src-shared/receipt/receipt-parts.ts'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { plainData, terminalsData } from '../sale/receipts.ts'
import type { ActionRecord } from './action-record.ts'

/**
 * The credit receipt of an action; null for actions that give nothing back. In training the receipt begins with a note
 * of that, like the sale's receipt.
 */
export function creditOf(
  { kind, amount }: Pick<ActionRecord, 'kind' | 'amount'>,
  payment: Payment,
  { shop, now }: { readonly shop: ShopFacts; readonly now: Date },
): ReceiptLine[] | null {
  if (kind !== 'refund' && kind !== 'void') return null
  const { training, language, timeZone = ownTimeZone() } = shop
  const receiptData = terminalsData(payment, shop) ?? plainData(payment, shop)
  const dateTime = localStamp(now.getTime(), timeZone)
  const lines = creditReceipt({ receiptData, payment, kind, amount, dateTime, language })
  return [...markTraining(training, lines, language)]
}
