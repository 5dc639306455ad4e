import { afterEach, expect, test, vi } from 'vitest'
import { createCommandQueue, type Turn } from '../../../../src-main/terminal/command-queue.ts'
import type { StopAnswer } from '../../../../src-main/terminal/stop-request.ts'

/** Something that waits until the test lets it go on. */
function gate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

/** A queue whose requests to stop each wait for a gate, and find nothing running. */
function queueWith(gates: readonly ReturnType<typeof gate>[] = []) {
  let stops = 0
  const queue = createCommandQueue(async () => {
    stops += 1
    await gates[stops - 1]?.passed
    return { kind: 'nothing_ran' }
  })
  const running = (isSent: boolean) => {
    const end = gate()
    const ended = queue.run(async (turn: Turn) => {
      if (isSent) turn.markSent()
      await end.passed
      turn.markOver()
    })
    return { end: end.open, ended }
  }
  return { queue, running, stops: () => stops }
}
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a request to stop is repeated only while the command that it is for still runs', async () => {
  const { queue, running, stops } = queueWith()
  const sent = running(true)
  await nextTurn()
  const stopped = queue.cancel()
  sent.end()
  await Promise.all([sent.ended, stopped])
  expect(stops()).toBe(1)
})

test('a command that was not sent yet is stopped with one request', async () => {
  const { queue, running, stops } = queueWith()
  const waiting = running(false)
  await nextTurn()
  await queue.cancel()
  expect(stops()).toBe(1)
  waiting.end()
  await waiting.ended
})

test('the next command begins when every request to stop is over, so that none of them stops it', async () => {
  const gates = [gate(), gate()]
  const { queue } = queueWith(gates)
  const stopped = [queue.cancel(), queue.cancel()]
  let begun = false
  const next = queue.run(async () => {
    begun = true
  })
  gates[1]?.open()
  await stopped[1]
  await nextTurn()
  expect(begun).toBe(false)
  gates[0]?.open()
  await next
  expect(begun).toBe(true)
})

test('a command that fails does not hold up the next one', async () => {
  const { queue } = queueWith()
  await expect(queue.run(() => Promise.reject(new Error('no session')))).rejects.toThrow('no session')
  expect(await queue.run(async () => 'printed')).toBe('printed')
  expect(queue.isIdle()).toBe(true)
})

/** A command that runs, and a queue whose requests to stop are answered like this; the last answer again and again. */
function stopping(answers: readonly StopAnswer[]) {
  vi.useFakeTimers()
  const at: number[] = []
  const begun = Date.now()
  const queue = createCommandQueue(async () => {
    at.push(Date.now() - begun)
    return answers[at.length - 1] ?? answers.at(-1) ?? { kind: 'delivered' }
  })
  const end = gate()
  let isAnswered = true
  const ended = queue.run(async (turn: Turn) => {
    turn.markSent()
    await end.passed
    if (isAnswered) turn.markOver()
  })
  return {
    queue,
    /** When stops were requested, in ms. */
    at,
    finish: async (answered: boolean) => {
      isAnswered = answered
      end.open()
      await ended
    },
  }
}
afterEach(() => vi.useRealTimers())

const failed: StopAnswer = { kind: 'failed', retryAfterMs: null }

test('a stop that the service does not carry out is repeated more and more slowly, for as long as the command runs', async () => {
  const { queue, at, finish } = stopping([failed])
  await vi.advanceTimersByTimeAsync(0)
  const stopped = queue.cancel()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.slice(0, 6)).toEqual([0, 250, 750, 1_750, 3_750, 5_750])
  expect(at.at(-1)).toBe(59_750)
  await finish(true)
  await stopped
  expect(at.at(-1)).toBe(59_750)
})

test('a stop of which there were too many waits as long as the service asks, and no longer than the command', async () => {
  const { queue, at, finish } = stopping([
    { kind: 'failed', retryAfterMs: 3_000 },
    failed,
    { kind: 'delivered' },
  ])
  await vi.advanceTimersByTimeAsync(0)
  const stopped = queue.cancel()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(at).toEqual([0, 3_000, 3_500])
  await stopped
  await finish(true)

  const long = stopping([{ kind: 'failed', retryAfterMs: 30_000 }])
  await vi.advanceTimersByTimeAsync(0)
  void long.queue.cancel()
  await vi.advanceTimersByTimeAsync(1_000)
  await long.finish(true)
  // The next command does not wait for the rest of those 30 s.
  expect(await long.queue.run(async () => 'printed')).toBe('printed')
})

test('a stop goes on when the answer of its command is lost: the customer may still be prompted', async () => {
  const { queue, at, finish } = stopping([failed, failed, failed, { kind: 'delivered' }])
  await vi.advanceTimersByTimeAsync(0)
  const stopped = queue.cancel()
  await finish(false)
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
  expect(at).toHaveLength(4)
})

test('a stop after the answer was lost is repeated too, for ten seconds at most', async () => {
  const { queue, at, finish } = stopping([failed])
  await finish(false)
  let isOver = false
  void queue.cancel().then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isOver).toBe(true)
  expect(at.length).toBeGreaterThan(4)
  expect(at.at(-1)).toBeLessThanOrEqual(10_000)
})

test('a stop that was refused for long has ten more seconds when the answer of its command is lost', async () => {
  const { queue, at, finish } = stopping([failed])
  await vi.advanceTimersByTimeAsync(0)
  let isOver = false
  void queue.cancel().then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await finish(false)
  const lostAt = at.length
  await vi.advanceTimersByTimeAsync(12_000)
  expect(at.length - lostAt).toBeGreaterThan(3)
  expect(isOver).toBe(true)
})

test('setting the clock of the computer back does not prolong a stop, for which the next command waits', async () => {
  const { queue, finish } = stopping([failed])
  await finish(false)
  void queue.cancel()
  await vi.advanceTimersByTimeAsync(1_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  const next = vi.fn(async () => undefined)
  void queue.run(next)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(next).toHaveBeenCalledOnce()
})

test('a stop is requested once when the last command was answered', async () => {
  const { queue, at, finish } = stopping([failed])
  await finish(true)
  await queue.cancel()
  expect(at).toEqual([0])
})
