import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'

type MethodType = PaymentIntent['payment_method_types'][number]
type Rail = PaymentIntent['payment_rail_types'][number]

/** Section 2.1: the rail of each type of payment method. */
export const railOf = {
  card: 'card',
  bank: 'us_bank_ach',
  ca_bank: 'ca_bank_eft',
} as const satisfies Readonly<Record<MethodType, Rail>>

export const typeOf = {
  card: 'card',
  us_bank_ach: 'bank',
  ca_bank_eft: 'ca_bank',
} as const satisfies Readonly<Record<Rail, MethodType>>

/** Returns the types that can pay the intent. Only a card can be authorized first and captured later. */
export const payableTypes = ({
  capture,
  payment_method_types: types,
}: Pick<PaymentIntent, 'capture' | 'payment_method_types'>): readonly MethodType[] =>
  capture ? types : types.filter((type) => type === 'card')

interface Sent {
  readonly capture?: unknown
  readonly payment_method_types?: unknown
  readonly payment_rail_types?: unknown
}

/** Refuses an intent that is captured later and takes no card: it could never be paid. */
export function refuseUnpayable(intent: PaymentIntent, sent: Sent): ServiceError | null {
  const names = ['capture', 'payment_method_types', 'payment_rail_types'] as const
  const param = names.find((name) => sent[name] !== undefined)
  if (param === undefined || payableTypes(intent).length > 0) return null
  return serviceError(
    'parameter_invalid',
    `A bank account cannot be authorized first and captured later: with capture false, payment_method_types (${intent.payment_method_types.join(', ')}) must include card.`,
    { param },
  )
}

/** Refuses lists that do not match: a type without its rail, or a rail without its type, could never be used. */
export function refuseRails(
  {
    payment_method_types: types,
    payment_rail_types: rails,
  }: Pick<PaymentIntent, 'payment_method_types' | 'payment_rail_types'>,
  sent: Sent,
): ServiceError | null {
  const type = types.find((one) => !rails.includes(railOf[one]))
  const rail = rails.find((one) => !types.includes(typeOf[one]))
  if (type === undefined && rail === undefined) return null
  return serviceError(
    'parameter_invalid',
    `payment_method_types (${types.join(', ')}) and payment_rail_types (${rails.join(', ')}) contradict each other: ${
      type === undefined ? `nothing goes by ${rail}` : `${type} goes by ${railOf[type]}`
    }. Send one of the two lists, or both alike.`,
    { param: sent.payment_rail_types === undefined ? 'payment_method_types' : 'payment_rail_types' },
  )
}

/** Checks whether an intent accepts this type of method and its rail. @returns why not; null when it does. */
export function whyNotTaken(intent: PaymentIntent, type: MethodType): string | null {
  if (!intent.payment_method_types.includes(type)) {
    return `its payment_method_types are ${intent.payment_method_types.join(', ')}`
  }
  return intent.payment_rail_types.includes(railOf[type])
    ? null
    : `its payment_rail_types are ${intent.payment_rail_types.join(', ')}`
}
