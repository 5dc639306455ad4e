import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../src-shared/api/schemas/common.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'

/** An approval that arrived after its payment had ended as not charged; kept in the payment's gateway_response. */
const lateAuthorizationSchema = z.object({
  found_at: timestampSchema,
  retrieval_reference: z.string(),
  /** Cents. */
  amount: amountSchema,
  /** Null while the customer's money is still held. */
  taken_back_at: timestampSchema.nullable(),
  /** What a person has found out about it, with the evidence: from then on the service leaves it alone. */
  resolution: z.looseObject({ resolved_at: timestampSchema }).optional(),
})
export type LateAuthorization = z.infer<typeof lateAuthorizationSchema>

type Found = Pick<Payment, 'gateway_response'>

/**
 * All that were found, in the order of their finding; each has a retrieval reference of its own. Former versions kept
 * one alone, as `late_authorization`.
 */
export function lateAuthorizationsOf({ gateway_response }: Found): readonly LateAuthorization[] {
  const { late_authorizations: all, late_authorization: only } = gateway_response
  if (all !== undefined) return z.array(lateAuthorizationSchema).parse(all)
  return only === undefined ? [] : [lateAuthorizationSchema.parse(only)]
}

/** The customer's money is held by it, as far as anybody has shown. */
export const isOpenLate = ({ taken_back_at, resolution }: LateAuthorization): boolean =>
  taken_back_at === null && resolution === undefined

/** With these added, or in place of what was known under their references. */
export function withLate(payment: Payment, found: readonly LateAuthorization[]): Found {
  const isFound = (one: LateAuthorization) =>
    found.some(({ retrieval_reference }) => retrieval_reference === one.retrieval_reference)
  const { late_authorization: _, ...rest } = payment.gateway_response
  const others = lateAuthorizationsOf(payment).filter((one) => !isFound(one))
  return { gateway_response: { ...rest, late_authorizations: [...others, ...found] } }
}
