import { refuse } from '../../src-shared/api/errors.ts'
import { ok } from '../../src-shared/result.ts'
import { decideCancelUnpaid } from '../intents/decide-cancel.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { type SessionDocument, sessionEvent } from './documents.ts'
import { isPastItsTime, type SessionState } from './load-session.ts'

/**
 * Section 4.2, expire session: open → expired, and its intent is cancelled. A payment in progress is not interrupted:
 * the session takes no other payment and ends with the outcome of this one. A second call changes nothing.
 */
export function decideExpireSession(
  state: SessionState,
  context: DecisionContext,
): DecisionResult<SessionDocument> {
  const { session, intent } = state
  const { document } = session
  if (document.status === 'complete') {
    const message = `Checkout session ${session.id} is complete; only an open one can be expired. Refund or cancel its payment instead.`
    return refuse('state_conflict', message, { param: 'id' })
  }
  if (document.status === 'expired') return ok({ writes: [], events: [], reply: document })
  if (intent.document.status === 'processing') return ok(withdrawn(state, context))
  const cancelled = decideCancelUnpaid(state, 'abandoned', context)
  if (!cancelled.ok) return cancelled
  return ok({
    ...cancelled.value,
    reply: { ...document, status: 'expired', updated_at: isoTime(context.now) },
  })
}

function withdrawn({ session }: SessionState, context: DecisionContext) {
  const { now, verified } = context
  const { document } = session
  if (isPastItsTime(document, verified)) return { writes: [], events: [], reply: document }
  const next = changed(session, { expires_at: isoTime(verified) }, now)
  return {
    writes: [updateOf('checkout_session', next)],
    events: [sessionEvent('updated', next.document, context)],
    reply: next.document,
  }
}
