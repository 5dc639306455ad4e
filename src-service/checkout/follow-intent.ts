import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { assertNever } from '../../src-shared/result.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { Decided, DecisionContext } from '../use-case.ts'
import { type SessionDocument, sessionEvent } from './documents.ts'

/** What the checkout session adds to the commit of a status change of its intent. */
export interface Followed extends Pick<Decided<never>, 'writes' | 'events'> {
  /** Further changes of the intent. */
  readonly intent: Partial<Omit<PaymentIntent, 'latest_payment'>>
  /** The session after the commit. */
  readonly session: Row<SessionDocument> | null
}

type Timing = Pick<DecisionContext, 'dated'> & Partial<Pick<DecisionContext, 'verified'>>

/**
 * Ends a session with its intent, however the intent was paid or cancelled, and in the same commit:
 *
 *   open ─ intent pending, uncaptured, captured ─▶ complete
 *   open ─ intent cancelled ─────────────────────▶ expired
 *
 * A failed payment leaves the session open and removes its surcharge, because the next card may have none.
 * @param session null for an intent without a session
 * @param timing absent if a payment ends the session: its end time is not used then
 */
export function followIntent(
  session: Row<SessionDocument> | null,
  before: PaymentIntent['status'],
  after: PaymentIntent['status'],
  now: number,
  timing: Timing = { dated: (ms) => ms },
): Followed {
  const nothing: Followed = { intent: {}, session, writes: [], events: [] }
  if (session === null || session.document.status !== 'open' || before === after) return nothing
  switch (after) {
    case 'processing':
      return nothing
    case 'created': {
      const failed_payments = session.document.failed_payments + 1
      const next = changed(session, { failed_payments }, now)
      return {
        intent: amountsOf(session.document),
        session: next,
        writes: [updateOf('checkout_session', next)],
        events: [],
      }
    }
    case 'pending':
    case 'uncaptured':
    case 'captured':
      return ended(session, 'complete', now, timing)
    case 'cancelled':
    case 'failed':
      return ended(session, 'expired', now, timing)
    default:
      return assertNever(after)
  }
}

/** Returns the amounts of the intent without a surcharge of the page. */
export const amountsOf = ({
  amount,
  payment_intent_data,
}: SessionDocument): Pick<PaymentIntent, 'amount' | 'surcharge_amount'> => ({
  amount,
  surcharge_amount: payment_intent_data.surcharge_amount ?? 0,
})

function ended(
  session: Row<SessionDocument>,
  status: 'complete' | 'expired',
  now: number,
  { verified, dated }: Timing,
): Followed {
  const next = changed(session, { status, ...(verified === undefined ? {} : { ended_at: verified }) }, now)
  const event = sessionEvent(status === 'complete' ? 'completed' : 'expired', next.document, { dated })
  return { intent: {}, session: next, writes: [updateOf('checkout_session', next)], events: [event] }
}
