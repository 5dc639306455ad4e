import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keepKeyTime } from '../../../../src-renderer/keyboard/key-time.ts'
import { isRestOfNumber, watchLostDigits } from '../../../../src-renderer/keyboard/lost-digits.ts'

const page = new EventTarget()
/** Whether the shown screen takes digits. */
let takes = false
/** Of each digit that the screen took: whether it went on with a number whose beginning no screen took. */
let taken: boolean[] = []

// Vitest takes the globals back after each test.
beforeEach(() => {
  vi.stubGlobal('window', page)
  vi.stubGlobal('Element', class {})
})
beforeAll(() => {
  vi.stubGlobal('window', page)
  watchLostDigits()
  page.addEventListener('keydown', (event) => {
    if (!takes) return
    taken.push(isRestOfNumber())
    event.preventDefault()
  })
})

let at = 0
/** All digits are handled at once, as by a busy computer. @param gap ms before each of them */
function press(digits: string, gap: number): void {
  for (const key of digits) {
    at += gap
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key })
    keepKeyTime(event, at)
    page.dispatchEvent(event)
  }
}
function takenOf(digits: string, gap: number): readonly boolean[] {
  taken = []
  press(digits, gap)
  return taken
}

test('digits go on with a number as long as they were pressed without a pause, however late they are handled', () => {
  takes = false
  press('12', 2_000)
  takes = true
  expect(takenOf('34', 200)).toEqual([true, true])
  expect(takenOf('5', 699)).toEqual([true])
  expect(takenOf('6', 700)).toEqual([false])
  // Which the screen has taken: it begins a number.
  expect(takenOf('7', 100)).toEqual([false])
})

test('a digit that was pressed after a pause begins a number, although it is handled at once', () => {
  takes = false
  press('12', 2_000)
  takes = true
  expect(takenOf('3', 800)).toEqual([false])
})
