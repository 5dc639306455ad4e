const dayMs = 24 * 60 * 60_000
/** How late an event may still appear in the files, in ms, for example when the computer's clock was set back. */
const lateMs = 7 * dayMs
/** One more than the number of consecutive reports that are closed before a wrong clock is corrected. */
const few = 3

/** The time that no report has counted: its beginning by the reports, and where to start reading the files. */
export interface OpenSince {
  /** In ms since the epoch; null: since the first record. */
  readonly from: number | null
  /** In ms since the epoch. */
  readonly since: number
  /** Whether the clock is before the last closing, by less than a day: then closing must wait. */
  readonly mustWait: boolean
}

/**
 * Finds the uncounted time. A report that was closed while the clock was ahead ends in the future; then the reports
 * before it show from when on nothing was counted, even after that time has passed: among the last few, the one that
 * ended first.
 *
 * @param ends when each report ended, in the order of their numbers, in ms since the epoch
 */
export function openSince(ends: readonly number[], now: number): OpenSince {
  const last = ends.at(-1)
  if (last === undefined) return { from: null, since: 0, mustWait: false }
  if (last < now) {
    const earliest = ends.length < few ? 0 : Math.min(...ends.slice(-few))
    const since = Math.max(0, Math.min(last - lateMs, earliest - dayMs))
    // This many reports cannot all have been closed ahead of time: the clock was behind at the last one, and the time up
    // to the latest of them is counted already.
    const later = ends.filter((end) => end > last && end < now)
    return { from: later.length < few ? last : latestOf(later), since, mustWait: false }
  }
  const passed = ends.filter((end) => end < now)
  const from = passed.length === 0 ? null : latestOf(passed)
  return { from, since: from === null ? 0 : from - lateMs, mustWait: last - now < dayMs }
}

const latestOf = (ends: readonly number[]): number => ends.reduce((latest, end) => Math.max(latest, end))
