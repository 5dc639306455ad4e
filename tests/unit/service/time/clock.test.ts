import { describe, expect, test } from 'vitest'
import { createClock } from '../../../../src-service/time/clock.ts'

const second = 1000

describe('the clock', () => {
  test('the clock follows the computer until it is advanced', () => {
    const clock = createClock()
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60 * second)
    clock.advance(3600 * second)
    expect(Math.abs(clock.now() - Date.now() - 3600 * second)).toBeLessThan(60 * second)
  })

  test('the clock runs a task once its time has passed', async () => {
    const clock = createClock()
    const started = performance.now()
    await new Promise<void>((resolve) => clock.after(30, resolve))
    expect(performance.now() - started).toBeGreaterThanOrEqual(29)
  })

  test('the clock, when advanced, runs due tasks in order, each at its own time', () => {
    const clock = createClock()
    const start = clock.now()
    const seen: [string, number][] = []
    const note = (name: string) => () => void seen.push([name, Math.round((clock.now() - start) / second)])
    clock.after(20 * second, note('second'))
    clock.after(10 * second, note('first'))
    clock.after(60 * second, note('later'))
    clock.advance(30 * second)
    expect(seen).toEqual([
      ['first', 10],
      ['second', 20],
    ])
    clock.advance(30 * second)
    expect(seen.at(-1)).toEqual(['later', 60])
  })

  test('the clock, when advanced, also runs tasks that are scheduled by tasks', () => {
    const clock = createClock()
    let rounds = 0
    const again = () => {
      rounds += 1
      clock.after(10 * second, again)
    }
    clock.after(10 * second, again)
    clock.advance(35 * second)
    expect(rounds).toBe(3)
  })

  test('a cancelled timer does not run', () => {
    const clock = createClock()
    let ran = false
    const callOff = clock.after(second, () => {
      ran = true
    })
    callOff()
    clock.advance(2 * second)
    expect(ran).toBe(false)
  })

  test('a task may cancel itself or any other timer and set a new one, and the rest runs in order', () => {
    const places = [0, 1, 2, 3, 4]
    for (const canceller of places) {
      for (const cancelled of places) {
        const clock = createClock()
        const ran: (number | 'new')[] = []
        const cancels = places.map((place) =>
          clock.after((place + 1) * second, () => {
            ran.push(place)
            if (place !== canceller) return
            cancels[cancelled]?.()
            clock.after(0, () => void ran.push('new'))
          }),
        )
        clock.advance(10 * second)
        const rest = places.filter((place) => place <= canceller || place !== cancelled)
        expect(ran).toEqual(rest.flatMap((place) => (place === canceller ? [place, 'new'] : [place])))
      }
    }
  })

  test('a timer may be set for more than 24 days, the limit of a system timer', () => {
    const clock = createClock()
    let ran = false
    clock.after(40 * 86_400 * second, () => {
      ran = true
    })
    clock.advance(39 * 86_400 * second)
    expect(ran).toBe(false)
    clock.advance(86_400 * second)
    expect(ran).toBe(true)
  })
})
