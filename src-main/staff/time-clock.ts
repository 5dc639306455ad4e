import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { ClockEntry } from '../../src-shared/pos/staff/clock-entry.ts'
import { fitsAmong, standingEntries } from '../../src-shared/pos/staff/worked-shifts.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { Log } from '../log.ts'
import { type Hours, openHours } from './hours.ts'

/** Clocks people in and out. The ledger is read when a person first signs in. */
export interface TimeClock {
  /** False until the ledger is read. */
  isAtWork(personId: string): boolean
  /** Reads the ledger; a failure does not prevent selling. */
  read(): Promise<void>
  clock(personId: string, kind: ClockEntry['kind']): Promise<Result<null, CommandRefusal>>
  correct(by: string, asked: PosCommandPayload<'staff.correct_hours'>): Promise<Result<null, CommandRefusal>>
  ledger(): Promise<ReturnType<Hours['ledger']>>
}

export function createTimeClock(options: {
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}): TimeClock {
  const { path, now, log } = options
  let isAtWork: (personId: string) => boolean = () => false
  const hours = openLazily(async () => {
    const known = await openHours(path, log)
    isAtWork = known.isAtWork
    return known
  })
  return {
    isAtWork: (personId) => isAtWork(personId),
    async read() {
      await hours.open().catch((error: unknown) => log.error({ err: error, path }, 'staff.hours_unreadable'))
    },
    async clock(person_id, kind) {
      const at = new Date(now()).toISOString()
      const entry = { id: `${person_id} ${at} ${kind}`, at, person_id, kind, by: null }
      if (await (await hours.open()).clock(entry)) return ok(null)
      return refuse('not_now', `${person_id} is clocked ${kind} already`)
    },
    async correct(by, { clocked_at, ...asked }) {
      const opened = await hours.open()
      const corrected_at = new Date(now()).toISOString()
      const standing = standingEntries(opened.ledger())
      const isOfThem = ({ id, person_id, kind }: (typeof standing)[number]) =>
        id === asked.replaces && person_id === asked.person_id && kind === asked.kind
      if (asked.replaces !== null && !standing.some(isOfThem)) {
        return refuse('not_found', `${asked.person_id} has no entry ${asked.replaces}`)
      }
      const id = `${asked.person_id} ${corrected_at} ${asked.kind} corrected ${standing.length}`
      const correction = { ...asked, id, corrected_at, clocked_at, by }
      if (Date.parse(clocked_at) > now() || !fitsAmong(standing, correction)) {
        return refuse('not_now', `${clocked_at} is in the future, or not between its neighbours`)
      }
      await opened.correct(correction)
      return ok(null)
    },
    ledger: async () => (await hours.open()).ledger(),
  }
}
