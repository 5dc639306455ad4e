import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { memberOf } from '../../src-shared/json-object.ts'

type Document = Partial<Pick<Payment, 'status' | 'gateway_response' | 'dispute_id'>>

const orderOf = ({ gateway_response }: Document): string | null => {
  const order = gateway_response?.order_id
  return typeof order === 'string' ? order : null
}

/** Columns of a payment that its document does not have by that name. */
export const paymentColumns = {
  /** The processor's order id; unique among payments. */
  order_id: orderOf,
  /**
   * 1, or NULL. 1 when the outcome needs to be resolved by a person, when a late authorization is not reversed yet, or
   * when an operation took effect although it was recorded as not done.
   */
  unresolved: ({ gateway_response = {} }: Document) => {
    const {
      pending_operation: pending,
      late_authorizations: all,
      late_authorization: only,
      late_follow_ups: followUps,
    } = gateway_response
    const isHeld = (Array.isArray(all) ? all : [only]).some(
      (late: unknown) => has(late, 'found_at') && !has(late, 'taken_back_at') && !has(late, 'resolution'),
    )
    return has(pending, 'unresolved_since') || isHeld || isAnyUnresolved(followUps) ? 1 : null
  },
  /** 1, or NULL. 1 when the payment is or was disputed or inquired about. */
  has_dispute: ({ dispute_id = null }: Document) => (dispute_id === null ? null : 1),
} as const

export const refundColumns = {
  order_id: orderOf,
  /**
   * 1, or NULL. 1 when the outcome needs to be resolved by a person, or when the refund took effect although it was
   * recorded as not done.
   */
  unresolved: ({ awaits, gateway_response = {} }: Partial<Pick<Refund, 'awaits' | 'gateway_response'>>) => {
    const hasTurnedUp = isAnyUnresolved(gateway_response.late_refunds)
    return hasTurnedUp || (awaits === 'processor' && has(gateway_response, 'unresolved_since')) ? 1 : null
  },
} as const

const isAnyUnresolved = (late: unknown): boolean =>
  Array.isArray(late) && late.some((one: unknown) => !has(one, 'resolution'))

const has = (value: unknown, field: string): boolean => (memberOf(value, field) ?? null) !== null
