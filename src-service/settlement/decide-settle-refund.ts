import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import { ok } from '../../src-shared/result.ts'
import { sharesTakenBack } from '../contractors/ledger.ts'
import { refundChange } from '../refunds/decide-finish-refund.ts'
import { operationOf, type RefundDocument } from '../refunds/documents.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { stampOf } from './decide-settle-payment.ts'

/** Section 2.5: processing → succeeded by the settlement; one that was a void has succeeded before. */
export function decideSettleRefund(
  row: Row<RefundDocument>,
  settlementId: string,
  { now }: DecisionContext,
): DecisionResult<unknown> {
  const { status, awaits, settlement_status } = row.document
  const ready = awaits === 'settlement' || status === 'succeeded'
  if (!ready || settlement_status === 'settled') return ok({ writes: [], events: [], reply: null })
  const change = { status: 'succeeded', awaits: null, ...stampOf(settlementId, now) } as const
  const event = status === 'succeeded' ? 'v2.refund.settled' : 'v2.refund.succeeded'
  const stamp = stampOf(settlementId, now)
  const { writes, events, reply } = refundChange(row, change, event, now)
  // What was voided was never shared.
  const shares = operationOf(row.document) === 'void' ? [] : sharesTakenBack(reply, stamp, now)
  return ok({ writes: [...writes, ...shares], events, reply })
}

/** A fee that was booked by hand or for an event is paid with the next settlement. */
export function decideSettleFee(
  row: Row<Fee>,
  settlementId: string,
  { now }: DecisionContext,
): DecisionResult<unknown> {
  if (row.document.settlement_status === 'settled') return ok({ writes: [], events: [], reply: null })
  const next = changed(row, stampOf(settlementId, now), now)
  return ok({
    writes: [updateOf('fee', next)],
    events: [{ account_id: row.account_id, type: 'v2.fee.settled', object: next.document }],
    reply: null,
  })
}
