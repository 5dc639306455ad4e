import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision } from '../commit.ts'
import { isKnown } from '../intents/decide-follow-up.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'
import { decideFinishRefund } from './decide-finish-refund.ts'
import type { RefundDocument } from './documents.ts'
import { loadRefundState } from './load.ts'
import { repeatRefund } from './request-refund.ts'

/** Every refund whose answer from the processor is not known. */
export const unansweredRefunds = (store: Pick<Store, 'list'>): AsyncGenerator<Row<RefundDocument>> =>
  rowsOf(store, 'refund', { where: [{ column: 'awaits', is: '=', value: 'processor' }] })

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
    if (!isKnown(answer)) return
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
