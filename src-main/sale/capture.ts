import { foundInAnswer } from '../../src-shared/pos/sale/payment-found.ts'
import type { SaleAnswer, SaleEffectIn } from '../../src-shared/pos/sale/sale-events.ts'
import { saleKeys } from '../../src-shared/pos/sale/sale-keys.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { detailOf, refusesThisRequest } from '../service-calls/failures.ts'
import { orderFields } from './order-fields.ts'
import type { ReceiptLoader } from './receipts.ts'

/**
 * Captures a tab's total from the amount that its card holds; the service releases the rest. Tip, tax and lines are
 * sent with it: they were not known when the card was authorized.
 */
export async function captureIntent(
  { client, receipts }: { readonly client: ClientSource; readonly receipts: ReceiptLoader },
  { sale, tries }: SaleEffectIn<'capture_intent'>,
): Promise<SaleAnswer> {
  const captured = await callService(client, 'payment_intents.capture', {
    params: { id: sale.intent_id ?? '' },
    body: {
      amount: sale.amount + sale.tip,
      // Both are sent even if they are 0: the intent's present values belong to another amount.
      payment_data: { tax_amount: 0, ...orderFields(sale), tip_amount: sale.tip },
    },
    idempotencyKey: saleKeys.capture(sale, tries),
  })
  if (!captured.ok) {
    return {
      kind: 'capture_failed',
      refused: refusesThisRequest(captured.error),
      detail: detailOf(captured.error),
    }
  }
  const { latest_payment: payment, status } = captured.value
  const found = payment === null ? null : foundInAnswer(payment, true)
  if (payment === null || found?.kind !== 'paid' || payment.status !== 'captured') {
    return { kind: 'capture_failed', refused: false, detail: `The intent is ${status}.` }
  }
  receipts.remember(payment)
  return { kind: 'captured', payment: found.payment }
}
