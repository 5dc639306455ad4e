import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { ok } from '../../src-shared/result.ts'
import { sharesTakenBack } from '../contractors/ledger.ts'
import { refundChange } from '../refunds/decide-finish-refund.ts'
import { operationOf, type RefundDocument } from '../refunds/documents.ts'
import { lateRefundsOf } from '../refunds/late-refunds.ts'
import type { Row } from '../store/store.ts'
import type { Decided, DecisionContext, DecisionResult } from '../use-case.ts'
import { stampOf } from './stamp.ts'

/**
 * Whether a void is settled with its payment, in the same commit. Voided money was never paid out, so a settlement with
 * only one of the two would pay or deduct money that never moved. If the bank's settlement rejected the payment,
 * neither is in a settlement. A void that a former version settled alone stays there: the payment balances it when it
 * is settled, or by a credit if it is rejected before that (decide-reject-payment.ts).
 */
export const goesWithPayment = (refund: RefundDocument, payment: Payment): boolean =>
  operationOf(refund) === 'void' &&
  refund.status === 'succeeded' &&
  refund.settlement_status !== 'settled' &&
  payment.settlement_status === 'unsettled'

/** Section 2.5: the settlement turns a refund from processing to succeeded. A void has succeeded before. */
export function decideSettleRefund(
  row: Row<RefundDocument>,
  settlementId: string,
  { now }: DecisionContext,
): DecisionResult<unknown> {
  const { status, awaits, settlement_status } = row.document
  const ready = awaits === 'settlement' || status === 'succeeded'
  if (!ready || settlement_status === 'settled') return ok({ writes: [], events: [], reply: null })
  const { writes, events, reply } = settledRefund(row, settlementId, now)
  const shares = wasShared(row.document) ? sharesTakenBack(reply, stampOf(settlementId, now), now) : []
  return ok({ writes: [...writes, ...shares], events, reply })
}

/**
 * Whether the refund takes back contractor shares. The shares of a voided payment were never paid, unless the void was
 * found so late that the payment might have been settled already.
 */
export const wasShared = (refund: RefundDocument): boolean =>
  operationOf(refund) === 'refund' || lateRefundsOf(refund).length > 0

/** Settles the refund alone, without the shares that it takes back. */
export function settledRefund(row: Row<RefundDocument>, settlementId: string, now: number): Decided<Refund> {
  const change = { status: 'succeeded', awaits: null, ...stampOf(settlementId, now) } as const
  const event = row.document.status === 'succeeded' ? 'v2.refund.settled' : 'v2.refund.succeeded'
  return refundChange(row, change, event, now)
}
