import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import { ok } from '../../src-shared/result.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { stampOf } from './stamp.ts'

/** A fee that was booked manually or for an event is paid with the next settlement. */
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
