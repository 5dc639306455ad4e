import type { FollowUp } from '../processor/processor.ts'
import type { Services } from '../services.ts'
import type { RefundAnswer } from './decide-finish-refund.ts'
import { operationOf, type RefundDocument } from './documents.ts'

/**
 * Asks the processor for a journaled refund. It answers the same however often it is asked, so asking again is how
 * the repair job inquires. What it will not void (any more) it may still refund.
 */
export async function requestRefund(
  services: Pick<Services, 'processor' | 'log'>,
  refund: RefundDocument,
): Promise<RefundAnswer> {
  const { processor } = services
  if (operationOf(refund) === 'void') {
    const voided = await answerOf(services, refund, () => processor.void(refund.payment_id))
    if (voided.outcome !== 'refused') return { ...voided, operation: 'void' }
  }
  const refunded = await answerOf(services, refund, () =>
    processor.refund(refund.payment_id, refund.id, refund.amount),
  )
  return { ...refunded, operation: 'refund' }
}

/** A processor that cannot be reached may have done it all the same: unknown, never refused. */
async function answerOf(
  { log }: Pick<Services, 'log'>,
  { id }: RefundDocument,
  ask: () => Promise<FollowUp>,
): Promise<FollowUp> {
  try {
    return await ask()
  } catch (error) {
    log.error({ err: error, refund_id: id }, 'refund.request_unanswered')
    return { outcome: 'unknown' }
  }
}
