import { describe, expect, test } from 'vitest'
import { createQueue } from '../../../../../src-service/terminals/operations/event-queue.ts'

function queueOf(maximum = 10) {
  let finished = 0
  const queue = createQueue<number>(maximum, () => {
    finished += 1
  })
  return { queue, reader: queue.events[Symbol.asyncIterator](), finished: () => finished }
}

describe("a follower's queue", () => {
  test("a follower's queue passes on in order the events from before and after the reader came", async () => {
    const { queue, reader } = queueOf()
    queue.push(1)
    expect(await reader.next()).toEqual({ done: false, value: 1 })
    const next = reader.next()
    queue.push(2)
    expect(await next).toEqual({ done: false, value: 2 })
  })

  test("a follower's queue drops the oldest events when the reader lags behind", async () => {
    const { queue, reader } = queueOf(2)
    for (const value of [1, 2, 3]) queue.push(value)
    expect(await reader.next()).toEqual({ done: false, value: 2 })
  })

  test("a follower's queue passes on its waiting events after its end, then ends", async () => {
    const { queue, reader, finished } = queueOf()
    queue.push(1)
    queue.finish()
    queue.push(2)
    expect(await reader.next()).toEqual({ done: false, value: 1 })
    expect(await reader.next()).toEqual({ done: true, value: undefined })
    expect(finished()).toBe(1)
  })

  test('a reader that waits for events can leave at once', async () => {
    const { reader, finished } = queueOf()
    const waiting = reader.next()
    await reader.return?.()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(finished()).toBe(1)
  })
})
