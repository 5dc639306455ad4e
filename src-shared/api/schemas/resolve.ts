import { z } from 'zod'
import { amountSchema, optionalField } from './common.ts'

/** What somebody has found out about a question that the processor never answered. */
const resolution = {
  outcome: z.enum(['done', 'not_done']),
  /** The source, and where it can be looked up again, such as the processor's ticket or a line of its report. */
  evidence: z.string().trim().min(10).max(2000),
}

/**
 * Not in the specification: what somebody has found out about a payment that the processor never answered for.
 * `done`: what the payment waits for (gateway_response.pending_operation) was done by the processor; `not_done`: it
 * was not, and will not be. Or about what turned up after it had ended: an authorization (gateway_response.late_authorizations;
 * `done`: it was released or refunded), a capture or void (late_follow_ups; `done` books it).
 */
export const resolvePaymentBodySchema = z.strictObject({
  ...resolution,
  retrieval_reference: optionalField(
    z.string().trim().min(1).max(50),
    "The processor's own reference; required for an authorization that was done. Of what turned up later it says which is meant, the first without it",
  ),
  amount: optionalField(amountSchema, "What was authorized, cents; the payment's amount without it"),
})
export type ResolvePaymentBody = z.infer<typeof resolvePaymentBodySchema>

/** The same about a refund: `done` paid back (or voided) by the processor; `not_done`: it was not, and will not be. */
export const resolveRefundBodySchema = z.strictObject({
  ...resolution,
  retrieval_reference: optionalField(
    z.string().trim().min(1).max(50),
    "The processor's own reference of the refund, where it has one",
  ),
})
export type ResolveRefundBody = z.infer<typeof resolveRefundBodySchema>
