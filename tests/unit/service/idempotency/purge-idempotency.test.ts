import { describe, expect, test } from 'vitest'
import { startPurging } from '../../../../src-service/idempotency/purge-idempotency.ts'
import { idempotencyWindowMs, type Store } from '../../../../src-service/store/store.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'

/** Returns what a node removes when it starts. @param shared whether other nodes use the same database */
async function purgedAtStart(shared: boolean) {
  const clock = createSteadyClock()
  const purged: Parameters<Store['purgeIdempotency']>[0][] = []
  const store = {
    shared,
    purgeIdempotency: async (limits: Parameters<Store['purgeIdempotency']>[0]) => void purged.push(limits),
  } as unknown as Store
  const from = clock.verified()
  const stop = await startPurging({ store, clock, log: silentLog }, async () => undefined)
  await stop()
  const [first] = purged
  if (first === undefined) throw new Error('nothing was purged at the start')
  return { ...first, from, to: clock.verified() }
}

describe('the start of a node', () => {
  test('a node that starts on a shared database keeps the claims of other nodes, which may still be working', async () => {
    const { claimsBefore, answersBefore, from, to } = await purgedAtStart(true)
    // Longer than a sale at a terminal may take (2 min 30 s).
    expect(claimsBefore).toBeLessThan(from - 150_000)
    expect(claimsBefore).toBeGreaterThan(to - 60 * 60_000)
    expect(answersBefore).toBeLessThanOrEqual(to - idempotencyWindowMs)
  })

  test('a node that starts on its own database releases every claim, since their holders are dead', async () => {
    const { claimsBefore, to } = await purgedAtStart(false)
    expect(claimsBefore).toBeGreaterThan(to)
  })
})
