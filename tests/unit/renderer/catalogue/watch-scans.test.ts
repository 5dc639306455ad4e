import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchScans } from '../../../../src-renderer/catalogue/watch-scans.ts'
import { pressAmountKey, useEntryStore } from '../../../../src-renderer/stores/entry-store.ts'

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
/** What the page's own keys do, each with the amount that it finds. */
const done: string[] = []
let at = 0

const amount = () => useEntryStore.getState().amount

function send(event: Event): void {
  Object.defineProperty(event, 'timeStamp', { value: at })
  page.dispatchEvent(event)
}

/** @param after ms since the key before, of which the page's timers know where `timers` is set */
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
  stop = watchScans(scanned)
  page.addEventListener('keydown', (event) => {
    const { key } = event as Key
    if (/^\d$/.test(key)) pressAmountKey(key as '0')
    else done.push(`${key} ${amount()}`)
  })
  page.addEventListener('pointerdown', () => void done.push(`pointer ${amount()}`))
})
afterEach(() => stop())

test('keys of a hand reach the page in their order, and Enter finds all digits', () => {
  for (const key of '125') press(key, 20)
  press('Enter', 5)
  expect(done).toEqual(['Enter 125'])
  expect(scanned).not.toHaveBeenCalled()
})

test('a scan is no amount, and its Enter charges nothing', () => {
  for (const key of '4006381333931') press(key, 8)
  press('Enter', 8)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
  expect([amount(), done]).toEqual([0, []])
})

test('who presses a button right after a digit has typed that digit before', () => {
  press('5', 200)
  press('0', 200)
  at += 5
  vi.advanceTimersByTime(5)
  send(new Event('pointerdown'))
  expect(done).toEqual(['pointer 50'])
  vi.advanceTimersByTime(500)
  expect(amount()).toBe(50)
})

test('a press in the midst of a scan does not make an amount of it', () => {
  for (const key of '400638133') press(key, 8)
  send(new Event('pointerdown'))
  expect(amount()).toBe(0)
  for (const key of '3931') press(key, 8)
  press('Enter', 8)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
})

test('a scan without Enter is none of the next key’s, though the page was too busy to see that it was over', () => {
  for (const key of '4006381333931') press(key, 8)
  press('7', 250, false)
  press('Enter', 20)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
  expect(done).toEqual(['Enter 7'])
})

test('an Enter by hand after such a scan acts on what the scan has brought, and not on its digits', () => {
  for (const key of '4006381333931') press(key, 8)
  press('Enter', 300, false)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
  expect(done).toEqual(['Enter 0'])
})

test('a scanner whose Enter comes a little late charges nothing either', () => {
  for (const key of '4006381333931') press(key, 8)
  press('Enter', 70)
  expect(scanned).toHaveBeenCalledExactlyOnceWith('4006381333931')
  expect([amount(), done]).toEqual([0, []])
})

test('digits before another key and digits after it never make one barcode', () => {
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
