import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { begunAtOf, orderIdOf, orderOf } from '../processor/order-id.ts'

/** A refund as its row holds it. Those of former versions hold besides which idempotent request made them. */
export interface RefundDocument extends Refund {
  readonly request_key?: string | null
  readonly request_fingerprint?: string | null
}

/** The refund as clients and events see it: the very document of the row, unless a former version made that. */
export function publicRefund(document: RefundDocument): Refund {
  if (document.request_key === undefined && document.request_fingerprint === undefined) return document
  const { request_key: _key, request_fingerprint: _fingerprint, ...refund } = document
  return refund
}

/** What every refund must have. `amount` in cents. */
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
 * A new refund with every field of section 2.5, processing. One that was made at an external gateway already is
 * `external` and awaits its settlement; its gateway_response holds what was reported.
 */
export const newRefund = (
  { id, ...basis }: RefundBasis,
  given: Partial<Omit<RefundDocument, keyof RefundBasis>>,
): RefundDocument => ({ id, ...refundDefaults, ...given, ...basis, updated_at: basis.created_at })

/** How a refund is asked for: all of an unsettled payment is voided, which leaves no trace on the statement. */
export type RefundOperation = 'void' | 'refund'

/** Journaled before the processor is asked. */
export const operationOf = ({ gateway_response }: Refund): RefundOperation =>
  gateway_response.operation === 'void' ? 'void' : 'refund'

/** Whether operators have been shown that its outcome does not become known by itself. */
export const isUnresolved = ({ gateway_response }: Refund): boolean =>
  gateway_response.unresolved_since !== undefined

/** Since when the processor's answer is waited for, ms by verified time. */
export function awaitedSince(refund: Refund): number {
  const { since } = refund.gateway_response
  return typeof since === 'string' ? Date.parse(since) : begunAtOf(refund)
}

/** Since when nothing is known of it, ms by verified time: it was begun, or the processor said that it must wait. */
export function answeredAt(refund: Refund): number {
  const { later_at } = refund.gateway_response
  return typeof later_at === 'string' ? Date.parse(later_at) : awaitedSince(refund)
}

/** When the processor was sent something for it last, ms by verified time: journaled before each time. */
export function lastSentAt(refund: Refund): number {
  const { asked_at } = refund.gateway_response
  const sent = [awaitedSince(refund), begunAtOf(refund)]
  return Math.max(...sent, typeof asked_at === 'string' ? Date.parse(asked_at) : 0)
}

/** What was sent last. Two nodes that read the same see by it who of them may send next, and whose answer counts. */
export const lastSent = ({ gateway_response: { operation, order_id, asked_at } }: Refund): string =>
  JSON.stringify([operation, order_id, asked_at])

/** Every order that the refund was sent as, newest first: a new one is journaled when the last can no longer arrive. */
export function ordersOf({ id, gateway_response }: Refund): readonly string[] {
  const count = Number(gateway_response.order_count ?? 1)
  return Array.from({ length: count }, (_, index) => orderIdOf(orderName(id, count - index)))
}

const orderName = (refundId: string, count: number): string =>
  count === 1 ? refundId : `${refundId}/${count}`

/** What a refund is at the processor: journaled with it. @param verified ms */
export const orderOfRefund = (refundId: string, verified: number, count = 1) => ({
  order_count: count,
  ...orderOf(orderName(refundId, count), verified),
})
