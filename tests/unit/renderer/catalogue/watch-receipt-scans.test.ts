import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchReceiptScans } from '../../../../src-renderer/catalogue/watch-receipt-scans.ts'

let page: EventTarget
let stop: () => void
const opened = vi.fn<(number: string) => void>()
/** The keys that reached the page. */
let reached: string[] = []
let at = 0

/** @param gap ms between two keys */
function press(keys: readonly string[], gap: number): void {
  for (const key of keys) {
    at += gap
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key })
    Object.defineProperty(event, 'timeStamp', { value: at })
    page.dispatchEvent(event)
  }
}
const scan = (code: string) => press([...code, 'Enter'], 5)

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('Element', class {})
  opened.mockReset()
  reached = []
  at += 1_000
  stop = watchReceiptScans(opened)
  page.addEventListener('keydown', (event) => reached.push(Reflect.get(event, 'key')))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('of a scanned receipt, neither a digit nor Enter reaches the amount', () => {
  press(['Shift', 'K', 'Shift', 'T', '1', '0', '4', '2', 'Enter'], 5)
  expect(opened).toHaveBeenCalledExactlyOnceWith('KT1042')
  expect(reached.filter((key) => /[\dE]/.test(key))).toEqual([])
})

test('another code that begins with a letter opens nothing, and its digits are no amount either', () => {
  scan('GC-7421')
  expect(opened).not.toHaveBeenCalled()
  expect(reached).toEqual(['G'])
})

test('an amount that is typed by hand is left alone, however fast, and also after a stray letter', () => {
  press(['1', '2', '3', '4', 'Enter'], 5)
  press(['k'], 500)
  press(['5', '0', '0', 'Enter'], 120)
  expect(reached).toEqual(['1', '2', '3', '4', 'Enter', 'k', '5', '0', '0', 'Enter'])
})

test('after a scan the next keys are typed by hand again', () => {
  scan('KT1042')
  press(['7', 'Enter'], 200)
  expect(reached).toEqual(['K', '7', 'Enter'])
})
