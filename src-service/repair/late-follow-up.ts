import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { pendingFollowUpSchema } from '../intents/pending-operation.ts'

/** A capture or void that was carried out after somebody had shown that it was not; kept in gateway_response. */
const lateFollowUpSchema = z.object({
  found_at: timestampSchema,
  asked: pendingFollowUpSchema,
  retrieval_reference: z.string(),
  /** What a person has made of it, with the evidence; null while operators are shown it. */
  resolution: z.looseObject({ resolved_at: timestampSchema }).nullable(),
})
export type LateFollowUp = z.infer<typeof lateFollowUpSchema>

type Found = Pick<Payment, 'gateway_response'>

/** In the order of their finding. */
export const lateFollowUpsOf = ({ gateway_response: { late_follow_ups = [] } }: Found) =>
  z.array(lateFollowUpSchema).parse(late_follow_ups) as readonly LateFollowUp[]

export const isSameFollowUp = (
  { asked: one }: Pick<LateFollowUp, 'asked'>,
  { asked: other }: Pick<LateFollowUp, 'asked'>,
): boolean => one.operation === other.operation && one.since === other.since

/** With this one added, or in place of what was known of it. */
export const withLateFollowUp = (payment: Found, late: LateFollowUp): Found => ({
  gateway_response: {
    ...payment.gateway_response,
    late_follow_ups: [...lateFollowUpsOf(payment).filter((one) => !isSameFollowUp(one, late)), late],
  },
})
