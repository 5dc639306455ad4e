import type { CallFailure, Client } from '../../src-shared/api/client.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { callService, orMissing } from './calls.ts'

/**
 * Whether the bank has yet to answer for some of what is refunded of a payment: a refund is in the payment's sums from its
 * beginning on, and the bank may still refuse it. A service that lists no refunds shows the sum, and that is all of it.
 */
export async function isRefundUnanswered(
  client: () => Client | null,
  { id, amount_refunded }: Pick<Payment, 'id' | 'amount_refunded'>,
): Promise<Result<boolean, CallFailure>> {
  if (amount_refunded <= 0) return ok(false)
  const made = orMissing(
    await callService(client, 'payments.list_refunds', { params: { id }, query: { limit: 50 } }),
  )
  if (!made.ok) return made
  const awaitsBank = ({ status, awaits }: Refund) => status === 'processing' && awaits === 'processor'
  return ok(made.value?.data.some(awaitsBank) ?? false)
}

/** The bank has taken it; the money may wait for the next settlement. */
export const isAccepted = ({ status, awaits }: Refund): boolean =>
  status !== 'failed' && awaits !== 'processor'
