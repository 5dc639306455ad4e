import { startPasses } from './passes.ts'
import type { Services } from './services.ts'
import { idempotencyWindowMs } from './store/store.ts'

/** Longer than any work that takes a key first (commit.ts) may last: a sale at a terminal has 2 min 30 s. */
const longestClaimMs = 5 * 60_000
const purgeEveryMs = 60_000

/**
 * Removes old answers, and the claims of processes that died while they worked: on a database of our own at once, at
 * the start; on a shared one, where another node may still work under them, once they are too old for that. All by
 * verified time (verified-time.ts), which `keepTime` brings forward first.
 * @returns the function that stops it, as startPasses does
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
