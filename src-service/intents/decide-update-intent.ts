import { refuse } from '../../src-shared/api/errors.ts'
import type { PaymentIntent, UpdatePaymentIntentBody } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok } from '../../src-shared/result.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { refuseAmounts } from './amount-rules.ts'
import { type CustomerLink, refuseCustomer } from './customer-rules.ts'
import { givenFields, type IntentFields } from './given-fields.ts'
import { refuseRails, refuseUnpayable } from './rails.ts'

export interface UpdateIntentState {
  readonly intent: Row<PaymentIntent>
  /** The link between the customer in the body and the account. */
  readonly customer: CustomerLink
}

/** Fields without effect on money, which may be changed even after the payment. */
const alwaysChangeable: ReadonlySet<string> = new Set([
  'description',
  'reference_id',
  'user_fields',
  'customer_id',
])

/** Returns the intent's customer, or the one it will get if the payment in progress succeeds. */
const payerOf = ({ customer_id, status, latest_payment }: PaymentIntent): string | null =>
  customer_id ?? (status === 'processing' ? (latest_payment?.customer_id ?? null) : null)

/** Section 4.2, patch intent. Fields that the payer has agreed to in a checkout session are changed there. */
export function decidePatchIntent(
  state: UpdateIntentState,
  body: UpdatePaymentIntentBody,
  context: DecisionContext,
): DecisionResult<PaymentIntent> {
  const { id, checkout_session_id: session } = state.intent.document
  const agreed = agreedIn(body)
  if (session === undefined || agreed === undefined) return decideUpdateIntent(state, body, context)
  const message = `Payment intent ${id} belongs to checkout session ${session}. Update the session to change ${agreed}.`
  return refuse('state_conflict', message, { param: agreed })
}

const agreedIn = (body: IntentFields): string | undefined =>
  Object.keys(body).find((name) => !alwaysChangeable.has(name))

/** Updates an intent: fields that the payer agreed to only while it is created, notes of the merchant at any time. */
export function decideUpdateIntent(
  { intent: row, customer }: UpdateIntentState,
  body: IntentFields,
  { now }: DecisionContext,
): DecisionResult<PaymentIntent> {
  const intent = row.document
  const agreed = agreedIn(body)
  if (intent.status !== 'created' && agreed !== undefined) {
    return refuse(
      'state_conflict',
      `Payment intent ${intent.id} is ${intent.status}; ${agreed} can only be changed in status created. In later statuses, you can change description, reference_id and user_fields, and set a first customer_id.`,
      { param: agreed },
    )
  }
  const stranger = refuseCustomer(payerOf(intent), body.customer_id, customer)
  if (stranger !== null) return err(stranger)
  const given = givenFields(body)
  if (Object.keys(given).length === 0) return ok({ writes: [], events: [], reply: intent })
  const next = changed(row, given, now)
  const refusal =
    refuseAmounts(next.document, body) ??
    refuseRails(next.document, body) ??
    refuseUnpayable(next.document, body)
  if (refusal !== null) return err(refusal)
  return ok({
    writes: [updateOf('payment_intent', next)],
    events: [{ account_id: row.account_id, type: 'v2.payment_intent.updated', object: next.document }],
    reply: next.document,
  })
}
