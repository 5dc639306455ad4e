import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { isoTime } from '../clock.ts'
import { runDecision } from '../commit.ts'
import { orderIdOf, referenceOf } from '../processor/order-id.ts'
import type { FollowUp, RefundReference } from '../processor/processor.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { Asked } from './decide-begin-refund.ts'
import type { RefundAnswer, RefundState } from './decide-finish-refund.ts'
import { operationOf, orderOfRefund, type RefundDocument } from './documents.ts'
import { loadRefundState } from './load.ts'

/**
 * Asks the processor for a journaled refund, for the first time. What it will not void (any more) it may still
 * refund.
 */
export async function requestRefund(
  services: PaymentServices,
  { refund, payment }: Asked,
): Promise<RefundAnswer> {
  const voided = await requestVoid(services, { refund, payment })
  return voided ?? pay(services, payment, refund)
}

/**
 * Learns what became of a refund by asking again. Where a refund that is asked for twice is paid back twice, the
 * processor is asked about it first; only one that it never took, and never will, is asked for anew: as another
 * order, journaled before it is sent.
 */
export async function repeatRefund(
  services: PaymentServices,
  { refund, payment }: Asked,
): Promise<RefundAnswer> {
  const voided = await requestVoid(services, { refund, payment })
  if (voided !== null) return voided
  if (services.processor.capabilities.repeatsRefunds) return pay(services, payment, refund)
  const found = await answerOf(services, refund, () =>
    services.processor.inquireRefund(referenceOf(payment), refundReferenceOf(refund)),
  )
  switch (found.outcome) {
    case 'done':
    case 'refused':
      return { ...found, operation: 'refund' }
    case 'not_found': {
      const renewed = await journalNewOrder(services, refund)
      return renewed === null ? { outcome: 'unknown', operation: 'refund' } : pay(services, payment, renewed)
    }
    default:
      return { outcome: 'unknown', operation: 'refund' }
  }
}

/** @returns null when it is to be asked for as a refund. */
async function requestVoid(
  services: PaymentServices,
  { refund, payment }: Asked,
): Promise<RefundAnswer | null> {
  if (operationOf(refund) !== 'void') return null
  const voided = await answerOf(services, refund, () => services.processor.void(referenceOf(payment)))
  const stays = voided.outcome === 'done' || voided.outcome === 'unknown' || voided.outcome === 'later'
  return stays ? { ...voided, operation: 'void' } : null
}

const pay = async (
  services: PaymentServices,
  payment: Payment,
  refund: RefundDocument,
): Promise<RefundAnswer> => ({
  ...(await answerOf(services, refund, () =>
    services.processor.refund(referenceOf(payment), refundReferenceOf(refund)),
  )),
  operation: 'refund',
})

function refundReferenceOf({ id, amount, created_at, gateway_response }: RefundDocument): RefundReference {
  const { order_id, order_begun_at } = gateway_response
  return {
    refund_id: id,
    order_id: typeof order_id === 'string' ? order_id : orderIdOf(id),
    amount,
    begun_at: Date.parse(typeof order_begun_at === 'string' ? order_begun_at : created_at),
  }
}

/** @returns null when it could not be journaled, or somebody else has finished the refund. */
async function journalNewOrder(
  services: PaymentServices,
  { account_id, id, gateway_response: { order_id } }: RefundDocument,
): Promise<RefundDocument | null> {
  const written = await runDecision(services, {
    load: () => loadRefundState(services.store, account_id, id),
    decide: ({ refund }: RefundState, { now }) => {
      const { document } = refund
      const stale = document.awaits !== 'processor' || document.gateway_response.order_id !== order_id
      if (stale) return ok({ writes: [], events: [], reply: null })
      const count = Number(document.gateway_response.order_count ?? 1) + 1
      const gateway_response = { ...document.gateway_response, ...orderOfRefund(id, now, count) }
      const next = nextRow(refund, { ...document, gateway_response, updated_at: isoTime(now) }, now)
      return ok({ writes: [updateOf('refund', next)], events: [], reply: next.document })
    },
  })
  return written.ok ? written.value : null
}

/** A processor that cannot be reached may have done it all the same: unknown, never refused. */
async function answerOf<Answer>(
  { log }: Pick<PaymentServices, 'log'>,
  { id }: RefundDocument,
  ask: () => Promise<Answer>,
): Promise<Answer | Extract<FollowUp, { outcome: 'unknown' }>> {
  try {
    return await ask()
  } catch (error) {
    log.error({ err: error, refund_id: id }, 'refund.request_unanswered')
    return { outcome: 'unknown' }
  }
}
