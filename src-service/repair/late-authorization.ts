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
})
export type LateAuthorization = z.infer<typeof lateAuthorizationSchema>

export function lateAuthorizationOf({
  gateway_response,
}: Pick<Payment, 'gateway_response'>): LateAuthorization | null {
  const late = gateway_response.late_authorization
  return late === undefined ? null : lateAuthorizationSchema.parse(late)
}

export const withLate = (payment: Payment, late: LateAuthorization): Pick<Payment, 'gateway_response'> => ({
  gateway_response: { ...payment.gateway_response, late_authorization: late },
})
