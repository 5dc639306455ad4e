import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { notReusable } from '../authorize/card-brand.ts'
import { isExpired } from '../processor/card-rules.ts'
import type { Services } from '../services.ts'
import type { Row } from '../store/store.ts'

/** Lifetime of a single-use method that is not used, in ms (docs/decisions/0041). */
export const unusedLifeMs = 24 * 60 * 60_000

/** @param verified ms (verified-time.ts) */
export const isUnusedTooLong = (
  { status, single_use_token, created_at }: PaymentMethod,
  verified: number,
): boolean => status === 'active' && single_use_token && Date.parse(created_at) + unusedLifeMs <= verified

/** Returns the method as of this time, even if no pass has written its expiry yet. @param verified ms */
export function methodAt(method: PaymentMethod, verified: number): PaymentMethod {
  const { status, card } = method
  if (status !== 'active') return method
  if (isUnusedTooLong(method, verified)) return expiredToken(method)
  // A card that another gateway holds was never reusable here.
  if (card === null || !card.reuse_eligible || !isExpired(card, verified)) return method
  return {
    ...method,
    attention_required: method.attention_required ?? 'card_expired',
    card: notReusable(method),
  }
}

const expiredToken = (method: PaymentMethod): PaymentMethod => ({
  ...method,
  status: 'expired',
  card: notReusable(method),
})

/** Returns the row with the method's current state. The record of an external payment is no token and never expires. */
export function methodNow(
  { clock, processor }: Pick<Services, 'clock' | 'processor'>,
  row: Row<PaymentMethod>,
): Row<PaymentMethod> {
  const { single_use_token, source_type } = row.document
  if (single_use_token && source_type !== processor.name) return row
  const document = methodAt(row.document, clock.verified())
  return document === row.document ? row : { ...row, document }
}
