import { describe, expect, test } from 'vitest'
import { partsOf } from '../../soak/task-parts.ts'
import { frameMs, outermost, workOfFrame, workWithin } from '../../soak/window-work.ts'

const task = (from: number, ms: number, work = ms) => ({ from, ms, work })

describe("the work of the window's thread", () => {
  test('counts tasks inside the period, and tasks that extend beyond it in proportion to their time inside', () => {
    const tasks = [task(0, 4), task(10, 6, 3), task(20, 5)]
    expect(workWithin(tasks, 10, 30)).toBe(8)
    expect(workWithin(tasks, 2, 12)).toBe(3)
    expect(workWithin(tasks, 4, 10)).toBe(0)
  })

  test('counts less than the duration of a task that waited for a core', () => {
    expect(workWithin([task(0, 40, 9)], 0, 40)).toBe(9)
  })

  test("counts V8's own work in idle time only if it lasts until the next frame was due", () => {
    const idle = (from: number, ms: number) => ({ ...task(from, ms), idle: true })
    expect(workWithin([idle(1, 14), task(20, 5)], 0, 26)).toBe(5)
    expect(workWithin([idle(1, 18), task(20, 5)], 0, 26)).toBe(23)
  })

  test('counts a task within a task once', () => {
    expect(outermost([task(3, 2), task(0, 10), task(10, 1)])).toEqual([task(0, 10), task(10, 1)])
  })

  test('leaves out work done long before the frame was requested', () => {
    const collecting = Array.from({ length: 30 }, (_, index) => task(index * 2, 1))
    expect(workOfFrame([...collecting, task(80, 8)], [3, 80], 0, 88)).toBe(8)
    expect(workOfFrame([task(0, 40)], [frameMs], 0, 40)).toBe(40)
  })

  test('is listed by kind of step, each without its nested steps', () => {
    const step = (name: string, from: number, ms: number, work = ms) => ({ name, from, ms, work })
    const steps = [
      step('Layout', 3, 4, 3),
      step('EventDispatch', 1, 10),
      step('RunTask', 0, 12),
      step('MinorGC', 8, 2),
      step('RunTask', 12, 3),
      step('Paint', 13, 0.1),
      step('RunTask', 30, 9),
    ]
    expect(partsOf(steps, 0, 20)).toEqual([
      { name: 'EventDispatch', ms: 5 },
      { name: 'RunTask', ms: 4.9 },
      { name: 'Layout', ms: 3 },
      { name: 'MinorGC', ms: 2 },
    ])
  })
})
