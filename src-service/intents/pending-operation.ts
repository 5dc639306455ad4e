import { z } from 'zod'
import { amountSchema, paymentSplitSchema, timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { type Payment, receiptDataSchema } from '../../src-shared/api/schemas/payment.ts'
import { capturePartsSchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { withFields } from '../with-fields.ts'

const waiting = {
  since: timestampSchema,
  /**
   * When another request for the operation, such as a void instead of an authorization, was sent to the processor;
   * absent until then.
   */
  asked_at: timestampSchema.optional(),
  /** Since when nothing more is sent for the operation and a person is needed to resolve it; absent until then. */
  unresolved_since: timestampSchema.optional(),
}

/** For a payment whose card is known only with the answer: a terminal reads it and authorizes by itself. */
const awaitedCardSchema = z.object({ receipt_data: receiptDataSchema, show_bin: z.boolean() })
export type AwaitedCard = z.infer<typeof awaitedCardSchema>

const pendingCaptureSchema = z.object({
  operation: z.literal('capture'),
  ...waiting,
  amount: amountSchema,
  merchant_amount: amountSchema.nullable(),
  payment_splits: z.array(paymentSplitSchema),
  /** Parts of the intent's amount given in the capture; absent when there are none. */
  parts: capturePartsSchema.optional(),
})
const pendingVoidSchema = z.object({
  operation: z.literal('void'),
  ...waiting,
  /** The status to return to when the processor refuses. */
  from: z.enum(['uncaptured', 'captured']),
  /** Stored as cancellation_reason and cancel_reason. */
  reason: z.string().nullable(),
})

/**
 * What a `processing` payment is waiting for. It is journaled in the payment's gateway_response before the processor is
 * asked, so that the repair job or a client that finds the payment later knows what may have happened. It is removed
 * when the outcome is known.
 */
const pendingOperationSchema = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('authorize'),
    ...waiting,
    /** How often the repair job has tried to void it, because no inquiry found the outcome. */
    void_attempts: z.number().int(),
    terminal: awaitedCardSchema.optional(),
  }),
  pendingCaptureSchema,
  pendingVoidSchema,
])
/** `since` and `asked_at` are verified times, and so are their ages (repair/). */
export type PendingOperation = z.infer<typeof pendingOperationSchema>
/** A request to the processor about a payment that it has authorized. */
export const pendingFollowUpSchema = z.discriminatedUnion('operation', [
  pendingCaptureSchema,
  pendingVoidSchema,
])
export type PendingFollowUp = z.infer<typeof pendingFollowUpSchema>

/** @returns null for a payment that is not waiting. */
export function pendingOperationOf(payment: Payment): PendingOperation | null {
  const pending = payment.gateway_response.pending_operation
  return pending === undefined ? null : pendingOperationSchema.parse(pending)
}

/** Returns when the last request for it was sent to the processor, in ms of verified time. */
export const lastAskedAt = ({ since, asked_at = since }: PendingOperation): number => Date.parse(asked_at)

type GatewayResponse = Payment['gateway_response']

export const withPending = (payment: Payment, pending: PendingOperation): GatewayResponse =>
  withFields(payment.gateway_response, { pending_operation: pending })

/** Returns the gateway response without the pending operation, and with the processor's last answer. */
export function withoutPending(payment: Payment, more: GatewayResponse = {}): GatewayResponse {
  const { pending_operation: _, ...rest } = payment.gateway_response
  return withFields(rest, more)
}
