import { ok } from '../../src-shared/result.ts'
import { findFollowUp } from '../authorize/ask-inquiry.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision } from '../commit.ts'
import { referenceOf } from '../processor/order-id.ts'
import { lookedInVain, lookSoon, type QuarantineRow, type WatchedRefund } from '../repair/quarantine-row.ts'
import { updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionResult } from '../use-case.ts'
import { type RefundState, refundChange } from './decide-finish-refund.ts'
import { operationOf, ordersOf } from './documents.ts'
import { isStillPaid } from './is-still-paid.ts'
import { type LateRefund, lateRefundsOf, withLateRefunds } from './late-refunds.ts'
import { loadRefundState } from './load.ts'
import { inquireAbout, refundReferenceOf } from './request-refund.ts'

/**
 * Checks for a refund that a person resolved as not done, because its request may have been delayed. The checks last as
 * long as those of a payment in quarantine. A refund that is found is shown to operators (GET /refunds/unresolved). The
 * customer has the money, so the service does not take it back.
 */
export async function watchRefund(
  services: PaymentServices,
  row: QuarantineRow<WatchedRefund>,
): Promise<void> {
  const { store, clock, log } = services
  const load = () => loadRefundState(store, row.account_id, row.id)
  const state = await load()
  if (!state.ok) throw new Error(`refund ${row.id} of a quarantine is gone`)
  const looked = await lookFor(services, state.value)
  const verified = clock.verified()
  const written = await runDecision(services, {
    load,
    // A write of an older row conflicts and is not repeated: the process that changed the row has checked too.
    decide: ({ refund, attempt }, { now }): DecisionResult<readonly LateRefund[]> => {
      // An operation on the payment since the look-up may be the void that was found.
      const isOutdated =
        operationOf(refund.document) === 'void' &&
        attempt.payment.version !== state.value.attempt.payment.version
      const isUnknown = looked === 'unknown' || isOutdated
      const next = isUnknown ? lookSoon(row, verified) : lookedInVain(row, verified)
      const known = lateRefundsOf(refund.document).map(({ order_id }) => order_id)
      const fresh = isUnknown ? [] : looked.filter(({ order_id }) => !known.includes(order_id))
      const watched = updateOf('quarantine', next)
      if (fresh.length === 0) return ok({ writes: [watched], events: [], reply: fresh })
      const gateway_response = withLateRefunds(refund.document, fresh)
      const { writes, events } = refundChange(refund, { gateway_response }, 'v2.refund.late', now)
      return ok({ writes: [watched, ...writes], events, reply: fresh })
    },
  })
  if (!written.ok) return
  for (const late of written.value) log.error({ refund_id: row.id, ...late }, 'refund.late')
}

/** Returns the late refunds found so far; `unknown` if none was found and not every look-up was answered. */
async function lookFor(
  services: PaymentServices,
  { refund: { document: refund }, attempt }: RefundState,
): Promise<readonly LateRefund[] | 'unknown'> {
  const payment = attempt.payment.document
  const found_at = isoTime(services.clock.now())
  if (operationOf(refund) === 'void') {
    // A cancellation or full refund since then explains a void.
    if (!isStillPaid(payment)) return []
    const found = await findFollowUp(services, payment, 'void')
    if (found.outcome !== 'done') return found.outcome === 'unknown' ? 'unknown' : []
    const { order_id } = referenceOf(payment)
    const { retrieval_reference } = found
    return [{ found_at, operation: 'void', order_id, retrieval_reference, resolution: null }]
  }
  const late: LateRefund[] = []
  let isKnown = true
  for (const order_id of ordersOf(refund)) {
    const found = await inquireAbout(services, payment, { ...refundReferenceOf(refund), order_id })
    const { outcome } = found
    if (outcome === 'unknown' || outcome === 'not_yet') isKnown = false
    if (outcome !== 'done') continue
    const { retrieval_reference } = found
    late.push({ found_at, operation: 'refund', order_id, retrieval_reference, resolution: null })
  }
  return isKnown || late.length > 0 ? late : 'unknown'
}
