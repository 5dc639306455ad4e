import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row } from '../store/store.ts'
import { closeRun } from './open-run.ts'
import type { SettlementServices } from './run.ts'
import { sumsOf } from './sums.ts'

/** A run is counted again until it has been closed for so long, and at least once after that, ms of verified time. */
const checkedForMs = 48 * 60 * 60_000

/**
 * Counts again what closed settlements have stamped. A node that was late may have stamped one payment more after
 * another had closed the run, and have died before it could put the sums right. The checks are rows, so that a service
 * that was stopped meanwhile makes up for them.
 */
export async function correctSums(services: SettlementServices): Promise<void> {
  const { store, log, isStopped = () => false } = services
  for await (const check of rowsOf<unknown>(store, 'settlement_check', {})) {
    if (isStopped()) return
    try {
      await correctRun(services, check)
    } catch (error) {
      if (isStopped()) return
      // The others are not kept from it.
      log.error({ err: error, id: check.id }, 'settlement.sums_unchecked')
    }
  }
}

async function correctRun(services: SettlementServices, { account_id, id, created_at }: Row): Promise<void> {
  const { store, clock, newId, log } = services
  const isLast = clock.verified() - created_at >= checkedForMs
  const run = await store.get<Settlement>('settlement', account_id, id)
  // What a gateway closed has the one sum of its record.
  if (run !== null && run.document.source === 'processor') {
    const closed = await closeRun({ store, clock, newId }, run, () => sumsOf(services, run))
    if (!closed.ok) log.warn({ id, code: closed.error.code }, 'settlement.sums_unchecked')
  }
  if (isLast) await store.commit({ writes: [{ op: 'delete', kind: 'settlement_check', account_id, id }] })
}
