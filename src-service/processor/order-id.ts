import { hash } from 'node:crypto'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { isoTime } from '../time/clock.ts'
import type { PaymentReference } from './payment-reference.ts'
import type { Rail } from './payment-source.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Returns the processor's order id of a payment or refund: 19 letters, the length of the shortest field of gateways. No
 * digits, because a value that looks like a card number is masked there and could not be found again.
 */
export function orderIdOf(id: string): string {
  const digest = hash('sha256', id, 'buffer')
  let order = ''
  for (const byte of digest.subarray(0, 19)) order += letters[byte % letters.length]
  return order
}

/**
 * Returns an order's fields to journal before it is sent. @param verified ms; unaffected by setting the clock, so that
 * the age of the order is reliable
 */
export const orderOf = (id: string, verified: number) => ({
  order_id: orderIdOf(id),
  order_begun_at: isoTime(verified),
})

type Journaled = Pick<Payment, 'created_at' | 'gateway_response'>

/** Returns when an order was journaled, in ms; for older payments without that field, when the row was created. */
export const begunAtOf = ({ gateway_response, created_at }: Journaled): number =>
  Date.parse(textOr(gateway_response.order_begun_at, created_at))

const textOr = <Other>(value: unknown, other: Other): string | Other =>
  typeof value === 'string' ? value : other

/**
 * Returns the processor's reference to a journaled payment. Payments from before order ids were journaled get the same
 * one.
 */
export const referenceOf = (payment: Payment): PaymentReference => ({
  payment_id: payment.id,
  account_id: payment.account_id,
  order_id: textOr(payment.gateway_response.order_id, null) ?? orderIdOf(payment.id),
  retrieval_reference: textOr(payment.gateway_response.retrieval_reference, null),
  amount: payment.amount,
  currency: payment.currency,
  rail: payment.payment_rail_type as Rail,
  hsn: textOr(payment.gateway_response.hsn, null),
  begun_at: begunAtOf(payment),
})
