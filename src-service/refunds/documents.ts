import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { begunAtOf, orderIdOf, orderOf } from '../processor/order-id.ts'

/** A refund as stored in its row. Refunds of former versions also store the idempotent request that made them. */
export interface RefundDocument extends Refund {
  readonly request_key?: string | null
  readonly request_fingerprint?: string | null
}

/** Returns the refund for clients and events: the same document as in the row, unless a former version wrote that. */
export function publicRefund(document: RefundDocument): Refund {
  if (document.request_key === undefined && document.request_fingerprint === undefined) return document
  const { request_key: _key, request_fingerprint: _fingerprint, ...refund } = document
  return refund
}

/** The fields that every refund must have. `amount` in cents. */
export type RefundBasis = Pick<
  Refund,
  'id' | 'amount' | 'currency' | 'account_id' | 'payment_id' | 'payment_intent_id' | 'awaits' | 'created_at'
>

const refundDefaults: Omit<RefundDocument, keyof RefundBasis | 'updated_at'> = {
  entity: 'refund',
  status: 'processing',
  external: false,
  refund_splits: [],
  failure_code: null,
  failure_message: null,
  gateway_response: Object.freeze({}),
  settlement_id: null,
  settlement_status: 'unsettled',
  settled_at: null,
}

/**
 * Returns a new `processing` refund with every field of section 2.5. A refund that was made at an external gateway is
 * `external` and awaits its settlement; its gateway_response holds the report.
 */
export const newRefund = (
  { id, ...basis }: RefundBasis,
  given: Partial<Omit<RefundDocument, keyof RefundBasis>>,
): RefundDocument => ({ id, ...refundDefaults, ...given, ...basis, updated_at: basis.created_at })

/** How a refund is requested. The whole of an unsettled payment is voided, which leaves no trace on the statement. */
export type RefundOperation = 'void' | 'refund'

/** Returns the operation, which is journaled before the request to the processor. */
export const operationOf = ({ gateway_response }: Refund): RefundOperation =>
  gateway_response.operation === 'void' ? 'void' : 'refund'

/** Whether operators are shown the refund because its outcome does not become known by itself. */
export const isUnresolved = ({ gateway_response }: Refund): boolean =>
  gateway_response.unresolved_since !== undefined

/** Returns since when the refund awaits the processor's answer, in ms of verified time. */
export function awaitedSince(refund: Refund): number {
  const { since } = refund.gateway_response
  return typeof since === 'string' ? Date.parse(since) : begunAtOf(refund)
}

/** Returns when the processor last answered that the refund must wait, else when it was begun; ms of verified time. */
export function answeredAt(refund: Refund): number {
  const { later_at } = refund.gateway_response
  return typeof later_at === 'string' ? Date.parse(later_at) : awaitedSince(refund)
}

/** Returns when a request was last sent to the processor, in ms of verified time. Journaled before each request. */
export function lastSentAt(refund: Refund): number {
  const { asked_at } = refund.gateway_response
  const sent = [awaitedSince(refund), begunAtOf(refund)]
  return Math.max(...sent, typeof asked_at === 'string' ? Date.parse(asked_at) : 0)
}

/** Identifies the last request. Two nodes compare it to decide which of them may send next and whose answer counts. */
export const lastSent = ({ gateway_response: { operation, order_id, asked_at } }: Refund): string =>
  JSON.stringify([operation, order_id, asked_at])

/** Returns every order sent for the refund, newest first. A new one is journaled when the last can no longer arrive. */
export function ordersOf({ id, gateway_response }: Refund): readonly string[] {
  const count = Number(gateway_response.order_count ?? 1)
  return Array.from({ length: count }, (_, index) => orderIdOf(orderName(id, count - index)))
}

const orderName = (refundId: string, count: number): string =>
  count === 1 ? refundId : `${refundId}/${count}`

/** Returns the refund's order at the processor, which is journaled with the refund. @param verified ms */
export const orderOfRefund = (refundId: string, verified: number, count = 1) => ({
  order_count: count,
  ...orderOf(orderName(refundId, count), verified),
})
