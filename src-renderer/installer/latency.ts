import type { PingRecord } from '../../src-shared/pos/terminals/installer.ts'

export interface Latency {
  /** Median of the answered pings, in ms; null if there are none. */
  readonly usual: number | null
  readonly slowest: number | null
  readonly asked: number
  readonly unanswered: number
}

/** Statistics of one terminal's pings; `usual` is the median. */
export function latencyOf(pings: readonly PingRecord[]): Latency {
  const answered = pings
    .flatMap(({ latency_ms: ms }) => (ms === null ? [] : [ms]))
    .sort((one, other) => one - other)
  return {
    usual: answered[Math.floor((answered.length - 1) / 2)] ?? null,
    slowest: answered.at(-1) ?? null,
    asked: pings.length,
    unanswered: pings.length - answered.length,
  }
}

/** Returns which terminals answered their last ping. The text changes only when one of them comes or goes. */
export function reachOf(pings: readonly PingRecord[]): string {
  const last = new Map(pings.map(({ hsn, latency_ms }) => [hsn, latency_ms !== null]))
  return [...last].map(([hsn, answered]) => `${hsn} ${answered}`).join(', ')
}

/** One ping in the chart: its position from the left and its height, both 0 to 1. A null height means no answer. */
export interface Point {
  readonly x: number
  readonly height: number | null
}

/** Largest number of pings drawn, with the newest at the right. */
export const mostPoints = 50

/** @param top response time at the top of the chart, in ms */
export function pointsOf(pings: readonly PingRecord[], top: number): readonly Point[] {
  const shown = pings.slice(-mostPoints)
  return shown.map(({ latency_ms: ms }, index) => ({
    x: (mostPoints - shown.length + index + 0.5) / mostPoints,
    height: ms === null ? null : Math.min(ms / top, 1),
  }))
}

/** Returns a round number of ms that no ping exceeds, so that the scale does not change with each ping. */
export function topOf(pings: readonly PingRecord[]): number {
  const slowest = latencyOf(pings).slowest ?? 0
  return [50, 100, 200, 500, 1000, 2000, 5000].find((top) => slowest <= top) ?? 10_000
}
