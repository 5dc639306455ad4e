import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { isoTime } from '../clock.ts'
import { orderIdOf } from '../processor/order-id.ts'

/** A refund as its row holds it: besides what section 2.5 shows, which idempotent request made it. */
export interface RefundDocument extends Refund {
  /** Hash of the scope of the idempotency key; null when none was sent. */
  readonly request_key: string | null
  /** Of the body that came with the key. */
  readonly request_fingerprint: string | null
}

/** The refund as clients and events see it. */
export function publicRefund(document: RefundDocument): Refund {
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
  request_key: null,
  request_fingerprint: null,
}

/**
 * A new refund with every field of section 2.5, processing. One that was made at an external gateway already is
 * `external` and awaits its settlement; its gateway_response holds what was reported.
 */
export const newRefund = (
  basis: RefundBasis,
  given: Partial<Omit<RefundDocument, keyof RefundBasis>>,
): RefundDocument => ({ ...refundDefaults, ...given, ...basis, updated_at: basis.created_at })

/** How a refund is asked for: all of an unsettled payment is voided, which leaves no trace on the statement. */
export type RefundOperation = 'void' | 'refund'

/** Journaled before the processor is asked. */
export const operationOf = ({ gateway_response }: Refund): RefundOperation =>
  gateway_response.operation === 'void' ? 'void' : 'refund'

/** What a refund is at the processor: journaled with it. */
export const orderOfRefund = (refundId: string, now: number, count = 1) => ({
  order_id: orderIdOf(count === 1 ? refundId : `${refundId}/${count}`),
  order_count: count,
  order_begun_at: isoTime(now),
})
