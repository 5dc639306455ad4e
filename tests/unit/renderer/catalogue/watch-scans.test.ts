import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchScans } from '../../../../src-renderer/catalogue/watch-scans.ts'
import { beginActingOnDigits } from '../../../../src-renderer/keyboard/first-digit.ts'
import { keepKeyTime } from '../../../../src-renderer/keyboard/key-time.ts'
import { pressAmountKey, useEntryStore } from '../../../../src-renderer/stores/entry-store.ts'
import { beginKeysAhead, forgetKeysAhead, takeKeysAhead } from '../../../../src-renderer/stores/keys-ahead.ts'

class Key extends Event {
  readonly key: string
  readonly repeat = false
  constructor(type: string, { key }: { readonly key: string }) {
    super(type, { bubbles: true, cancelable: true })
    this.key = key
  }
}

let page: EventTarget
let stop: () => void
const scanned = vi.fn<(barcode: string) => void>()
/** The keys and presses that reached the page, each with the amount at that time. */
const done: string[] = []
let at = 0

const amount = () => useEntryStore.getState().amount

function send(event: Event): void {
  Object.defineProperty(event, 'timeStamp', { value: at })
  page.dispatchEvent(event)
}

/** @param after ms since the previous key @param timers whether the page's timers run during that time */
function press(key: string, after: number, timers = true): void {
  at += after
  if (timers) vi.advanceTimersByTime(after)
  send(new Key('keydown', { key }))
}

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { body: { dispatchEvent: (event: Event) => page.dispatchEvent(event) } })
  vi.stubGlobal('Element', class {})
  vi.stubGlobal('KeyboardEvent', Key)
  scanned.mockReset()
  done.length = 0
  at = 1_000
  useEntryStore.setState({ amount: 0 })
  stop = watchScans(scanned, undefined, { ms: 30 })
  page.addEventListener('keydown', (event) => {
    const { key } = event as Key
    if (/^\d$/.test(key)) pressAmountKey(key as '0')
    else done.push(`${key} ${amount()}`)
  })
  page.addEventListener('pointerdown', () => void done.push(`pointer ${amount()}`))
})
afterEach(() => stop())

test('typed keys reach the page in order, and Enter acts on all digits', () => {
  for (const key of '125') press(key, 20)
  press('Enter', 5)
  expect(done).toEqual(['Enter 125'])
  expect(scanned).not.toHaveBeenCalled()
})

test('a scan does not change the amount, and its Enter charges nothing', () => {
  for (const key of '4006381333931') press(key, 8)
  press('Enter', 8)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
  expect([amount(), done]).toEqual([0, []])
})

test('keys typed by hand before their dialog was drawn, and typed on its button at once, are no scan', () => {
  const began = at
  for (const [index, key] of [...'4011', 'Enter'].entries()) {
    const held = new Key('keydown', { key })
    keepKeyTime(held, began + index * 120)
    send(held)
  }
  expect(scanned).not.toHaveBeenCalled()
  expect(done).toEqual(['Enter 4011'])
})

test('a digit typed just before a button is pressed counts for that button', () => {
  press('5', 200)
  press('0', 200)
  at += 5
  vi.advanceTimersByTime(5)
  send(new Event('pointerdown'))
  expect(done).toEqual(['pointer 50'])
  vi.advanceTimersByTime(500)
  expect(amount()).toBe(50)
})

test('a press during a scan does not turn the scanned digits into an amount', () => {
  for (const key of '400638133') press(key, 8)
  send(new Event('pointerdown'))
  expect(amount()).toBe(0)
  for (const key of '3931') press(key, 8)
  press('Enter', 8)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
})

test('a key after a scan without Enter is not part of it, even if the page was too busy to run its timer', () => {
  for (const key of '4006381333931') press(key, 8)
  press('7', 250, false)
  press('Enter', 20)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
  expect(done).toEqual(['Enter 7'])
})

test('an Enter by hand after a scan without Enter acts on the page, not on the scanned digits', () => {
  for (const key of '4006381333931') press(key, 8)
  press('Enter', 300, false)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
  expect(done).toEqual(['Enter 0'])
})

test('a scanner whose Enter comes slightly late charges nothing', () => {
  for (const key of '4006381333931') press(key, 8)
  press('Enter', 70)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
  expect([amount(), done]).toEqual([0, []])
})

test('digits before and after another key are never joined to one barcode', () => {
  for (const key of '12') press(key, 10)
  press('Enter', 10)
  useEntryStore.setState({ amount: 0 })
  for (const key of '34') press(key, 10)
  press('Backspace', 10)
  for (const key of '56') press(key, 10)
  press('Enter', 10)
  expect(scanned).not.toHaveBeenCalled()
  expect(done).toEqual(['Enter 12', 'Backspace 34', 'Enter 3456'])
})

test('a digit typed just before the counter is left is typed there', () => {
  press('5', 200)
  press('0', 200)
  stop()
  expect(amount()).toBe(50)
  vi.advanceTimersByTime(500)
  expect(amount()).toBe(50)
})

test('the beginning of a scan just before the counter is left is no amount', () => {
  for (const key of '400638') press(key, 8)
  stop()
  vi.advanceTimersByTime(500)
  expect(amount()).toBe(0)
})

test('after the first scan of a slower scanner, none of its keys reaches the page any more', () => {
  const reached: string[] = []
  page.addEventListener('keydown', (event) => void reached.push((event as Key).key))
  for (const key of '4006381333931') press(key, 40)
  press('Enter', 40)
  expect(reached.length).toBeGreaterThan(0)
  expect(amount()).toBe(0)
  reached.length = 0
  for (const key of '4006381333931') press(key, 40)
  press('Enter', 40)
  expect(scanned).toHaveBeenCalledTimes(2)
  expect(reached).toEqual([])
  // Typing goes on, slightly later.
  press('7', 300)
  vi.advanceTimersByTime(60)
  expect(amount()).toBe(7)
})

test('on a screen that a digit leaves, the first scan of a slower scanner presses none', () => {
  const reached: string[] = []
  page.addEventListener('keydown', (event) => void reached.push((event as Key).key))
  onTestFinished(beginActingOnDigits())
  for (const key of '4006381333931') press(key, 40)
  press('Enter', 40)
  expect(scanned).toHaveBeenCalledOnce()
  expect(reached).toEqual([])
})

test('the digits that a slower scanner typed ahead for a screen are taken back, and not those before them', () => {
  onTestFinished(() => forgetKeysAhead())
  beginKeysAhead()
  press('5', 300)
  at += 300
  vi.advanceTimersByTime(300)
  for (const key of '4006381333931') press(key, 40)
  press('Enter', 40)
  expect(scanned).toHaveBeenCalledOnce()
  expect(takeKeysAhead()).toEqual(['5'])
})
