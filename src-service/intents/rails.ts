import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'

type MethodType = PaymentIntent['payment_method_types'][number]

/** Section 2.1: what each type of payment method goes by. */
export const railOf = {
  card: 'card',
  bank: 'us_bank_ach',
  ca_bank: 'ca_bank_eft',
} as const satisfies Readonly<Record<MethodType, PaymentIntent['payment_rail_types'][number]>>

/** Whether an intent takes this type of method, and the rail it goes by. @returns why not, null when it does. */
export function whyNotTaken(intent: PaymentIntent, type: MethodType): string | null {
  if (!intent.payment_method_types.includes(type)) {
    return `its payment_method_types are ${intent.payment_method_types.join(', ')}`
  }
  return intent.payment_rail_types.includes(railOf[type])
    ? null
    : `its payment_rail_types are ${intent.payment_rail_types.join(', ')}`
}
