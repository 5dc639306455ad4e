import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { type ClientSource, callService, orMissing } from '../service-calls/call-service.ts'

/**
 * Whether the bank still has to answer a refund of this payment. A refund counts in the payment's `amount_refunded`
 * from its creation, and the bank may still refuse it. If it refuses between the two reads, the listed refunds add up
 * to less than that sum. If the service does not list refunds, its sum is taken as final.
 * @param payment null if nothing was paid or refunded
 */
export async function isRefundUnanswered(
  client: ClientSource,
  payment: Pick<Payment, 'id' | 'amount_refunded'> | null,
): Promise<Result<boolean, CallFailure>> {
  if (!payment || payment.amount_refunded <= 0) return ok(false)
  const { id, amount_refunded } = payment
  const made = orMissing(
    await callService(client, 'payments.list_refunds', { params: { id }, query: { limit: 50 } }),
  )
  if (!made.ok) return made
  if (made.value === null) return ok(false)
  const { data, meta } = made.value
  const awaitsBank = ({ status, awaits }: Refund) => status === 'processing' && awaits === 'processor'
  const listed = data.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  return ok(data.some(awaitsBank) || (!meta.has_more && listed < amount_refunded))
}
