import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok } from '../../src-shared/result.ts'
import { findFollowUp } from '../authorize/ask-inquiry.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision } from '../commit.ts'
import { changeAside } from '../intents/attempt.ts'
import { loadAttempt } from '../intents/load.ts'
import type { PendingFollowUp } from '../intents/pending-operation.ts'
import { isStillPaid } from '../refunds/is-still-paid.ts'
import { updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionResult } from '../use-case.ts'
import { isSameFollowUp, type LateFollowUp, lateFollowUpsOf, withLateFollowUp } from './late-follow-up.ts'
import { lookedInVain, lookSoon, type QuarantineRow, type WatchedFollowUp } from './quarantine-row.ts'

/**
 * Checks for a capture or void that a person resolved as not done, because its request may have been delayed. The
 * checks last as long as those of a payment in quarantine. Operators see what is found (GET /payments/unresolved).
 */
export async function watchFollowUp(
  services: PaymentServices,
  row: QuarantineRow<WatchedFollowUp>,
): Promise<void> {
  const { store, clock, log } = services
  const { payment_id, asked } = row.document
  const load = () => loadAttempt(store, row.account_id, payment_id)
  const attempt = await load()
  if (!attempt.ok) throw new Error(`payment ${payment_id} of a quarantine is gone`)
  const looked = attempt.value.payment
  const found = await lookFor(services, looked.document, asked)
  const verified = clock.verified()
  const written = await runDecision(services, {
    load,
    // A write of an older row conflicts and is not repeated: the process that changed the row has checked too.
    decide: (attempt, { now }): DecisionResult<LateFollowUp | null> => {
      const { payment } = attempt
      // An operation that was begun or done since may be the one that was found.
      const isOutdated = payment.version !== looked.version
      const isKnown = lateFollowUpsOf(payment.document).some((one) => isSameFollowUp(one, { asked }))
      const next = found === 'unknown' || isOutdated ? lookSoon(row, verified) : lookedInVain(row, verified)
      const watched = updateOf('quarantine', next)
      if (found === 'unknown' || found === null || isOutdated || isKnown) {
        return ok({ writes: [watched], events: [], reply: null })
      }
      const event = `v2.payment.late_${asked.operation}` as const
      const { decided } = changeAside(attempt, withLateFollowUp(payment.document, found), event, now)
      return ok({ ...decided, writes: [watched, ...decided.writes], reply: found })
    },
  })
  if (!written.ok || written.value === null) return
  const context = { payment_id, ...written.value }
  if (asked.operation === 'capture') log.error(context, 'repair.late_capture')
  else log.error(context, 'repair.late_void')
}

/** @returns null if it was not found; `unknown` while there is no answer, or another operation is in progress */
async function lookFor(
  services: PaymentServices,
  payment: Payment,
  asked: PendingFollowUp,
): Promise<LateFollowUp | null | 'unknown'> {
  if (payment.status === 'processing') return 'unknown'
  if (!isBesides(payment, asked)) return null
  const found = await findFollowUp(services, payment, asked.operation)
  if (found.outcome !== 'done') return found.outcome === 'unknown' ? 'unknown' : null
  const { retrieval_reference } = found
  return { found_at: isoTime(services.clock.now()), asked, retrieval_reference, resolution: null }
}

/** Whether a finding would contradict the books. A payment captured or voided since then agrees with the processor. */
const isBesides = (payment: Payment, { operation }: PendingFollowUp): boolean =>
  operation === 'void'
    ? payment.status === 'uncaptured' || isStillPaid(payment)
    : payment.status === 'uncaptured' || payment.status === 'cancelled'
