import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPinScans } from '../../../../src-renderer/staff/watch-pin-scans.ts'

let page: EventTarget
let stop: () => void
const scanned = vi.fn<() => void>()
/** The keys that reached the page. */
let reached: string[] = []
let at = 0

/** @param gap ms before each key */
function press(keys: readonly string[], gap: number): void {
  for (const key of keys) {
    at += gap
    vi.advanceTimersByTime(gap)
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key, repeat: false })
    Object.defineProperty(event, 'timeStamp', { value: at })
    page.dispatchEvent(event)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  scanned.mockReset()
  reached = []
  at += 1_000
  stop = watchPinScans(() => true, scanned)
  page.addEventListener('keydown', (event) => reached.push(Reflect.get(event, 'key')))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each(['4006381333931', '40638179', '10425', 'KT1042'])(
  'the Enter of the scanned code %s sends no PIN',
  (code) => {
    press([...code, 'Enter'], 5)
    expect(scanned).toHaveBeenCalledOnce()
    expect(reached).toEqual([...code])
  },
)

test('a scanner that sends no Enter is noticed when it is silent', () => {
  press([...'4006381333931'], 5)
  expect(scanned).not.toHaveBeenCalled()
  vi.advanceTimersByTime(150)
  expect(scanned).toHaveBeenCalledOnce()
})

test('a PIN that is typed by hand is sent by its Enter', () => {
  press([...'246810', 'Enter'], 90)
  press([...'24681357'], 60)
  press(['Enter'], 400)
  expect(scanned).not.toHaveBeenCalled()
  expect(reached.filter((key) => key === 'Enter')).toHaveLength(2)
})

test('keys elsewhere, as in a field of its own, are no scan of a PIN', () => {
  stop()
  stop = watchPinScans(() => false, scanned)
  press([...'4006381333931', 'Enter'], 5)
  expect(scanned).not.toHaveBeenCalled()
  expect(reached).toContain('Enter')
})
