import type { ClockCorrection, ClockLedger } from './clock-entry.ts'

/** A clock-in or clock-out as it counts now, and all that it came from. */
export interface StandingEntry {
  readonly id: string
  readonly person_id: string
  readonly kind: 'in' | 'out'
  readonly at: string
  /** As it was clocked; null: a manager added it. */
  readonly clocked: string | null
  /** The oldest first. */
  readonly corrections: readonly ClockCorrection[]
}

/** From beginning to ending work. One of the two may never have been clocked. */
export interface WorkedShift {
  readonly person_id: string
  readonly began: StandingEntry | null
  readonly ended: StandingEntry | null
  /**
   * `missing`: an end or a beginning was forgotten, or they contradict each other, or are too far apart; it counts for
   * nothing until somebody sets it right.
   */
  readonly state: 'done' | 'now' | 'missing'
}

/** Whoever clocked in longer ago than this, and not out, has forgotten to. ms */
const longestShift = 16 * 3_600_000

/** What was clocked, as corrections changed it: each in the place of what it replaces, or where its time belongs. */
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

/** Whether a correction leaves each of this person's entries where it stands among the others. */
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

/** Whoever clocked out so late did it to begin anew: wages are counted by it only where a manager has said so. */
function isOver(began: StandingEntry, ended: StandingEntry): boolean {
  const ms = Date.parse(ended.at) - Date.parse(began.at)
  return ms >= 0 && (ms <= longestShift || ended.corrections.length > 0)
}

/** The shifts of these entries, by when they were clocked. */
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
