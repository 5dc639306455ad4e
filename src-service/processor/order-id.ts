import { hash } from 'node:crypto'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { isoTime } from '../clock.ts'
import type { PaymentReference } from './payment-reference.ts'
import type { Rail } from './payment-source.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The order that a payment or a refund is at the processor: 19 letters, which is as long as the shortest field of
 * gateways, and no digit, for what looks like a card number is masked there and never found again.
 */
export function orderIdOf(id: string): string {
  const digest = hash('sha256', id, 'buffer')
  let order = ''
  for (const byte of digest.subarray(0, 19)) order += letters[byte % letters.length]
  return order
}

/** An order as it is journaled before it is sent. @param verified ms: how old it is must not go by a set clock */
export const orderOf = (id: string, verified: number) => ({
  order_id: orderIdOf(id),
  order_begun_at: isoTime(verified),
})

type Journaled = Pick<Payment, 'created_at' | 'gateway_response'>

/** When an order was journaled, ms. What is older than that field was journaled with its row. */
export const begunAtOf = ({ gateway_response, created_at }: Journaled): number =>
  Date.parse(textOr(gateway_response.order_begun_at, created_at))

const textOr = <Other>(value: unknown, other: Other): string | Other =>
  typeof value === 'string' ? value : other

/** A journaled payment as the processor knows it. Payments of before orders were journaled have the same order. */
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
