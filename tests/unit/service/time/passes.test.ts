import { expect, test } from 'vitest'
import { createClock } from '../../../../src-service/time/clock.ts'
import { startPasses } from '../../../../src-service/time/passes.ts'
import { eventually } from '../../../support/eventually.ts'
import { silentLog } from '../../../support/silent-log.ts'

test('after the clock was advanced over many intervals, a pass at the new time follows without another wait', async () => {
  let passes = 0
  const clock = createClock()
  const stop = startPasses(
    { clock, log: silentLog },
    { everyMs: 30_000, failed: 'pass.failed' },
    async () => {
      passes += 1
    },
  )
  // The timer of the second pass is set when the first has ended.
  await new Promise((resolve) => setImmediate(resolve))
  expect(passes).toBe(1)
  clock.advance(24 * 60 * 60_000)
  // The second pass began on the way, at its own due time, and the third at the end.
  await eventually(() => expect(passes).toBe(3))
  await stop()
})
