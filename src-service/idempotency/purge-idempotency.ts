import type { Services } from '../services.ts'
import { idempotencyWindowMs } from '../store/store.ts'
import { startPasses } from '../time/passes.ts'

/** Longer than any work that takes a key first (keyed-work.ts), in ms: a sale at a terminal has 2 min 30 s. */
const longestClaimMs = 5 * 60_000
const purgeEveryMs = 60_000

/**
 * Removes old answers, and claims of processes that died during their work: in the service's own database at the start;
 * in a shared one, where another node may still be working, once they are too old for that. All by verified time
 * (verified-time.ts), which `keepTime` updates first.
 * @returns the function that stops it, as in startPasses
 */
export async function startPurging(
  services: Pick<Services, 'store' | 'clock' | 'log'>,
  keepTime: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { store, clock } = services
  const tooOldForClaims = () => clock.verified() - longestClaimMs
  const purge = (claimsBefore: number) =>
    store.purgeIdempotency({ answersBefore: clock.verified() - idempotencyWindowMs, claimsBefore })
  await keepTime()
  await purge(store.shared ? tooOldForClaims() : Number.MAX_SAFE_INTEGER)
  const passes = { everyMs: purgeEveryMs, firstAfterMs: purgeEveryMs, failed: 'idempotency.purge_failed' }
  return startPasses(services, passes, async () => {
    await keepTime()
    await purge(tooOldForClaims())
  })
}
