import { expect, test } from 'vitest'
import { createCommandQueue, type Turn } from '../../../../src-main/terminal/command-queue.ts'

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
    return 'nothing_ran'
  })
  const running = (isSent: boolean) => {
    const end = gate()
    const ended = queue.run(async (turn: Turn) => {
      if (isSent) turn.markSent()
      await end.passed
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
