import type { Settlement, SettlementRecord } from '../../src-shared/api/schemas/settlement.ts'
import { firstRow } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import { noSums } from './lines.ts'

type SettlementBasis = Pick<Settlement, 'id' | 'account_id' | 'status' | 'source' | 'currency'>

/** Returns a new settlement with zero sums. @param cutoff ms: rows created before this time are settled */
export function newSettlement(
  basis: SettlementBasis,
  given: Partial<Settlement>,
  { now, cutoff = now }: { readonly now: number; readonly cutoff?: number },
): Row<Settlement> {
  const created_at = isoTime(now)
  const document: Settlement = {
    entity: 'settlement',
    day: null,
    cutoff_at: isoTime(cutoff),
    payment_count: 0,
    refund_count: 0,
    ...noSums(),
    closed_at: null,
    ...given,
    ...basis,
    created_at,
    updated_at: created_at,
  }
  const { id, account_id } = basis
  return firstRow(account_id, id, document, now)
}

type RecordBasis = Pick<
  SettlementRecord,
  'id' | 'account_id' | 'type' | 'retrieval_reference' | 'gateway_created_at' | 'amount'
>

export function newSettlementRecord(basis: RecordBasis, now: number): Row<SettlementRecord> {
  const created_at = isoTime(now)
  const document: SettlementRecord = {
    entity: 'settlement_record',
    status: 'unmatched',
    payment_id: null,
    refund_id: null,
    settlement_id: null,
    ...basis,
    created_at,
    updated_at: created_at,
  }
  const { id, account_id } = basis
  return firstRow(account_id, id, document, now)
}
