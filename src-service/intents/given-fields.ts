import type {
  CreatePaymentIntentBody,
  PaymentIntent,
  UpdatePaymentIntentBody,
} from '../../src-shared/api/schemas/payment-intent.ts'
import { railOf, typeOf } from './rails.ts'

/** A patch has no payment_method_data; an update of a checkout session does. null removes a field. */
export type IntentFields = UpdatePaymentIntentBody & {
  readonly payment_method_data?: CreatePaymentIntentBody['payment_method_data'] | null
}

/** The fields of an intent that a client may write (sections 4.1 and 4.2). A field that is missing here is an error. */
const writable = Object.keys({
  amount: true,
  merchant_amount: true,
  tax_amount: true,
  tip_amount: true,
  surcharge_amount: true,
  payment_splits: true,
  order_details: true,
  capture: true,
  reference_id: true,
  user_fields: true,
  description: true,
  payment_method_types: true,
  payment_rail_types: true,
  customer_id: true,
  payment_method_data: true,
} satisfies Readonly<Record<keyof IntentFields, true>>) as readonly (keyof IntentFields)[]

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
