import { z } from 'zod'
import { amountSchema } from './common.ts'

/**
 * Not in the specification: what somebody has found out about a payment that the processor never answered for.
 * `done`: what the payment waits for (gateway_response.pending_operation) was done by the processor; `not_done`: it
 * was not, and will not be.
 */
export const resolvePaymentBodySchema = z.strictObject({
  outcome: z.enum(['done', 'not_done']),
  /** The source, and where it can be looked up again, such as the processor's ticket or a line of its report. */
  evidence: z.string().trim().min(10).max(2000),
  /** The processor's own reference; required for an authorization that was done. */
  retrieval_reference: z.string().trim().min(1).max(50).optional(),
  /** What was authorized, cents; without it the payment's amount. */
  amount: amountSchema.optional(),
})
export type ResolvePaymentBody = z.infer<typeof resolvePaymentBodySchema>
