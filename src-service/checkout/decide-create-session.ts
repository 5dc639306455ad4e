import type { CreateCheckoutSessionBody } from '../../src-shared/api/schemas/checkout-session.ts'
import { err, ok } from '../../src-shared/result.ts'
import { type CreateIntentState, decideCreateIntent } from '../intents/decide-create-intent.ts'
import { inserted } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { pageUrl, type SessionDocument, sessionEvent } from './documents.ts'
import { nothingToCharge, ofIntentData, refuseSurcharge, refuseTypes } from './session-rules.ts'

export interface CreateSessionState extends Omit<CreateIntentState, 'checkoutSessionId'> {
  /** A random text. The secret of the session consists of its id and this text. */
  readonly sessionSecret: string
  readonly publicUrl: string
}

/** How long a session is open unless an update changes it, in ms. */
const lifeMs = 24 * 60 * 60_000

/** Section 4.2, create session: (none) → open, with its payment intent in the same commit. */
export function decideCreateSession(
  state: CreateSessionState,
  body: CreateCheckoutSessionBody,
  context: DecisionContext,
): DecisionResult<SessionDocument> {
  const { payment_intent_data: data } = body
  const contradiction = refuseTypes(body)
  if (contradiction !== null) return err(contradiction)
  if (data.amount === 0) return err(nothingToCharge('payment_intent_data.amount'))
  const id = context.newId('checkout_session')
  const types = typesOf(body)
  const intent = decideCreateIntent({ ...state, checkoutSessionId: id }, { ...data, ...types }, context)
  if (!intent.ok) return err(ofIntentData(intent.error, body))
  const { now, verified } = context
  const client_secret = `${id}_secret_${state.sessionSecret}`
  const session: SessionDocument = {
    id,
    entity: 'checkout_session',
    status: 'open',
    url: pageUrl(state.publicUrl, id, client_secret),
    client_secret,
    cancel_url: body.cancel_url ?? null,
    success_url: body.success_url ?? null,
    customer_email: body.customer_email ?? null,
    reference_id: body.reference_id ?? null,
    user_fields: body.user_fields ?? {},
    payment_method_types: intent.value.reply.payment_method_types,
    payment_rail_types: intent.value.reply.payment_rail_types,
    payment_intent_data: data,
    payment_intent_id: intent.value.reply.id,
    amount: data.amount,
    subtotal: data.amount,
    discount_amount: 0,
    surcharge: body.surcharge ?? { type: 'disabled' },
    link_phone_number: null,
    google_pay_enabled: body.google_pay_enabled ?? true,
    apple_pay_enabled: body.apple_pay_enabled ?? true,
    account_id: state.accountId,
    partner_id: state.partnerId,
    business_id: state.businessId,
    created_at: isoTime(now),
    updated_at: isoTime(now),
    expires_at: isoTime(verified + lifeMs),
    failed_payments: 0,
    opened_at: verified,
  }
  const tooMuch = refuseSurcharge(session, body)
  if (tooMuch !== null) return err(tooMuch)
  return ok({
    writes: [...intent.value.writes, inserted('checkout_session', state.accountId, session, now)],
    events: [...intent.value.events, sessionEvent('created', session, context)],
    reply: session,
  })
}

/** Returns the types and rails of the session itself. Those that it lacks come from its payment_intent_data. */
export const typesOf = ({
  payment_method_types,
  payment_rail_types,
}: Pick<CreateCheckoutSessionBody, 'payment_method_types' | 'payment_rail_types'>) => ({
  ...(payment_method_types === undefined ? {} : { payment_method_types }),
  ...(payment_rail_types === undefined ? {} : { payment_rail_types }),
})
