import type { CallFailure } from '../../src-shared/api/client.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { receiptNumberOf } from '../../src-shared/pos/bill/receipt-number-of.ts'
import type { FoundPayment, PaymentSearch } from '../../src-shared/pos/manager/manager.ts'
import type { Result } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'

/** Applies the filters that the service would have applied. */
export const isWanted = (
  row: FoundPayment,
  { status, has_refund, payment_status, amount_min, amount_max }: PaymentSearch,
): boolean =>
  (status === undefined || row.status === status) &&
  (payment_status === undefined || row.declined) &&
  (has_refund === undefined || row.amount_refunded > 0 === has_refund) &&
  (amount_min === undefined || row.amount >= amount_min) &&
  (amount_max === undefined || row.amount <= amount_max)

/** @param id of an intent, or of one of its payments */
export async function intentOf(
  client: ClientSource,
  id: string,
): Promise<Result<PaymentIntent, CallFailure>> {
  if (!id.startsWith('pmt_')) return callService(client, 'payment_intents.get', { params: { id } })
  const payment = await callService(client, 'payments.get', { params: { id } })
  if (!payment.ok) return payment
  const params = { id: payment.value.payment_intent_id }
  return callService(client, 'payment_intents.get', { params })
}

export function rowOf(intent: PaymentIntent): FoundPayment {
  const { latest_payment: payment } = intent
  const card = payment?.payment_method?.card
  return {
    intent_id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amount_captured: intent.amount_captured,
    amount_refunded: intent.amount_refunded,
    currency: intent.currency,
    created_at: intent.created_at,
    reference: intent.reference_id,
    receipt: receiptNumberOf(intent),
    note: intent.description,
    brand: card?.brand ?? null,
    last_four: card?.last_four_digits ?? null,
    settled: intent.settlement_status === 'settled',
    declined: payment?.status === 'failed' || payment?.status === 'rejected',
  }
}
