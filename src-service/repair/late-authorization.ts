import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../src-shared/api/schemas/common.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'

/** An approval that arrived after its payment had ended as not charged; stored in the payment's gateway_response. */
const lateAuthorizationSchema = z.object({
  found_at: timestampSchema,
  retrieval_reference: z.string(),
  /** Cents. */
  amount: amountSchema,
  /** Null while the approval still holds the customer's money. */
  taken_back_at: timestampSchema.nullable(),
  /** A person's resolution with the evidence. From then on the service takes no action for the approval. */
  resolution: z.looseObject({ resolved_at: timestampSchema }).optional(),
})
export type LateAuthorization = z.infer<typeof lateAuthorizationSchema>

type Found = Pick<Payment, 'gateway_response'>

/**
 * Returns all late approvals in the order in which they were found; each has its own retrieval reference. Former
 * versions stored only one, as `late_authorization`.
 */
export function lateAuthorizationsOf({ gateway_response }: Found): readonly LateAuthorization[] {
  const { late_authorizations: all, late_authorization: only } = gateway_response
  if (all !== undefined) return z.array(lateAuthorizationSchema).parse(all)
  return only === undefined ? [] : [lateAuthorizationSchema.parse(only)]
}

/** Whether the approval holds the customer's money, as far as is known. */
export const isOpenLate = ({ taken_back_at, resolution }: LateAuthorization): boolean =>
  taken_back_at === null && resolution === undefined

/** Adds these approvals, or replaces those with the same retrieval reference. */
export function withLate(payment: Payment, found: readonly LateAuthorization[]): Found {
  const isFound = (one: LateAuthorization) =>
    found.some(({ retrieval_reference }) => retrieval_reference === one.retrieval_reference)
  const { late_authorization: _, ...rest } = payment.gateway_response
  const others = lateAuthorizationsOf(payment).filter((one) => !isFound(one))
  return { gateway_response: { ...rest, late_authorizations: [...others, ...found] } }
}
