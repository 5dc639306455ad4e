import { beforeEach, expect, test, vi } from 'vitest'
import { createLinkedTerminal } from '../../../../../src-service/terminals/link/linked-terminal.ts'
import { systemTimer } from '../../../../../src-service/terminals/link/socket.ts'
import { terminalTimings } from '../../../../../src-service/terminals/timings.ts'
import { createClock } from '../../../../../src-service/time/clock.ts'
import type { ToTerminal } from '../../../../../src-shared/terminal/messages.ts'

/** A terminal that has just sent a message is alive and gets no ping. */
beforeEach(() => void vi.useFakeTimers())
function linked(spread = 0) {
  const sent: ToTerminal[] = []
  const closed: string[] = []
  const terminal = createLinkedTerminal({
    ...{
      hsn: 'VT-1',
      credential: '',
      clock: createClock(),
      realTimer: systemTimer,
      timings: terminalTimings,
      spread,
    },
    socket: {
      send: (message) => void sent.push(message),
      close: (_, reason) => void closed.push(reason),
      ...{ onMessage() {}, onClose() {}, allow() {} },
    },
    onEnd() {},
  })
  return { terminal, closed, pings: () => sent.filter(({ type }) => type === 'ping').length }
}

test('a silent terminal gets a ping after 15 s and after 30 s, and counts as gone after 45 s', async () => {
  const { closed, pings } = linked()
  await vi.advanceTimersByTimeAsync(14_900)
  expect(pings()).toBe(0)
  await vi.advanceTimersByTimeAsync(15_200)
  expect(pings()).toBe(2)
  await vi.advanceTimersByTimeAsync(14_800)
  expect(closed).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(closed).toEqual(['no sign of life'])
})

test('a terminal that sends messages by itself gets no ping', async () => {
  const { terminal, closed, pings } = linked()
  for (let times = 0; times < 20; times += 1) {
    await vi.advanceTimersByTimeAsync(10_000)
    terminal.receive({ type: 'ping' })
  }
  expect(pings()).toBe(0)
  await vi.advanceTimersByTimeAsync(15_001)
  expect(pings()).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(closed).toEqual(['no sign of life'])
})

test('terminals that connected at once get their pings one after the other', async () => {
  const all = Array.from({ length: 100 }, (_, index) => linked(index / 100))
  const asked = () => all.filter(({ pings }) => pings() > 0).length
  await vi.advanceTimersByTimeAsync(7_500)
  expect(asked()).toBe(0)
  await vi.advanceTimersByTimeAsync(3_750)
  expect(Math.abs(asked() - 50)).toBeLessThan(3)
  await vi.advanceTimersByTimeAsync(3_760)
  expect(asked()).toBe(100)
})
