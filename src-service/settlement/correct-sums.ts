import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row } from '../store/store.ts'
import { closeRun } from './open-run.ts'
import type { SettlementServices } from './run.ts'
import { sumsOf } from './sums.ts'

/** A closed run is recounted for this long, and at least once after that, in ms of verified time. */
const checkedForMs = 48 * 60 * 60_000

/**
 * Recounts the sums of recently closed settlements. A slow node may have stamped one more payment after another node
 * closed the run, and have crashed before it corrected the sums. The pending checks are stored as rows, so that a
 * service that was stopped in the meantime still runs them.
 */
export async function correctSums(services: SettlementServices): Promise<void> {
  const { store, log, isStopped = () => false } = services
  for await (const check of rowsOf<unknown>(store, 'settlement_check', {})) {
    if (isStopped()) return
    try {
      await correctRun(services, check)
    } catch (error) {
      if (isStopped()) return
      // Continue with the other checks.
      log.error({ err: error, id: check.id }, 'settlement.sums_unchecked')
    }
  }
}

async function correctRun(services: SettlementServices, { account_id, id, created_at }: Row): Promise<void> {
  const { store, clock, newId, log } = services
  const isLast = clock.verified() - created_at >= checkedForMs
  const run = await store.get<Settlement>('settlement', account_id, id)
  // A settlement that a gateway closed has only the amount of its record.
  if (run !== null && run.document.source === 'processor') {
    const closed = await closeRun({ store, clock, newId }, run, () => sumsOf(services, run))
    if (!closed.ok) log.warn({ id, code: closed.error.code }, 'settlement.sums_unchecked')
  }
  if (isLast) await store.commit({ writes: [{ op: 'delete', kind: 'settlement_check', account_id, id }] })
}
