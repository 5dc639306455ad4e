import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type {
  PaymentMethodIntent,
  ValidationResponse,
} from '../../src-shared/api/schemas/payment-method-intent.ts'
import { notReusable, reusable } from '../authorize/card-brand.ts'
import { type CustomerLink, notLinked } from '../intents/customer-rules.ts'
import { attachedTo, defaultMethodWrite } from '../payment-methods/attach.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { Decided } from '../use-case.ts'
import { eventOf, notCreated } from './decide-change.ts'

/** A payment method intent, and the customer who will get the method. */
export interface CollectState {
  readonly intent: Row<PaymentMethodIntent>
  readonly customer: Row<Customer> | null
  /** The link between that customer and the account. */
  readonly link: CustomerLink
}

/** The changes of the intent and its customer; `reply` is the method, which the caller writes. */
export type Collected = Decided<PaymentMethod>

/** Maximum number of failed validations of an intent, so that it cannot be used to test stolen cards. */
const mostAttempts = 10

export const takesMore = ({
  validation_attempts,
}: Pick<PaymentMethodIntent, 'validation_attempts'>): boolean => validation_attempts.length < mostAttempts

/** @returns null when the intent takes a method of this type now */
export function refuseCollecting(
  { intent: { document: intent }, customer, link }: CollectState,
  type: PaymentMethod['payment_method_type'],
): ServiceError | null {
  if (intent.status !== 'created')
    return notCreated(intent, 'only an intent in status created accepts a payment method', 'client_secret')
  if (!intent.payment_method_types.includes(type)) {
    return serviceError(
      'parameter_invalid',
      `The payment method intent does not accept ${type}: its payment_method_types are ${intent.payment_method_types.join(', ')}.`,
      { param: 'payment_method_type' },
    )
  }
  if (!takesMore(intent)) {
    const rule = `it had ${mostAttempts} failed attempts. Create another one`
    return notCreated(intent, rule, 'client_secret')
  }
  if (intent.customer_id === null || (customer !== null && link.linked)) return null
  return notLinked(intent.customer_id, 'client_secret')
}

/** created → processing: the bank is asked about the method, which cannot be used before the bank has answered. */
export function beginValidation({ intent }: CollectState, method: PaymentMethod, now: number): Collected {
  const pending: PaymentMethod = { ...method, status: 'pending', card: notReusable(method) }
  return intentChanged(intent, { status: 'processing', payment_method: pending }, 'processing', pending, now)
}

/** created | processing → succeeded: the method becomes the customer's, if the intent has a customer. */
export function complete(
  { intent, customer }: CollectState,
  method: PaymentMethod,
  validation: ValidationResponse | null,
  now: number,
): Collected {
  const owned: PaymentMethod = {
    ...method,
    status: 'active',
    validation_response: validation,
    card: reusable(method),
    ...(customer === null ? {} : attachedTo(customer.id, method)),
    updated_at: isoTime(now),
  }
  const change = { status: 'succeeded', payment_method: owned, ...attemptOf(intent, validation) } as const
  const decided = intentChanged(intent, change, 'succeeded', owned, now)
  return customer !== null && customer.document.default_payment_method === null
    ? defaultMethodWrite(decided, customer, owned.id, now)
    : decided
}

/** processing → created: the payer may try another card or account. */
export function failValidation(
  { intent }: CollectState,
  method: PaymentMethod,
  validation: ValidationResponse,
  now: number,
): Collected {
  const failed: PaymentMethod = {
    ...method,
    status: 'failed',
    card: notReusable(method),
    validation_response: validation,
    updated_at: isoTime(now),
  }
  const change = { status: 'created', payment_method: null, ...attemptOf(intent, validation) } as const
  return intentChanged(intent, change, 'validation_failed', failed, now)
}

const attemptOf = ({ document }: Row<PaymentMethodIntent>, validation: ValidationResponse | null) =>
  validation === null
    ? {}
    : {
        latest_validation_response: validation,
        validation_attempts: [...document.validation_attempts, validation],
      }

function intentChanged(
  row: Row<PaymentMethodIntent>,
  change: Partial<PaymentMethodIntent>,
  what: Parameters<typeof eventOf>[0],
  reply: PaymentMethod,
  now: number,
): Collected {
  const next = changed(row, change, now)
  return { writes: [updateOf('payment_method_intent', next)], events: [eventOf(what, next.document)], reply }
}
