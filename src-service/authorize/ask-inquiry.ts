import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { Inquiry, Standing } from '../processor/decision.ts'
import type { FollowUp } from '../processor/follow-up.ts'
import { referenceOf } from '../processor/order-id.ts'
import type { PaymentServices } from './payment-services.ts'

/** Inquires at the processor about a payment, and evaluates the answer. Nothing sent here can move money. */

type Asking = Pick<PaymentServices, 'processor' | 'log'>

const unknown = { outcome: 'unknown' } as const

/** An approval of a wrong amount, which must be voided at once. */
export interface WrongAmount {
  readonly outcome: 'wrong_amount'
  readonly retrieval_reference: string
  readonly amount_authorized: Cents
}

export type Finding = Inquiry | WrongAmount

export async function askInquiry(services: Asking, payment: Payment): Promise<Finding> {
  try {
    const answer = await services.processor.inquire(referenceOf(payment))
    const approval = answer.outcome === 'duplicated' ? answer.kept : answer
    if (approval.outcome !== 'approved' || checkApproval(services, payment, approval) === approval)
      return answer
    const { retrieval_reference, amount_authorized } = approval
    return { outcome: 'wrong_amount', retrieval_reference, amount_authorized }
  } catch (error) {
    services.log.warn({ err: error, payment_id: payment.id }, 'inquire.unreachable')
    return unknown
  }
}

/** Returns the approvals that hold, or have captured, the customer's money. */
export function standingIn(found: Finding, { amount }: Payment): readonly Standing[] {
  switch (found.outcome) {
    case 'approved':
    case 'wrong_amount':
      return [{ retrieval_reference: found.retrieval_reference, amount: found.amount_authorized }]
    case 'pending':
      return [{ retrieval_reference: found.retrieval_reference, amount }]
    case 'duplicated': {
      const { kept, others } = found
      const keptAmount = kept.outcome === 'approved' ? kept.amount_authorized : amount
      return [{ retrieval_reference: kept.retrieval_reference, amount: keptAmount }, ...others]
    }
    case 'not_found':
    case 'not_yet':
    case 'voided':
    case 'declined':
    case 'unknown':
      return []
    default:
      return assertNever(found)
  }
}

/** Whether an earlier capture or void was carried out. */
export type FoundFollowUp = Extract<FollowUp, { outcome: 'done' | 'not_found' | 'unknown' }>

/** Inquires about an earlier capture or void; sends nothing that changes the payment. */
export const findFollowUp = async (
  services: Asking,
  payment: Payment,
  operation: 'capture' | 'void',
): Promise<FoundFollowUp> => followUpIn(await askInquiry(services, payment), payment, operation)

function followUpIn(found: Finding, payment: Payment, operation: 'capture' | 'void'): FoundFollowUp {
  if (found.outcome === 'unknown' || found.outcome === 'not_yet') return { outcome: 'unknown' }
  if (operation === 'void') {
    return found.outcome === 'voided'
      ? { outcome: 'done', retrieval_reference: referenceOf(payment).retrieval_reference ?? '' }
      : { outcome: 'not_found' }
  }
  const approval = found.outcome === 'duplicated' ? found.kept : found
  // A payment in a batch is captured.
  if (approval.outcome !== 'approved' || approval.batch_id === null) return { outcome: 'not_found' }
  // If a person has resolved another capture as not done, it is unknown which of the two was carried out.
  return payment.status === 'processing' && payment.gateway_response.resolution !== undefined
    ? { outcome: 'unknown' }
    : { outcome: 'done', retrieval_reference: approval.retrieval_reference }
}

/**
 * Checks the amount of an approval. One of zero, or of more than requested, is no valid answer: the outcome is then
 * unknown. The repair job asks again, and voids it.
 */
export function checkApproval<Answer extends Inquiry>(
  { log }: Asking,
  { id, amount }: Payment,
  answer: Answer,
): Answer | typeof unknown {
  if (answer.outcome !== 'approved') return answer
  const { amount_authorized } = answer
  if (Number.isSafeInteger(amount_authorized) && amount_authorized > 0 && amount_authorized <= amount) {
    return answer
  }
  log.error({ payment_id: id, amount, amount_authorized }, 'authorize.wrong_amount')
  return unknown
}
