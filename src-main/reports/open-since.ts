const dayMs = 24 * 60 * 60_000
/** So long after its time something may still turn up in the files, such as when the computer's clock was put back. */
const lateMs = 7 * dayMs
/** Reports in a row, one more than are closed before somebody sets the clock right. */
const few = 3

/** What no report has counted yet: when it began by the reports, and from when on the files are gone through for it. */
export interface OpenSince {
  /** ms; null: since there are records. */
  readonly from: number | null
  /** ms */
  readonly since: number
  /** The clock is before the last closing: it is waited for, if not for days. */
  readonly mustWait: boolean
}

/**
 * A report that was closed while the clock was ahead ends in days to come. The ones before it say from when on nothing was counted, also
 * once that time has passed: of the last few, the one that ended first.
 *
 * @param ends when each report ended, in the order of their numbers, ms
 */
export function openSince(ends: readonly number[], now: number): OpenSince {
  const last = ends.at(-1)
  if (last === undefined) return { from: null, since: 0, mustWait: false }
  if (last < now) {
    const earliest = ends.length < few ? 0 : Math.min(...ends.slice(-few))
    const since = Math.max(0, Math.min(last - lateMs, earliest - dayMs))
    // So many were not closed ahead: the clock was behind at the last one, and the time since then is counted.
    const later = ends.filter((end) => end > last && end < now)
    return { from: later.length < few ? last : latestOf(later), since, mustWait: false }
  }
  const passed = ends.filter((end) => end < now)
  const from = passed.length === 0 ? null : latestOf(passed)
  return { from, since: from === null ? 0 : from - lateMs, mustWait: last - now < dayMs }
}

const latestOf = (ends: readonly number[]): number => ends.reduce((latest, end) => Math.max(latest, end))
