import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision } from '../commit.ts'
import { isKnown } from '../intents/decide-follow-up.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'
import { decideFinishRefund } from './decide-finish-refund.ts'
import { decideReportUnresolved } from './decide-resolve-refund.ts'
import { answeredAt, awaitedSince, isUnresolved, operationOf, type RefundDocument } from './documents.ts'
import { loadRefundState } from './load.ts'
import { repeatRefund } from './request-refund.ts'

/** Returns every refund whose answer from the processor is not known. */
export const unansweredRefunds = (store: Pick<Store, 'list'>): AsyncGenerator<Row<RefundDocument>> =>
  rowsOf(store, 'refund', { where: [{ column: 'awaits', is: '=', value: 'processor' }] })

const hourMs = 60 * 60_000
/** How long a refund may await the processor before operators are shown it, in ms. Batches close once a day. */
const unresolvedAfterMs = { unknown: hourMs, later: 48 * hourMs } as const

/**
 * Finds out the outcome of one refund by requesting it again, and records it.
 * @param silentForMs how long this process has asked without an answer. The refund becomes unresolved only if this is
 *   at least an hour too: after a night without power, or while a batch is open, one lost answer proves nothing.
 * @returns whether the processor has answered
 */
export async function repairRefund(
  services: PaymentServices,
  found: Row<RefundDocument>,
  silentForMs: number,
): Promise<boolean> {
  if (!services.inFlight.take(found.id)) return false
  try {
    // The listed row may be out of date.
    const state = await loadRefundState(services.store, found.account_id, found.id)
    if (!state.ok || state.value.refund.document.awaits !== 'processor') return false
    const { refund, attempt } = state.value
    const answer = await repeatRefund(services, {
      refund: refund.document,
      payment: attempt.payment.document,
    })
    if (answer === null) return false
    const now = services.clock.verified()
    if (answer.outcome === 'unknown') {
      const unansweredForMs = Math.min(now - answeredAt(refund.document), silentForMs)
      if (unansweredForMs >= unresolvedAfterMs.unknown) await reportUnresolved(services, refund)
      return false
    }
    const written = await runDecision(services, {
      load: () => loadRefundState(services.store, found.account_id, found.id),
      decide: (state, context) => decideFinishRefund(state, answer, context),
    })
    const { outcome } = answer
    if (!isKnown(answer)) {
      if (now - awaitedSince(refund.document) >= unresolvedAfterMs.later) {
        await reportUnresolved(services, refund)
      }
    } else if (written.ok) services.log.info({ refund_id: found.id, outcome }, 'refund.repaired')
    else {
      const { code } = written.error
      services.log.warn({ refund_id: found.id, outcome, code }, 'refund.repair_failed')
    }
    return true
  } finally {
    services.inFlight.release(found.id)
  }
}

async function reportUnresolved(services: PaymentServices, refund: Row<RefundDocument>): Promise<void> {
  const { id, account_id, document } = refund
  if (isUnresolved(document)) return
  const written = await runDecision(services, {
    load: () => loadRefundState(services.store, account_id, id),
    decide: decideReportUnresolved,
  })
  if (written.ok && written.value) {
    const fields = { refund_id: id, payment_id: document.payment_id, operation: operationOf(document) }
    services.log.error(fields, 'refund.unresolved')
  }
}
