import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { eventNames } from '../../src-shared/api/event-types.ts'
import type {
  CreatePaymentMethodIntentBody,
  PaymentMethodIntent,
  UpdatePaymentMethodIntentBody,
} from '../../src-shared/api/schemas/payment-method-intent.ts'
import { err, ok } from '../../src-shared/result.ts'
import { type CustomerLink, refuseCustomer } from '../intents/customer-rules.ts'
import { railOf } from '../intents/rails.ts'
import type { Rail } from '../processor/payment-source.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import type { NewEvent, Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { Decided, DecisionContext, DecisionResult } from '../use-case.ts'

/** The account of the method, and the random text that a decision must not generate itself. */
interface CreateState {
  readonly accountId: string
  /** The link between the account and the customer that the body names. */
  readonly customer: CustomerLink
  /** A random text. The client secret consists of the intent's id and this text. */
  readonly secret: string
  /** The rails on which the processor can verify a card or account without an amount. */
  readonly verifies: readonly Rail[]
}

/** Section 2.7: (none) → created. */
export function decideCreate(
  { accountId, customer, secret, verifies }: CreateState,
  body: CreatePaymentMethodIntentBody,
  { now, newId }: DecisionContext,
): DecisionResult<PaymentMethodIntent> {
  const id = newId('payment_method_intent')
  const { payment_method_data } = body
  const intent: PaymentMethodIntent = {
    id,
    entity: 'payment_method_intent',
    status: 'created',
    client_secret: `${id}_secret_${secret}`,
    account_id: accountId,
    customer_id: body.customer_id ?? null,
    payment_method_types: body.payment_method_types ?? [payment_method_data?.payment_method_type ?? 'card'],
    payment_method_data: payment_method_data ?? null,
    payment_method: null,
    validate: body.validate ?? false,
    bill_to: body.bill_to ?? 'merchant',
    latest_validation_response: null,
    validation_attempts: [],
    user_fields: body.user_fields ?? {},
    cancellation_reason: null,
    created_at: isoTime(now),
    updated_at: isoTime(now),
  }
  const refusal = refuseCustomer(null, body.customer_id, customer) ?? refuseTypes(intent, body, verifies)
  if (refusal !== null) return err(refusal)
  return ok({
    writes: [inserted('payment_method_intent', accountId, intent, now)],
    events: [eventOf('created', intent)],
    reply: intent,
  })
}

interface UpdateState extends Pick<CreateState, 'customer' | 'verifies'> {
  readonly intent: Row<PaymentMethodIntent>
}

/** Section 4.2: user_fields can change at any time; types and a first customer only before anything is collected. */
export function decideUpdate(
  { intent: row, customer, verifies }: UpdateState,
  body: UpdatePaymentMethodIntentBody,
  { now }: DecisionContext,
): DecisionResult<PaymentMethodIntent> {
  const intent = row.document
  const agreed = (['payment_method_types', 'customer_id'] as const).find((name) => body[name] !== undefined)
  if (intent.status !== 'created' && agreed !== undefined) {
    return err(notCreated(intent, `${agreed} can only be changed in status created`, agreed))
  }
  const next = changed(row, given(body), now)
  const refusal =
    refuseCustomer(intent.customer_id, body.customer_id, customer) ??
    refuseTypes(next.document, body, verifies)
  if (refusal !== null) return err(refusal)
  if (Object.keys(body).length === 0) return ok(unchanged(intent))
  return ok({
    writes: [updateOf('payment_method_intent', next)],
    events: [eventOf('updated', next.document)],
    reply: next.document,
  })
}

/** created → cancelled; its secret no longer collects anything. A repeat changes nothing. */
export function decideCancel(
  row: Row<PaymentMethodIntent>,
  reason: string | null,
  { now }: DecisionContext,
): DecisionResult<PaymentMethodIntent> {
  const intent = row.document
  if (intent.status === 'cancelled') return ok(unchanged(intent))
  if (intent.status !== 'created')
    return err(notCreated(intent, 'only an intent in status created can be cancelled', 'id'))
  const next = changed(row, { status: 'cancelled', cancellation_reason: reason }, now)
  return ok({
    writes: [updateOf('payment_method_intent', next)],
    events: [eventOf('cancelled', next.document)],
    reply: next.document,
  })
}

/** Makes an event in the style of section 6. */
export const eventOf = (
  what: (typeof eventNames)['payment_method_intent'][number],
  object: PaymentMethodIntent,
): NewEvent => ({
  account_id: object.account_id,
  type: `v2.payment_method_intent.${what}`,
  object,
})

export const notCreated = ({ id, status }: PaymentMethodIntent, rule: string, param: string): ServiceError =>
  serviceError('state_conflict', `Payment method intent ${id} is ${status}; ${rule}.`, { param })

const unchanged = (reply: PaymentMethodIntent): Decided<PaymentMethodIntent> => ({
  writes: [],
  events: [],
  reply,
})

function given({
  payment_method_types,
  user_fields,
  customer_id,
}: UpdatePaymentMethodIntentBody): Partial<PaymentMethodIntent> {
  return {
    ...(payment_method_types === undefined ? {} : { payment_method_types }),
    ...(user_fields === undefined ? {} : { user_fields }),
    ...(customer_id === undefined ? {} : { customer_id }),
  }
}

/** Refuses payment_method_data of a type that is not taken, and with `validate` types that cannot be verified. */
function refuseTypes(
  { payment_method_types: types, payment_method_data: data, validate }: PaymentMethodIntent,
  sent: { readonly payment_method_types?: unknown },
  verifies: readonly Rail[],
): ServiceError | null {
  const invalid = (message: string, otherwise: string) =>
    serviceError('parameter_invalid', message, {
      param: sent.payment_method_types === undefined ? otherwise : 'payment_method_types',
    })
  if (data !== null && !types.includes(data.payment_method_type)) {
    return invalid(
      `payment_method_data has the type ${data.payment_method_type}, which is not one of payment_method_types (${types.join(', ')}).`,
      'payment_method_data',
    )
  }
  const unchecked = validate ? types.find((type) => !verifies.includes(railOf[type])) : undefined
  if (unchecked === undefined) return null
  return invalid(
    `The processor cannot validate ${unchecked}. Leave validate out, or ${unchecked} out of payment_method_types.`,
    'validate',
  )
}
