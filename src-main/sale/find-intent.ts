import type { CallFailure } from '../../src-shared/api/client.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'

const idle: readonly PaymentIntent['status'][] = ['created', 'cancelled', 'failed']

/**
 * Finds a sale's intent by its reference, the sale's id, if this counter does not have the intent's id: the answer to
 * its creation was lost, or the journal is damaged. Of several, prefers one with a payment. Null if there is none.
 * If the service lists only intents with other references, it has not searched by the reference: the outcome is then
 * unknown, and none of these intents is touched.
 */
export async function findIntent(
  client: ClientSource,
  saleId: string,
): Promise<Result<PaymentIntent | null, CallFailure>> {
  const body = { reference_id: saleId, limit: 50 }
  const found = await callService(client, 'payment_intents.search', { body })
  if (!found.ok) return found
  const data = found.value.data.filter(({ reference_id }) => reference_id === saleId)
  if (data.length === 0 && found.value.data.length > 0) {
    return err({
      kind: 'no_answer',
      reason: `the search for ${saleId} found only intents of other references`,
    })
  }
  return ok(data.find(({ status }) => !idle.includes(status)) ?? open(data) ?? data[0] ?? null)
}

const open = (intents: readonly PaymentIntent[]) => intents.find(({ status }) => status === 'created')
