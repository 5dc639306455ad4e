import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepKeyTime } from '../../../../src-renderer/keyboard/key-time.ts'
import { watchPinScans } from '../../../../src-renderer/staff/watch-pin-scans.ts'

let listeners: ((event: object) => void)[] = []
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
    let isTaken = false
    const stopImmediatePropagation = () => {
      isTaken = true
    }
    const event = { key, repeat: false, isTrusted: true, timeStamp: at, target: null }
    for (const listener of listeners)
      listener({ ...event, preventDefault: () => undefined, stopImmediatePropagation })
    if (!isTaken) reached.push(key)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  listeners = []
  vi.stubGlobal('window', {
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener),
    removeEventListener: (_type: string, listener: (event: object) => void) => {
      listeners = listeners.filter((one) => one !== listener)
    },
  })
  scanned.mockReset()
  reached = []
  at += 1_000
  stop = watchPinScans(() => true, scanned)
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

/** Keys that the page held until the dialog was drawn, and types now, at once. @param gap ms between them as pressed */
function pressHeld(keys: readonly string[], gap: number): void {
  for (const key of keys) {
    at += gap
    const event = new Event('keydown')
    keepKeyTime(event, at)
    let isTaken = false
    const held = Object.assign(event, {
      key,
      repeat: false,
      stopImmediatePropagation: () => (isTaken = true),
    })
    for (const listener of listeners) listener(held)
    if (!isTaken) reached.push(key)
  }
}

test('a PIN that was typed by hand before its dialog was drawn, and is typed there at once, is no scan', () => {
  pressHeld([...'246810', 'Enter'], 90)
  pressHeld([...'24681357'], 60)
  vi.advanceTimersByTime(150)
  expect(scanned).not.toHaveBeenCalled()
  expect(reached).toEqual([...'246810', 'Enter', ...'24681357'])
})

test('a scan before its dialog was drawn sends no PIN either', () => {
  pressHeld([...'40638179', 'Enter'], 8)
  expect(scanned).toHaveBeenCalledOnce()
  expect(reached).toEqual([...'40638179'])
})

test('keys elsewhere, as in a field of its own, are no scan of a PIN', () => {
  stop()
  stop = watchPinScans(() => false, scanned)
  press([...'4006381333931', 'Enter'], 5)
  expect(scanned).not.toHaveBeenCalled()
  expect(reached).toContain('Enter')
})

test('a scan that begins while the page of the PIN is being loaded is one scan', () => {
  press([...'40638'], 5)
  stop()
  stop = watchPinScans(() => true, scanned)
  press(['1', 'Enter'], 5)
  expect(scanned).toHaveBeenCalledOnce()
  expect(reached).toEqual([...'406381'])
})

test('a scan into one of several fields for PINs is noticed by this field, and by no other', () => {
  const others = [vi.fn<() => void>(), vi.fn<() => void>()]
  const stops = others.map((one) => watchPinScans(() => false, one))
  press([...'40638179', 'Enter'], 5)
  for (const each of stops) each()
  expect(scanned).toHaveBeenCalledOnce()
  for (const one of others) expect(one).not.toHaveBeenCalled()
  expect(reached).toEqual([...'40638179'])
})
