import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CreatePaymentBody } from '../../src-shared/api/schemas/create-payment.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import { customerImmutable, notLinked } from '../intents/customer-rules.ts'
import { newPayment } from '../intents/documents.ts'
import { railOf } from '../intents/rails.ts'
import { readByTerminal } from '../intents/read-by-terminal.ts'
import { securityCodeLength } from '../payment-methods/token-rules.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { notReusable } from './card-brand.ts'
import { mayBePaid } from './may-be-paid.ts'
import { type Payable, spentMethod } from './payable.ts'
import { awaitingAuthorization, processingWrites } from './processing-writes.ts'

export interface BeginWithMethod {
  readonly body: CreatePaymentBody
  readonly paymentId: string
  readonly processor: string
}

/**
 * Section 4.1, create payment: created → processing, with a stored method. A single-use method is marked as used in the
 * same commit, and its stored security code is deleted.
 */
export function decideBeginWithMethod(
  payable: Payable,
  command: BeginWithMethod,
  { now, verified }: DecisionContext,
): DecisionResult<AttemptReply> {
  const { intent, method } = payable
  const type = method.document.payment_method_type
  const open = mayBePaid(intent.document, { type, param: 'id' })
  if (!open.ok) return open
  const refusal = refuseMethod(payable, command.body)
  if (refusal !== null) return err(refusal)
  const used = method.document.single_use_token
    ? changed<PaymentMethod>(method, { status: 'used', card: notReusable(method.document) }, now)
    : method
  const payment = paymentOf(payable, used, command, { now, verified })
  return ok(processingWrites(intent, payment, [...methodWrites(method, used), ...codeGone(payable)], now))
}

/** Returns why this method may not pay this intent; null when it may. */
function refuseMethod({ intent, method, link }: Payable, body: CreatePaymentBody): ServiceError | null {
  const { id, status, customer_id: owner, card } = method.document
  const param = body.customer_id === undefined ? 'payment_method_id' : 'customer_id'
  if (status !== 'active') return spentMethod(id, status)
  if (owner !== null) {
    if (!link.linked) return notLinked(owner, param)
    const current = intent.document.customer_id
    if (current !== null && current !== owner) return customerImmutable(current, owner, param)
  }
  if (method.document.payment_method_type !== 'card') return refuseBank(intent.document.capture, body)
  const digits = securityCodeLength(card?.brand ?? '')
  if (body.cvv2 === undefined || body.cvv2.length === digits) return null
  return serviceError('parameter_invalid', `cvv2 must have ${digits} digits for this card.`, {
    param: 'cvv2',
  })
}

function refuseBank(capture: boolean, { cvv2 }: CreatePaymentBody): ServiceError | null {
  if (cvv2 !== undefined) {
    return serviceError('parameter_invalid', 'cvv2 cannot be sent with a bank account. Leave it out.', {
      param: 'cvv2',
    })
  }
  if (capture) return null
  return serviceError(
    'parameter_invalid',
    'The intent has capture false, but a bank account cannot be authorized first and captured later. Pay by card, or create an intent with capture true.',
    { param: 'payment_method_id' },
  )
}

const methodWrites = (method: Row<PaymentMethod>, used: Row<PaymentMethod>): readonly Write[] =>
  used === method ? [] : [updateOf('payment_method', used)]

const codeGone = ({ codeHeld, method: { account_id, id } }: Payable): readonly Write[] =>
  codeHeld ? [{ op: 'delete', kind: 'security_code', account_id, id }] : []

function paymentOf(
  { intent: { document: intent }, billing }: Payable,
  { document: method }: Row<PaymentMethod>,
  { body, paymentId, processor }: BeginWithMethod,
  { now, verified }: Pick<DecisionContext, 'now' | 'verified'>,
): Payment {
  // A saved card is not present when it is charged again, however it was read originally.
  const read = method.customer_id === null ? readByTerminal(method) : null
  return newPayment(
    {
      id: paymentId,
      amount: intent.amount,
      currency: intent.currency,
      payment_intent_id: intent.id,
      payment_method_id: method.id,
      account_id: intent.account_id,
      payment_method: method,
      payment_provider_type: processor,
      created_at: isoTime(now),
    },
    {
      billing_details: billing,
      entry_mode: read?.entry_mode ?? (method.payment_method_type === 'card' ? 'keyed' : null),
      card_present: read !== null,
      payment_rail_type: railOf[method.payment_method_type],
      customer_id: method.customer_id ?? intent.customer_id,
      reference_id: body.reference_id ?? intent.reference_id,
      user_fields: body.user_fields ?? {},
      order_details: body.order_details ?? intent.order_details,
      description: body.description ?? intent.description,
      gateway_response: awaitingAuthorization(paymentId, verified),
    },
  )
}
