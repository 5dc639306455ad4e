import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'

/** A refund that was found after a person had resolved it as not done; stored in the refund's gateway_response. */
const lateRefundSchema = z.object({
  found_at: timestampSchema,
  operation: z.enum(['void', 'refund']),
  /** The order that it was sent as; for a void, the payment's own order. */
  order_id: z.string(),
  retrieval_reference: z.string(),
  /** A person's resolution with the evidence; null while operators are shown it. */
  resolution: z.looseObject({ resolved_at: timestampSchema }).nullable(),
})
export type LateRefund = z.infer<typeof lateRefundSchema>

type Found = Pick<Refund, 'gateway_response'>

/** Returns them in the order in which they were found. */
export const lateRefundsOf = ({ gateway_response: { late_refunds = [] } }: Found): readonly LateRefund[] =>
  z.array(lateRefundSchema).parse(late_refunds)

/** Returns the first one that has no resolution yet. */
export const openLateRefund = (refund: Found): LateRefund | undefined =>
  lateRefundsOf(refund).find(({ resolution }) => resolution === null)

/** Adds these late refunds, or replaces those with the same order. */
export function withLateRefunds(refund: Found, found: readonly LateRefund[]): Refund['gateway_response'] {
  const others = lateRefundsOf(refund).filter((one) =>
    found.every(({ order_id }) => order_id !== one.order_id),
  )
  return { ...refund.gateway_response, late_refunds: [...others, ...found] }
}
