import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok } from '../../src-shared/result.ts'
import { findFollowUp } from '../authorize/ask-inquiry.ts'
import { askVoid } from '../authorize/ask-processor.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision } from '../commit.ts'
import { isKnown } from '../intents/decide-follow-up.ts'
import type { FollowUp, RefundInquiry } from '../processor/follow-up.ts'
import { begunAtOf, orderIdOf, referenceOf } from '../processor/order-id.ts'
import type { RefundReference } from '../processor/processor.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { Asked } from './decide-begin-refund.ts'
import type { RefundAnswer, RefundState } from './decide-finish-refund.ts'
import {
  isUnresolved,
  lastSent,
  operationOf,
  orderOfRefund,
  ordersOf,
  type RefundDocument,
} from './documents.ts'
import { loadRefundState } from './load.ts'

/**
 * Requests a journaled refund from the processor. A payment that the processor does not void (any more) may still be
 * refunded:
 *
 *   void ──done, unknown, later──▶ answered
 *     └──refused──▶ journaled as a refund ──▶ requested as a refund; never voided again
 */
export const requestRefund = (services: PaymentServices, asked: Asked): Promise<RefundAnswer> =>
  operationOf(asked.refund) === 'void' ? requestVoid(services, asked) : pay(services, asked)

/**
 * Finds out the outcome of a refund by requesting it again. The repeat is journaled first, and only the process that
 * wrote the journal sends it. If a processor would pay a repeated refund twice, it is asked about the refund first.
 * Only a refund that it never received and never will is requested again, as another order. An unresolved refund is
 * only looked up and not sent again: a person may be refunding it in another way.
 * @returns null while the outcome cannot be known: the request may be in transit, or another process is sending it
 */
export async function repeatRefund(services: PaymentServices, asked: Asked): Promise<RefundAnswer | null> {
  const { refund, payment } = asked
  const isVoid = operationOf(refund) === 'void'
  if (isUnresolved(refund)) return findRefund(services, asked)
  if (isVoid || services.processor.capabilities.repeatsRefunds) {
    const journaled = await journalRepeat(services, refund)
    return journaled === null ? null : requestRefund(services, { refund: journaled, payment })
  }
  const found = await inquireAbout(services, payment, refundReferenceOf(refund))
  if (found.outcome === 'done' || found.outcome === 'refused') return answerTo(refund, found)
  if (found.outcome === 'not_yet') return null
  if (found.outcome !== 'not_found') return unknownOf(refund)
  const renewed = await journalNewOrder(services, refund)
  return renewed === null ? null : pay(services, { refund: renewed, payment })
}

/** Looks up every request that was sent. Sends nothing. */
async function findRefund(services: PaymentServices, { refund, payment }: Asked): Promise<RefundAnswer> {
  if (operationOf(refund) === 'void') {
    const found = await findFollowUp(services, payment, 'void')
    return found.outcome === 'done' ? answerTo(refund, found) : unknownOf(refund)
  }
  const reference = refundReferenceOf(refund)
  const found: RefundInquiry[] = []
  for (const order_id of ordersOf(refund)) {
    found.push(await inquireAbout(services, payment, { ...reference, order_id }))
  }
  const done = found.find(({ outcome }) => outcome === 'done')
  if (done?.outcome === 'done') return answerTo(refund, done)
  const [last, ...earlier] = found
  const isRefused = last?.outcome === 'refused' && earlier.every(({ outcome }) => outcome === 'not_found')
  return isRefused ? answerTo(refund, last) : unknownOf(refund)
}

const answerTo = (refund: RefundDocument, answer: FollowUp): RefundAnswer => ({
  operation: operationOf(refund),
  sent: lastSent(refund),
  ...answer,
})

const unknownOf = (refund: RefundDocument): RefundAnswer => answerTo(refund, { outcome: 'unknown' })

async function requestVoid(services: PaymentServices, { refund, payment }: Asked): Promise<RefundAnswer> {
  const voided = await askVoid(services, payment)
  if (voided.outcome === 'done' || !isKnown(voided)) return answerTo(refund, voided)
  // A processor may accept a void that it refused before: a void repeated after the refund would pay back twice.
  const switched = await journalSwitch(services, refund)
  return switched === null ? unknownOf(refund) : pay(services, { refund: switched, payment })
}

async function pay(services: PaymentServices, { refund, payment }: Asked): Promise<RefundAnswer> {
  try {
    const reference = refundReferenceOf(refund)
    return answerTo(refund, await services.processor.refund(referenceOf(payment), reference))
  } catch (error) {
    return unanswered(services, refund, error)
  }
}

/** A processor that cannot be reached may still have made the refund: the answer is unknown, never refused. */
function unanswered({ log }: PaymentServices, refund: RefundDocument, error: unknown): RefundAnswer {
  log.error({ err: error, refund_id: refund.id }, 'refund.request_unanswered')
  return unknownOf(refund)
}

export async function inquireAbout(
  { processor, log }: Pick<PaymentServices, 'processor' | 'log'>,
  payment: Payment,
  reference: RefundReference,
): Promise<RefundInquiry> {
  try {
    return await processor.inquireRefund(referenceOf(payment), reference)
  } catch (error) {
    log.warn({ err: error, refund_id: reference.refund_id }, 'refund.inquiry_unanswered')
    return { outcome: 'unknown' }
  }
}

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

/** Changes the void into a refund for good, with a new order that begins now. */
const journalSwitch = (services: PaymentServices, refund: RefundDocument) =>
  journal(services, refund, ({ id, gateway_response }, verified) => ({
    ...gateway_response,
    operation: 'refund',
    ...orderOfRefund(id, verified),
  }))

const journalNewOrder = (services: PaymentServices, refund: RefundDocument) =>
  journal(services, refund, ({ id, gateway_response }, verified) => {
    const count = Number(gateway_response.order_count ?? 1) + 1
    return { ...gateway_response, ...orderOfRefund(id, verified, count) }
  })

const journalRepeat = (services: PaymentServices, refund: RefundDocument) =>
  journal(services, refund, ({ gateway_response }, verified) => ({
    ...gateway_response,
    asked_at: isoTime(verified),
  }))

/**
 * Journals a request before it is sent.
 * @returns null if it could not be journaled, or if another process has sent, finished or listed the refund since: then
 *   nothing may be sent
 */
async function journal(
  services: PaymentServices,
  asked: RefundDocument,
  change: (refund: RefundDocument, verified: number) => RefundDocument['gateway_response'],
): Promise<RefundDocument | null> {
  const { account_id, id } = asked
  try {
    const written = await runDecision(services, {
      load: () => loadRefundState(services.store, account_id, id),
      decide: ({ refund }: RefundState, { now, verified }) => {
        const { document } = refund
        const mayBeSent = document.awaits === 'processor' && !isUnresolved(document)
        if (!mayBeSent || lastSent(document) !== lastSent(asked)) {
          return ok({ writes: [], events: [], reply: null })
        }
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
