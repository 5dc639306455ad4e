import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { pendingFollowUpSchema } from '../intents/pending-operation.ts'

/** A capture or void that was found after a person had resolved it as not done; stored in gateway_response. */
const lateFollowUpSchema = z.object({
  found_at: timestampSchema,
  asked: pendingFollowUpSchema,
  retrieval_reference: z.string(),
  /** A person's resolution with the evidence; null while operators are shown it. */
  resolution: z.looseObject({ resolved_at: timestampSchema }).nullable(),
})
export type LateFollowUp = z.infer<typeof lateFollowUpSchema>

type Found = Pick<Payment, 'gateway_response'>

/** Returns them in the order in which they were found. */
export const lateFollowUpsOf = ({ gateway_response: { late_follow_ups = [] } }: Found) =>
  z.array(lateFollowUpSchema).parse(late_follow_ups) as readonly LateFollowUp[]

export const isSameFollowUp = (
  { asked: one }: Pick<LateFollowUp, 'asked'>,
  { asked: other }: Pick<LateFollowUp, 'asked'>,
): boolean => one.operation === other.operation && one.since === other.since

/** Adds this operation, or replaces the entry for the same one. */
export const withLateFollowUp = (payment: Found, late: LateFollowUp): Found => ({
  gateway_response: {
    ...payment.gateway_response,
    late_follow_ups: [...lateFollowUpsOf(payment).filter((one) => !isSameFollowUp(one, late)), late],
  },
})
