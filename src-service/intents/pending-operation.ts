import { z } from 'zod'
import { amountSchema, paymentSplitSchema, timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { type Payment, receiptDataSchema } from '../../src-shared/api/schemas/payment.ts'
import { capturePartsSchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { withFields } from '../with-fields.ts'

const waiting = {
  since: timestampSchema,
  /** When the processor was sent something for it again, a void in place of an authorization; absent until then. */
  asked_at: timestampSchema.optional(),
  /** Since when nothing more is sent for it, and a person looks into it as well; absent until then. */
  unresolved_since: timestampSchema.optional(),
}

/** Of a payment whose card is known with the answer only: a terminal reads it and authorizes by itself. */
const awaitedCardSchema = z.object({ receipt_data: receiptDataSchema, show_bin: z.boolean() })
export type AwaitedCard = z.infer<typeof awaitedCardSchema>

const pendingCaptureSchema = z.object({
  operation: z.literal('capture'),
  ...waiting,
  amount: amountSchema,
  merchant_amount: amountSchema.nullable(),
  payment_splits: z.array(paymentSplitSchema),
  /** What the capture names of the intent; absent where it names nothing. */
  parts: capturePartsSchema.optional(),
})
const pendingVoidSchema = z.object({
  operation: z.literal('void'),
  ...waiting,
  /** The status it goes back to when the processor refuses. */
  from: z.enum(['uncaptured', 'captured']),
  /** Kept as cancellation_reason and cancel_reason. */
  reason: z.string().nullable(),
})

/**
 * What a `processing` payment is waiting for. It is journaled in the payment's gateway_response before the
 * processor is asked, so that whoever finds the payment later (the repair job, a client) knows what may have
 * happened, and is taken out when the outcome is known.
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
/** `since` and `asked_at` are by verified time, and so are their ages (repair/). */
export type PendingOperation = z.infer<typeof pendingOperationSchema>
/** What is asked of the processor about a payment that it authorized before. */
export const pendingFollowUpSchema = z.discriminatedUnion('operation', [
  pendingCaptureSchema,
  pendingVoidSchema,
])
export type PendingFollowUp = z.infer<typeof pendingFollowUpSchema>

/** @returns null for a payment that waits for nothing. */
export function pendingOperationOf(payment: Payment): PendingOperation | null {
  const pending = payment.gateway_response.pending_operation
  return pending === undefined ? null : pendingOperationSchema.parse(pending)
}

/** When the processor was sent something for it last, ms by verified time. */
export const lastAskedAt = ({ since, asked_at = since }: PendingOperation): number => Date.parse(asked_at)

type GatewayResponse = Payment['gateway_response']

export const withPending = (payment: Payment, pending: PendingOperation): GatewayResponse =>
  withFields(payment.gateway_response, { pending_operation: pending })

/** The processor's words without the marker, and with its last answer. */
export function withoutPending(payment: Payment, more: GatewayResponse = {}): GatewayResponse {
  const { pending_operation: _, ...rest } = payment.gateway_response
  return withFields(rest, more)
}
