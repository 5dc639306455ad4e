import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'

/** Money that was paid back after somebody had shown that it was not; kept in the refund's gateway_response. */
const lateRefundSchema = z.object({
  found_at: timestampSchema,
  operation: z.enum(['void', 'refund']),
  /** What it was sent as; of a void the payment's own order. */
  order_id: z.string(),
  retrieval_reference: z.string(),
  /** What a person has made of it, with the evidence; null while operators are shown it. */
  resolution: z.looseObject({ resolved_at: timestampSchema }).nullable(),
})
export type LateRefund = z.infer<typeof lateRefundSchema>

type Found = Pick<Refund, 'gateway_response'>

/** In the order of their finding. */
export const lateRefundsOf = ({ gateway_response: { late_refunds = [] } }: Found): readonly LateRefund[] =>
  z.array(lateRefundSchema).parse(late_refunds)

/** The first that nobody has looked into yet. */
export const openLateRefund = (refund: Found): LateRefund | undefined =>
  lateRefundsOf(refund).find(({ resolution }) => resolution === null)

/** With these added, or in place of what was known under their orders. */
export function withLateRefunds(refund: Found, found: readonly LateRefund[]): Refund['gateway_response'] {
  const others = lateRefundsOf(refund).filter((one) =>
    found.every(({ order_id }) => order_id !== one.order_id),
  )
  return { ...refund.gateway_response, late_refunds: [...others, ...found] }
}
