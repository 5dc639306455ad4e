import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { type ClientSource, callService, orMissing } from '../service-calls/call-service.ts'
import { everyPage } from '../service-calls/pages.ts'
import type { IntentHistory } from './reconcile.ts'

export const paymentsOf = (
  client: ClientSource,
  intentId: string,
): Promise<Result<readonly Payment[], CallFailure>> =>
  everyPage((query) =>
    callService(client, 'payment_intents.list_payments', { params: { id: intentId }, query }),
  )

/** Null at a service without such a list: it is not in the specification. */
export async function refundsOf(
  client: ClientSource,
  paymentId: string,
): Promise<Result<readonly Refund[] | null, CallFailure>> {
  const listed = await everyPage((query) =>
    callService(client, 'payments.list_refunds', { params: { id: paymentId }, query }),
  )
  return orMissing(listed)
}

/** Reads the intent last, so that its state is at least as new as its lists. */
export async function loadIntentHistory(
  client: ClientSource,
  {
    intent_id,
    payment_id,
    refund_id = null,
  }: {
    readonly intent_id: string
    readonly payment_id: string | null
    readonly refund_id?: string | null
  },
): Promise<Result<IntentHistory, CallFailure>> {
  const payments = await paymentsOf(client, intent_id)
  if (!payments.ok) return payments
  const refunds = payment_id === null ? ok([]) : await refundsOf(client, payment_id)
  if (!refunds.ok) return refunds
  const known = refunds.value === null && refund_id !== null ? await refundNamed(client, refund_id) : refunds
  if (!known.ok) return known
  const intent = await callService(client, 'payment_intents.get', { params: { id: intent_id } })
  if (!intent.ok) return intent
  return ok({ intent: intent.value, payments: payments.value, refunds: known.value })
}

async function refundNamed(
  client: ClientSource,
  id: string,
): Promise<Result<readonly Refund[], CallFailure>> {
  const found = await callService(client, 'refunds.get', { params: { id } })
  return found.ok ? ok([found.value]) : found
}
