import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPresence } from '../../../../src-main/staff/presence.ts'

const minute = 60_000
/** How far the computer's clock is ahead of its timers and its monotonic clock, in ms. */
let ahead = 0
beforeEach(() => {
  ahead = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => void vi.useRealTimers())

function signedIn() {
  const began = Date.now()
  const presence = createPresence({
    now: () => Date.now() + ahead,
    elapsed: () => Date.now() - began,
    lasts: () => 10 * minute,
    isBusy: () => false,
    onClose: () => undefined,
    onChange: () => undefined,
  })
  presence.enter({ role: 'manager' })
  return presence
}

test('whoever wakes a computer that slept over the time finds the page closed', () => {
  const presence = signedIn()
  vi.advanceTimersByTime(minute)
  expect(presence.who()).toEqual({ role: 'manager' })
  // Asleep, its clock goes on, and nothing else.
  ahead = 60 * minute
  vi.advanceTimersByTime(6_000)
  expect(presence.who()).toBeNull()
})

test.each([0, -365 * 24 * 60 * minute])(
  'a page closes after its time, also if the clock is set back meanwhile (by %i ms)',
  (set) => {
    const presence = signedIn()
    vi.advanceTimersByTime(minute)
    ahead = set
    vi.advanceTimersByTime(8 * minute)
    expect(presence.who()).toEqual({ role: 'manager' })
    vi.advanceTimersByTime(minute)
    expect(presence.who()).toBeNull()
  },
)
