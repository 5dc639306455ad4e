import { refuse } from '../../src-shared/api/errors.ts'
import type {
  PaymentIntentData,
  UpdateCheckoutSessionBody,
} from '../../src-shared/api/schemas/checkout-session.ts'
import { defaultCurrency, knownCurrency } from '../../src-shared/currency.ts'
import { err, ok } from '../../src-shared/result.ts'
import { refuseCurrency } from '../accounts/currency.ts'
import type { CustomerLink } from '../intents/customer-rules.ts'
import { decideUpdateIntent } from '../intents/decide-update-intent.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { Decided, DecisionContext, DecisionResult } from '../use-case.ts'
import { typesOf } from './decide-create-session.ts'
import { type SessionDocument, sessionEvent } from './documents.ts'
import { asOf, isPastItsTime, type SessionState } from './load-session.ts'
import { amountsAfter, expiryAfter, ofIntentData, refuseSurcharge, refuseTypes } from './session-rules.ts'

export interface UpdateSessionState extends SessionState {
  /** The link between the account and the customer that the body names. */
  readonly customer: CustomerLink
  /** Maximum time that a session may be open, from its creation, in ms. */
  readonly windowMs: number
}

/** Fields that do not affect what the payer pays, and that may be changed after the session has ended. */
const alwaysChangeable: ReadonlySet<string> = new Set(['customer_email', 'reference_id', 'user_fields'])

/**
 * Section 4.2, update session. What the payer is shown can change only while the session is open and no payment is in
 * progress; the merchant's notes can change at any time. The intent is updated in the same commit.
 */
export function decideUpdateSession(
  state: UpdateSessionState,
  body: UpdateCheckoutSessionBody,
  context: DecisionContext,
): DecisionResult<SessionDocument> {
  const { session, intent, customer, windowMs } = state
  const { now, verified } = context
  const { document } = session
  const agreed = Object.keys(body).find((name) => !alwaysChangeable.has(name))
  const closed = agreed === undefined ? null : whyClosed(state, verified)
  if (agreed !== undefined && closed !== null) {
    const message = `Checkout session ${document.id} ${closed}; ${agreed} cannot be changed now. customer_email, reference_id and user_fields still can.`
    return refuse('state_conflict', message, { param: agreed })
  }
  const contradiction = refuseTypes(body)
  if (contradiction !== null) return err(contradiction)
  const expiry = expiryAfter(document, body.expires_at, context, windowMs)
  if (!expiry.ok) return expiry
  const amounts = amountsAfter(document, body)
  if (!amounts.ok) return amounts
  if (Object.keys(body).length === 0) {
    return ok({ writes: [], events: [], reply: asOf(state, verified) })
  }
  const { payment_intent_data: data } = body
  const foreign = refuseCurrency(
    knownCurrency(intent.document.currency) ?? defaultCurrency,
    data?.currency,
    'payment_intent_data.currency',
  )
  if (foreign !== null) return err(foreign)
  const notes = changed(session, { ...givenIn(body), expires_at: expiry.value }, now)
  if (agreed === undefined) return ok(updatedTo({ session: notes, intent }, context))
  // Written even if the intent does not change, so that a payment that begins at the same time comes before or after.
  const { currency: _, ...fields } = { ...data, ...typesOf(body), amount: amounts.value.amount }
  const followed = decideUpdateIntent({ intent, customer }, fields, context)
  if (!followed.ok) return err(ofIntentData(followed.error, body))
  const { payment_method_types, payment_rail_types } = followed.value.reply
  const before = withoutRemoved({ ...document.payment_intent_data, ...data })
  const payment_intent_data = {
    ...before,
    ...(before.payment_method_types === undefined ? {} : { payment_method_types }),
    ...(before.payment_rail_types === undefined ? {} : { payment_rail_types }),
    amount: amounts.value.subtotal,
  } as PaymentIntentData
  const next: Row<SessionDocument> = {
    ...notes,
    document: {
      ...notes.document,
      ...amounts.value,
      payment_method_types,
      payment_rail_types,
      payment_intent_data,
    },
  }
  const tooMuch = refuseSurcharge(next.document, body)
  if (tooMuch !== null) return err(tooMuch)
  const { writes, events, reply } = updatedTo({ session: next, intent }, context)
  return ok({
    writes: [...followed.value.writes, ...writes],
    events: [...followed.value.events, ...events],
    reply,
  })
}

/** A field that was removed is absent from the data, as it is when it was never set. */
const withoutRemoved = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Fields

const updatedTo = (state: SessionState, context: DecisionContext): Decided<SessionDocument> => ({
  writes: [updateOf('checkout_session', state.session)],
  events: [sessionEvent('updated', state.session.document, context)],
  // The session may have reached its expiry.
  reply: asOf(state, context.verified),
})

/** @returns null while the session is open and no payment is in progress */
function whyClosed({ session: { document: session }, intent }: SessionState, now: number): string | null {
  if (session.status !== 'open') return `is ${session.status}`
  if (intent.document.status === 'processing') return 'is being paid right now'
  return isPastItsTime(session, now) ? 'is expired' : null
}

const own = [
  ...(['customer_email', 'reference_id', 'user_fields', 'cancel_url', 'success_url'] as const),
  'surcharge',
] as const

function givenIn(body: UpdateCheckoutSessionBody): Partial<SessionDocument> {
  const given: Record<string, unknown> = {}
  for (const name of own) if (body[name] !== undefined) given[name] = body[name]
  return given
}
