import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision } from '../commit.ts'
import { isKnown } from '../intents/decide-follow-up.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'
import { decideFinishRefund } from './decide-finish-refund.ts'
import { decideReportUnresolved } from './decide-resolve-refund.ts'
import { awaitedSince, isUnresolved, operationOf, type RefundDocument } from './documents.ts'
import { loadRefundState } from './load.ts'
import { repeatRefund } from './request-refund.ts'

/** Every refund whose answer from the processor is not known. */
export const unansweredRefunds = (store: Pick<Store, 'list'>): AsyncGenerator<Row<RefundDocument>> =>
  rowsOf(store, 'refund', { where: [{ column: 'awaits', is: '=', value: 'processor' }] })

const hourMs = 60 * 60_000
/** How long a refund may wait for the processor before operators are shown it, ms; batches close once a day. */
const unresolvedAfterMs = { unknown: hourMs, later: 48 * hourMs } as const

/** Learns what became of one refund by asking for it again, and writes it down. */
export async function repairRefund(services: PaymentServices, found: Row<RefundDocument>): Promise<void> {
  if (!services.inFlight.take(found.id)) return
  try {
    // The listed row may be stale by now.
    const state = await loadRefundState(services.store, found.account_id, found.id)
    if (!state.ok || state.value.refund.document.awaits !== 'processor') return
    const { refund, attempt } = state.value
    const answer = await repeatRefund(services, {
      refund: refund.document,
      payment: attempt.payment.document,
    })
    if (!isKnown(answer)) {
      const age = services.clock.verified() - awaitedSince(refund.document)
      if (age >= unresolvedAfterMs[answer.outcome === 'later' ? 'later' : 'unknown']) {
        await reportUnresolved(services, refund)
      }
      return
    }
    const written = await runDecision(services, {
      load: () => loadRefundState(services.store, found.account_id, found.id),
      decide: (state, context) => decideFinishRefund(state, answer, context),
    })
    const { outcome } = answer
    if (written.ok) services.log.info({ refund_id: found.id, outcome }, 'refund.repaired')
    else {
      const { code } = written.error
      services.log.warn({ refund_id: found.id, outcome, code }, 'refund.repair_failed')
    }
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
