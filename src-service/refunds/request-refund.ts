import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok } from '../../src-shared/result.ts'
import { askVoid } from '../authorize/ask-processor.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { isoTime } from '../clock.ts'
import { runDecision } from '../commit.ts'
import { begunAtOf, orderIdOf, referenceOf } from '../processor/order-id.ts'
import type { FollowUp, RefundReference } from '../processor/processor.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { Asked } from './decide-begin-refund.ts'
import type { RefundAnswer, RefundState } from './decide-finish-refund.ts'
import { operationOf, orderOfRefund, type RefundDocument } from './documents.ts'
import { loadRefundState } from './load.ts'

/**
 * Asks the processor for a journaled refund, for the first time. What it will not void (any more) it may still
 * refund:
 *
 *   void ──done, unknown, not now──▶ answered
 *     └──refused, and the payment stands──▶ journaled as a refund ──▶ asked for as a refund; never voided again
 */
export async function requestRefund(
  services: PaymentServices,
  { refund, payment }: Asked,
): Promise<RefundAnswer> {
  const next = await requestVoid(services, { refund, payment })
  return 'outcome' in next ? next : pay(services, payment, next)
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
  const next = await requestVoid(services, { refund, payment })
  if ('outcome' in next) return next
  if (services.processor.capabilities.repeatsRefunds) return pay(services, payment, next)
  const found = await answerOf(services, next, () =>
    services.processor.inquireRefund(referenceOf(payment), refundReferenceOf(next)),
  )
  switch (found.outcome) {
    case 'done':
    case 'refused':
      return { ...found, operation: 'refund' }
    case 'not_found': {
      const renewed = await journalNewOrder(services, next)
      return renewed === null ? unknownRefund : pay(services, payment, renewed)
    }
    default:
      return unknownRefund
  }
}

const unknownRefund: RefundAnswer = { outcome: 'unknown', operation: 'refund' }

/** @returns the void's answer, or the refund as it is journaled when it is to be asked for as a refund. */
async function requestVoid(
  services: PaymentServices,
  { refund, payment }: Asked,
): Promise<RefundAnswer | RefundDocument> {
  if (operationOf(refund) !== 'void') return refund
  const voided = await askVoid(services, payment)
  const stays = voided.outcome === 'done' || voided.outcome === 'unknown' || voided.outcome === 'later'
  if (stays) return { ...voided, operation: 'void' }
  // A processor that refuses a void may accept it later: one asked for again after the refund would pay back twice.
  const journaled = await journalSwitch(services, refund)
  return journaled ?? { outcome: 'unknown', operation: 'void' }
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

export function refundReferenceOf(refund: RefundDocument): RefundReference {
  const { id, amount, gateway_response } = refund
  const { order_id } = gateway_response
  return {
    refund_id: id,
    order_id: typeof order_id === 'string' ? order_id : orderIdOf(id),
    amount,
    begun_at: begunAtOf(refund),
  }
}

/** From now on it is a refund, and only that, whatever happens next. */
const journalSwitch = (services: PaymentServices, refund: RefundDocument) =>
  journal(services, refund, ({ gateway_response }) => ({ ...gateway_response, operation: 'refund' }))

const journalNewOrder = (services: PaymentServices, refund: RefundDocument) =>
  journal(services, refund, ({ id, gateway_response }, verified) => {
    const count = Number(gateway_response.order_count ?? 1) + 1
    return { ...gateway_response, ...orderOfRefund(id, verified, count) }
  })

/**
 * Writes down what is about to be asked for.
 * @returns null when it could not be journaled, or somebody else has changed or finished the refund: then nothing
 *   must be asked for
 */
async function journal(
  services: PaymentServices,
  { account_id, id, gateway_response: { operation, order_id } }: RefundDocument,
  change: (refund: RefundDocument, verified: number) => RefundDocument['gateway_response'],
): Promise<RefundDocument | null> {
  try {
    const written = await runDecision(services, {
      load: () => loadRefundState(services.store, account_id, id),
      decide: ({ refund }: RefundState, { now, verified }) => {
        const { document } = refund
        const current = document.gateway_response
        const isSame = current.operation === operation && current.order_id === order_id
        if (document.awaits !== 'processor' || !isSame) return ok({ writes: [], events: [], reply: null })
        const gateway_response = change(document, verified)
        const next = nextRow(refund, { ...document, gateway_response, updated_at: isoTime(now) }, now)
        return ok({ writes: [updateOf('refund', next)], events: [], reply: next.document })
      },
    })
    return written.ok ? written.value : null
  } catch (error) {
    services.log.error({ err: error, refund_id: id }, 'refund.not_journaled')
    return null
  }
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
