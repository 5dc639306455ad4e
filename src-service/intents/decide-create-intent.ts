import type { CreatePaymentIntentBody, PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Currency } from '../../src-shared/currency.ts'
import { err, ok } from '../../src-shared/result.ts'
import { refuseCurrency } from '../accounts/currency.ts'
import { inserted } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { refuseAmounts } from './amount-rules.ts'
import { type CustomerLink, refuseCustomer } from './customer-rules.ts'
import { newIntent } from './documents.ts'
import { givenFields } from './given-fields.ts'
import { refuseRails, refuseUnpayable } from './rails.ts'

/** The account that receives the money, and the random secret, which a pure decision cannot generate. */
export interface CreateIntentState {
  readonly accountId: string
  readonly businessId: string | null
  readonly partnerId: string | null
  /** The account's currency. */
  readonly currency: Currency
  readonly customer: CustomerLink
  /** Random text; the client secret consists of the intent's id and this. */
  readonly secret: string
  /** The checkout session that is created in the same commit. */
  readonly checkoutSessionId?: string
}

/** Section 3.1: (none) → created; all amount_* are 0 and a client_secret is issued. */
export function decideCreateIntent(
  state: CreateIntentState,
  body: CreatePaymentIntentBody,
  { now, newId }: DecisionContext,
): DecisionResult<PaymentIntent> {
  const customer = refuseCustomer(null, body.customer_id, state.customer)
  if (customer !== null) return err(customer)
  const foreign = refuseCurrency(state.currency, body.currency)
  if (foreign !== null) return err(foreign)
  const given = givenFields(body)
  const id = newId('payment_intent')
  const made = newIntent(
    {
      id,
      client_secret: `${id}_secret_${state.secret}`,
      amount: body.amount,
      currency: state.currency,
      account_id: state.accountId,
      business_id: state.businessId,
      partner_id: state.partnerId,
      created_at: isoTime(now),
    },
    given,
  )
  const { checkoutSessionId: checkout_session_id } = state
  const intent = checkout_session_id === undefined ? made : { ...made, checkout_session_id }
  const refusal = refuseAmounts(intent, body) ?? refuseRails(intent, body) ?? refuseUnpayable(intent, body)
  if (refusal !== null) return err(refusal)
  const account_id = state.accountId
  return ok({
    writes: [inserted('payment_intent', account_id, intent, now)],
    events: [{ account_id, type: 'v2.payment_intent.created', object: intent }],
    reply: intent,
  })
}
