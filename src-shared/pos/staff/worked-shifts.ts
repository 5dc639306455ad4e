import type { ClockCorrection, ClockLedger } from './clock-entry.ts'

/** A clock-in or clock-out with its corrections applied, and its history. */
export interface StandingEntry {
  readonly id: string
  readonly person_id: string
  readonly kind: 'in' | 'out'
  readonly at: string
  /** The time that was clocked; null: a manager added it. */
  readonly clocked: string | null
  /** Oldest first. */
  readonly corrections: readonly ClockCorrection[]
}

/** From clock-in to clock-out. One of the two may be missing. */
export interface WorkedShift {
  readonly person_id: string
  readonly began: StandingEntry | null
  readonly ended: StandingEntry | null
  /**
   * `missing`: a clock-in or clock-out is missing, they contradict each other, or they are too far apart. It counts as
   * no time until it is corrected.
   */
  readonly state: 'done' | 'now' | 'missing'
}

/** Longest plausible shift, in ms: after that, a clock-out was forgotten. */
const longestShift = 16 * 3_600_000

/** Applies the corrections to the entries: each replaces its entry, or is inserted by its time. */
export function standingEntries({ entries, corrections }: ClockLedger): readonly StandingEntry[] {
  const standing: StandingEntry[] = entries.map(({ id, person_id, kind, at }) => ({
    ...{ id, person_id, kind, at, clocked: at, corrections: [] },
  }))
  for (const correction of corrections) applyTo(standing, correction)
  return standing
}

function applyTo(standing: StandingEntry[], correction: ClockCorrection): void {
  const { id, person_id, kind, clocked_at: at, replaces } = correction
  if (replaces === null) {
    const later = standing.findIndex(
      (one) => one.person_id === person_id && Date.parse(one.at) > Date.parse(at),
    )
    const added = { ...{ id, person_id, kind, at }, clocked: null, corrections: [correction] }
    standing.splice(later === -1 ? standing.length : later, 0, added)
    return
  }
  const index = standing.findIndex((one) => one.id === replaces)
  const before = standing[index]
  if (before !== undefined) {
    standing[index] = { ...before, at, corrections: [...before.corrections, correction] }
  }
}

/** Whether a correction keeps the order of this person's entries. */
export function fitsAmong(standing: readonly StandingEntry[], correction: ClockCorrection): boolean {
  const theirs = standing.filter(({ person_id }) => person_id === correction.person_id)
  const at = Date.parse(correction.clocked_at)
  if (correction.replaces === null) return theirs.every((one) => Date.parse(one.at) !== at)
  const index = theirs.findIndex(({ id }) => id === correction.replaces)
  const [before, after] = [theirs[index - 1], theirs[index + 1]]
  return (
    (before === undefined || Date.parse(before.at) < at) && (after === undefined || Date.parse(after.at) > at)
  )
}

/** A clock-out this late was only made to clock in again: it counts for wages only after a manager's correction. */
function isOver(began: StandingEntry, ended: StandingEntry): boolean {
  const ms = Date.parse(ended.at) - Date.parse(began.at)
  return ms >= 0 && (ms <= longestShift || ended.corrections.length > 0)
}

/** The shifts of these entries, in the order in which they were clocked. */
export function workedShifts(standing: readonly StandingEntry[], now: number): readonly WorkedShift[] {
  const shifts: WorkedShift[] = []
  const openOf = new Map<string, number>()
  for (const entry of standing) {
    const { person_id, kind } = entry
    const index = openOf.get(person_id)
    const began = index === undefined ? null : (shifts[index]?.began ?? null)
    if (kind === 'in') {
      openOf.set(person_id, shifts.push({ person_id, began: entry, ended: null, state: 'missing' }) - 1)
    } else if (index === undefined || began === null) {
      shifts.push({ person_id, began: null, ended: entry, state: 'missing' })
    } else {
      shifts[index] = { person_id, began, ended: entry, state: isOver(began, entry) ? 'done' : 'missing' }
      openOf.delete(person_id)
    }
  }
  for (const index of openOf.values()) {
    const open = shifts[index]
    const since = now - Date.parse(open?.began?.at ?? '')
    if (open !== undefined && since <= longestShift) shifts[index] = { ...open, state: 'now' }
  }
  return shifts
}
