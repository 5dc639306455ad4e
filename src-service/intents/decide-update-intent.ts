import { serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent, UpdatePaymentIntentBody } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok } from '../../src-shared/result.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { refuseAmounts } from './amount-rules.ts'
import { type CustomerLink, refuseCustomer } from './customer-rules.ts'
import { givenFields } from './given-fields.ts'

export interface UpdateIntentState {
  readonly intent: Row<PaymentIntent>
  /** Between the customer that the body names and the account. */
  readonly customer: CustomerLink
}

/** Section 4.2, patch intent: only while it is created, for afterwards the payer has agreed to what it says. */
export function decideUpdateIntent(
  { intent: row, customer }: UpdateIntentState,
  body: UpdatePaymentIntentBody,
  { now }: DecisionContext,
): DecisionResult<PaymentIntent> {
  const intent = row.document
  if (intent.status !== 'created') {
    return err(
      serviceError(
        'state_conflict',
        `Payment intent ${intent.id} is ${intent.status}; only an intent in status created can be changed.`,
        { param: 'id' },
      ),
    )
  }
  const stranger = refuseCustomer(intent.customer_id, body.customer_id, customer)
  if (stranger !== null) return err(stranger)
  const given = givenFields(body)
  if (Object.keys(given).length === 0) return ok({ writes: [], events: [], reply: intent })
  const next = changed(row, given, now)
  const refusal = refuseAmounts(next.document, body)
  if (refusal !== null) return err(refusal)
  return ok({
    writes: [updateOf('payment_intent', next)],
    events: [{ account_id: row.account_id, type: 'v2.payment_intent.updated', object: next.document }],
    reply: next.document,
  })
}
