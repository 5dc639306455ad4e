import { describe, expect, test } from 'vitest'
import { outermost, workWithin } from '../../soak/window-work.ts'

const task = (from: number, ms: number, work = ms) => ({ from, ms, work })

describe("the work of the window's thread", () => {
  test('counts what lies within, and of a task that reaches beyond as much as of its time', () => {
    const tasks = [task(0, 4), task(10, 6, 3), task(20, 5)]
    expect(workWithin(tasks, 10, 30)).toBe(8)
    expect(workWithin(tasks, 2, 12)).toBe(3)
    expect(workWithin(tasks, 4, 10)).toBe(0)
  })

  test('a task that waited for a core has worked for less than it took', () => {
    expect(workWithin([task(0, 40, 9)], 0, 40)).toBe(9)
  })

  test("V8's own work in idle time counts only where it lasts until the next frame was due", () => {
    const idle = (from: number, ms: number) => ({ ...task(from, ms), idle: true })
    expect(workWithin([idle(1, 14), task(20, 5)], 0, 26)).toBe(5)
    expect(workWithin([idle(1, 18), task(20, 5)], 0, 26)).toBe(23)
  })

  test('a task within a task is counted once', () => {
    expect(outermost([task(3, 2), task(0, 10), task(10, 1)])).toEqual([task(0, 10), task(10, 1)])
  })
})
