import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { restartPauseMs, startEmbeddedService } from '../../../../src-main/service-host/embedded-service.ts'
import {
  createLineReader,
  type ReadyLine,
  readyLineOf,
} from '../../../../src-main/service-host/ready-line.ts'
import { quietLog } from '../support/service.ts'

class FakeProcess extends EventEmitter {
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  killed = false
  /** Whether it ends when it is asked to. */
  obeys = true
  readonly messages: unknown[] = []
  readonly port: number
  constructor(port: number) {
    super()
    this.port = port
  }
  postMessage(message: unknown): void {
    this.messages.push(message)
    if (this.obeys) queueMicrotask(() => this.emit('exit', 0))
  }
  kill(): boolean {
    this.killed = true
    queueMicrotask(() => this.emit('exit', 0))
    return true
  }
  ready(port: number): void {
    const url = `http://127.0.0.1:${port}`
    this.stdout.write(`${JSON.stringify({ event: 'ready', url, account_id: 'acct_1', merchant_id: '8' })}\n`)
  }
}

function setUp() {
  const launched: FakeProcess[] = []
  const ready: ReadyLine[] = []
  const down: string[] = []
  const updates: string[] = []
  const service = startEmbeddedService({
    launch: (port) => {
      const child = new FakeProcess(port)
      launched.push(child)
      return child
    },
    onReady: (line) => void ready.push(line),
    onUpdating: () => void updates.push('updating'),
    onDown: (detail) => void down.push(detail),
    onOutput: () => undefined,
    log: quietLog,
  })
  vi.advanceTimersByTime(0)
  return { service, launched, ready, down, updates, last: () => launched.at(-1) as FakeProcess }
}

describe('the embedded service', () => {
  beforeEach(() => void vi.useFakeTimers())
  test('the embedded service is up when it reports ready', async () => {
    const { last, ready } = setUp()
    last().stdout.write('some noise\n')
    last().ready(4000)
    await vi.advanceTimersByTimeAsync(1)
    expect(ready).toMatchObject([{ url: 'http://127.0.0.1:4000', account_id: 'acct_1' }])
  })

  test('an embedded service reports that it migrates its data, before it is ready', async () => {
    const { last, ready, updates } = setUp()
    last().stdout.write('{"event":"updating"}\n')
    await vi.advanceTimersByTimeAsync(1)
    expect([updates, ready]).toEqual([['updating'], []])
    last().ready(4000)
    await vi.advanceTimersByTimeAsync(1)
    expect(ready).toHaveLength(1)
  })

  test('an embedded service that crashes is restarted on the same port, so that terminals find it', async () => {
    const { launched, last, down } = setUp()
    last().ready(4000)
    await vi.advanceTimersByTimeAsync(1)
    last().emit('exit', 137)
    expect(down).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(launched.map(({ port }) => port)).toEqual([0, 4000])
  })

  test('an embedded service that cannot start is retried at growing intervals, on any port', async () => {
    const { launched, last } = setUp()
    for (const pause of [250, 500, 1000, 2000]) {
      last().emit('exit', 1)
      const before = launched.length
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(launched).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(launched).toHaveLength(before + 1)
    }
    expect(restartPauseMs(50)).toBe(10_000)
    expect(launched.every(({ port }) => port === 0)).toBe(true)
  })

  test('the embedded service ends with the app, and is not restarted then', async () => {
    const { service, launched, last } = setUp()
    last().ready(4000)
    await vi.advanceTimersByTimeAsync(1)
    await service.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([last().messages, last().killed]).toEqual([['stop'], false])
    expect(launched).toHaveLength(1)
  })

  test('a service that does not end when it is asked to, or is still starting, is killed', async () => {
    for (const isReady of [true, false]) {
      const { service, launched, last } = setUp()
      last().obeys = false
      if (isReady) last().ready(4000)
      await vi.advanceTimersByTimeAsync(1)
      const stopped = service.stop()
      await vi.advanceTimersByTimeAsync(isReady ? 3_900 : 0)
      expect(last().killed).toBe(!isReady)
      await vi.advanceTimersByTimeAsync(200)
      await stopped
      expect(last().killed).toBe(true)
      expect(launched).toHaveLength(1)
    }
  })
})

test('a ready line is read completely from any chunks, and no other line counts as one', () => {
  const lines: string[] = []
  const read = createLineReader((line) => void lines.push(line))
  for (const chunk of ['{"event":"rea', 'dy"}\nsecond\n\nthi', 'rd']) read(chunk)
  expect(lines).toEqual(['{"event":"ready"}', 'second'])
  expect(readyLineOf('{"event":"ready"}')).toBeNull()
  expect(readyLineOf('not json')).toBeNull()
})
