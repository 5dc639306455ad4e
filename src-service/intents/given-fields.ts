import type {
  CreatePaymentIntentBody,
  PaymentIntent,
  UpdatePaymentIntentBody,
} from '../../src-shared/api/schemas/payment-intent.ts'
import { railOf, typeOf } from './rails.ts'

/** The fields of an intent that a client may write (sections 4.1 and 4.2). */
const writable = [
  'amount',
  'merchant_amount',
  'tax_amount',
  'tip_amount',
  'surcharge_amount',
  'payment_splits',
  'order_details',
  'capture',
  'reference_id',
  'user_fields',
  'description',
  'payment_method_types',
  'payment_rail_types',
  'customer_id',
  'payment_method_data',
] as const satisfies readonly (keyof IntentFields)[]

/** A patch has no payment_method_data; an update of a checkout session does. */
export type IntentFields = UpdatePaymentIntentBody &
  Partial<Pick<CreatePaymentIntentBody, 'payment_method_data'>>

/**
 * Returns the fields in the request as fields of the document. If only one of types and rails is given, the other
 * follows.
 */
export function givenFields(body: IntentFields): Partial<PaymentIntent> {
  const given: Record<string, unknown> = {}
  for (const name of writable) {
    if (body[name] !== undefined) given[name] = body[name]
  }
  if (body.payment_method_types !== undefined && body.payment_rail_types === undefined) {
    given.payment_rail_types = body.payment_method_types.map((type) => railOf[type])
  }
  if (body.payment_rail_types !== undefined && body.payment_method_types === undefined) {
    given.payment_method_types = body.payment_rail_types.map((rail) => typeOf[rail])
  }
  return given
}
