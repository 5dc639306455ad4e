import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Services } from '../services.ts'
import type { Condition } from '../store/store.ts'
import { startPasses } from '../time/passes.ts'

/** Maximum time that a security code is stored for its payment, in ms (docs/decisions/0013). */
export const codeLifeMs = 60 * 60_000
const everyMs = 60_000
const pageSize = 200

/**
 * Removes security codes that no payment has used, at the start and then every minute of the service's clock.
 * @returns a function that stops it and resolves when the current pass has ended.
 */
export const startPurgingCodes = (
  services: Pick<Services, 'store' | 'clock' | 'log'>,
): (() => Promise<void>) =>
  startPasses(services, { everyMs, failed: 'security_codes.purge_failed' }, () => purgeCodes(services))

/**
 * Runs one round. A code that is dated further ahead than its life is from before the clock was set back, and would be
 * kept until the clock has caught up.
 */
export async function purgeCodes({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  await purgeWhere(store, { column: 'created_at', is: '<=', value: now - codeLifeMs })
  await purgeWhere(store, { column: 'created_at', is: '>=', value: now + codeLifeMs })
}

async function purgeWhere(store: Services['store'], condition: Condition): Promise<void> {
  for (;;) {
    const rows = await store.list('security_code', { where: [condition], limit: pageSize })
    if (rows.length === 0) return
    const writes = rows.map(({ account_id, id }) => ({
      op: 'delete' as const,
      kind: 'security_code' as const,
      account_id,
      id,
    }))
    const removed = await store.commit({ writes })
    if (!removed.ok) return
    await nextTurn()
  }
}
