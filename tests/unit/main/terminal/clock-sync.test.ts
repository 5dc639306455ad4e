import { expect, test } from 'vitest'
import { createClockSync } from '../../../../src-main/terminal/clock-sync.ts'

const local = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute)

/** A counter whose clock is right until it is set. */
function counterAt(start: Date) {
  let wall = start.getTime()
  let elapsed = 0
  const clock = createClockSync(() => elapsed)
  return {
    isDue: () => clock.isDue(new Date(wall)),
    /** The terminal answers after `answerMs` ms. */
    done(answerMs = 0) {
      const done = clock.begin(new Date(wall))
      wall += answerMs
      elapsed += answerMs
      done()
    },
    passTo(then: Date) {
      elapsed += then.getTime() - wall
      wall = then.getTime()
    },
    set(to: Date) {
      wall = to.getTime()
    },
  }
}

test('the terminal’s clock is set after the start, then once each night at 3 am', () => {
  const counter = counterAt(local(1, 10))
  expect(counter.isDue()).toBe(true)
  counter.done()
  counter.passTo(local(1, 23))
  expect(counter.isDue()).toBe(false)
  counter.passTo(local(2, 2))
  expect(counter.isDue()).toBe(false)
  counter.passTo(local(2, 3))
  expect(counter.isDue()).toBe(true)
  counter.done()
  counter.passTo(local(2, 18))
  expect(counter.isDue()).toBe(false)
  counter.passTo(local(5, 9))
  expect(counter.isDue()).toBe(true)
})

test.each([
  ['ahead', local(1, 12)],
  ['behind', local(20, 10, 40)],
])('the terminal’s clock is set again when the counter’s clock turns out to have been %s', (_, right) => {
  const counter = counterAt(local(20, 10))
  counter.done(14_000)
  expect(counter.isDue()).toBe(false)
  counter.passTo(local(20, 10, 30))
  expect(counter.isDue()).toBe(false)
  counter.set(right)
  expect(counter.isDue()).toBe(true)
  counter.done()
  expect(counter.isDue()).toBe(false)
})
