import { expect, test, vi } from 'vitest'
import type { Store } from '../../../../src-service/store/store.ts'
import { eventLifeMs, startRetention } from '../../../../src-service/webhooks/retention.ts'
import { eventually } from '../../../support/eventually.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'

/** A store that holds the given number of old events. */
function storeWith(old: number) {
  let left = old
  const purgeEvents = vi.fn<Store['purgeEvents']>(async ({ most }) => {
    const removed = Math.min(left, most)
    left -= removed
    return removed
  })
  return { store: { purgeEvents } as unknown as Store, purgeEvents, left: () => left }
}

test('events older than 90 days are removed at the start, in batches, until none are left', async () => {
  const clock = createSteadyClock()
  const { store, purgeEvents, left } = storeWith(1_234)
  const stop = startRetention({ store, clock, log: silentLog })
  await eventually(() => expect(left()).toBe(0))
  await stop()
  expect(purgeEvents).toHaveBeenCalledTimes(3)
  const before = purgeEvents.mock.calls[0]?.[0].before ?? 0
  expect(clock.verified() - before).toBeGreaterThanOrEqual(eventLifeMs)
  expect(eventLifeMs).toBe(90 * 24 * 3_600_000)
})

test('events are removed batch by batch, and other work runs after each', async () => {
  const { store, purgeEvents, left } = storeWith(5_000)
  const stop = startRetention({ store, clock: createSteadyClock(), log: silentLog })
  const batches: number[] = []
  while (left() > 0) {
    await new Promise((resolve) => setImmediate(resolve))
    batches.push(purgeEvents.mock.calls.length)
  }
  await stop()
  // Without a turn in between, the first one would have done all batches.
  expect(batches.length).toBeGreaterThanOrEqual(9)
})

test('old events are looked for again after an hour, even when the database failed before', async () => {
  const clock = createSteadyClock()
  const { store, purgeEvents } = storeWith(0)
  purgeEvents.mockRejectedValueOnce(new Error('the disk is full'))
  const stop = startRetention({ store, clock, log: silentLog })
  await eventually(() => expect(purgeEvents).toHaveBeenCalledTimes(1))
  await eventually(() => {
    clock.advance(3_600_000)
    expect(purgeEvents.mock.calls.length).toBeGreaterThan(1)
  })
  await stop()
})
