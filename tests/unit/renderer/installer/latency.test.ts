import { describe, expect, test } from 'vitest'
import {
  latencyOf,
  mostPoints,
  pointsOf,
  reachOf,
  topOf,
} from '../../../../src-renderer/installer/latency.ts'
import type { PingRecord } from '../../../../src-shared/pos/terminals/installer.ts'

const pings = (...all: readonly (number | null)[]): PingRecord[] =>
  all.map((latency_ms) => ({ hsn: 'VT-1', at: '2026-11-21T14:05:00.000Z', latency_ms }))

describe('the latency of a terminal', () => {
  test('the latency of a terminal is shown by its median, its slowest answer, and the missed pings', () => {
    expect(latencyOf(pings(40, 20, null, 30, 900))).toEqual({
      usual: 30,
      slowest: 900,
      asked: 5,
      unanswered: 1,
    })
  })

  test('without answers, no latency is shown', () => {
    expect(latencyOf(pings(null, null))).toEqual({ usual: null, slowest: null, asked: 2, unanswered: 2 })
    expect(latencyOf([])).toEqual({ usual: null, slowest: null, asked: 0, unanswered: 0 })
  })

  test('the scale of the latency changes only when a terminal is added or removed', () => {
    const before = reachOf(pings(40, null, 30))
    expect(reachOf(pings(40, null, 30, 90))).toBe(before)
    expect(reachOf(pings(40, null, 30, null))).not.toBe(before)
    expect(reachOf([])).toBe('')
  })

  test('the scale of the latency ends at a round number above all values', () => {
    expect(topOf(pings(40, 20))).toBe(50)
    expect(topOf(pings(51))).toBe(100)
    expect(topOf(pings(9000))).toBe(10_000)
    expect(topOf([])).toBe(50)
  })

  test('the latency is drawn with the newest ping at the right, and a gap for each missed ping', () => {
    const [first, last] = pointsOf(pings(25, null), 50)
    expect(first?.height).toBe(0.5)
    expect(last).toEqual({ x: (mostPoints - 0.5) / mostPoints, height: null })
    expect(pointsOf(pings(...Array.from({ length: 80 }, () => 10)), 50)).toHaveLength(mostPoints)
  })
})
