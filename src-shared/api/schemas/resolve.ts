import { z } from 'zod'
import { amountSchema, optionalField } from './common.ts'

/** A person's finding about a question that the processor never answered. */
const resolution = {
  outcome: z.enum(['done', 'not_done']),
  /** The source, and where to look it up again, such as the processor's ticket or a line of its report. */
  evidence: z.string().trim().min(10).max(2000),
}

/**
 * Not in the specification: a person's finding about a payment that the processor never answered for. `done`: the
 * processor did the gateway_response.pending_operation; `not_done`: it did not, and will not. Or about what was found
 * after the payment had ended: an authorization (gateway_response.late_authorizations; `done`: it was released or
 * refunded), a capture or a void (late_follow_ups; `done` books it).
 */
export const resolvePaymentBodySchema = z.strictObject({
  ...resolution,
  retrieval_reference: optionalField(
    z.string().trim().min(1).max(50),
    "The processor's own reference. Required for an authorization that was done. If something was found after the payment had ended, it selects which one is meant; defaults to the first.",
  ),
  amount: optionalField(amountSchema, "The authorized amount, in cents. Defaults to the payment's amount."),
})
export type ResolvePaymentBody = z.infer<typeof resolvePaymentBodySchema>

/** The same for a refund: `done`: the processor paid it back (or voided it); `not_done`: it did not, and will not. */
export const resolveRefundBodySchema = z.strictObject({
  ...resolution,
  retrieval_reference: optionalField(
    z.string().trim().min(1).max(50),
    "The processor's own reference of the refund, if there is one.",
  ),
})
export type ResolveRefundBody = z.infer<typeof resolveRefundBodySchema>
