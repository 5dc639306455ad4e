import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { ClockEntry } from '../../src-shared/pos/staff/clock-entry.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { openHours } from './hours.ts'
import { openLazily } from './open-lazily.ts'

/** People begin and end to work. Their ledger is read when somebody signs in first. */
export interface TimeClock {
  /** False before the ledger is read. */
  isAtWork(personId: string): boolean
  /** Reads the ledger; whoever cannot clock in sells all the same. */
  read(): Promise<void>
  clock(personId: string, kind: ClockEntry['kind']): Promise<Result<null, CommandRefusal>>
  between(asked: PosCommandPayload<'staff.hours'>): Promise<readonly ClockEntry[]>
}

export function createTimeClock(options: {
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}): TimeClock {
  const { path, now, log } = options
  const hours = openLazily(() => openHours(path, log))
  let isAtWork: (personId: string) => boolean = () => false
  return {
    isAtWork: (personId) => isAtWork(personId),
    async read() {
      await hours.open().then(
        (known) => {
          isAtWork = known.isAtWork
        },
        (error: unknown) => log.error({ err: error, path }, 'staff.hours_unreadable'),
      )
    },
    async clock(person_id, kind) {
      const at = new Date(now()).toISOString()
      const entry = { id: `${person_id} ${at} ${kind}`, at, person_id, kind, by: null }
      if (await (await hours.open()).clock(entry)) return ok(null)
      return err({ code: 'not_now', message: `${person_id} is clocked ${kind} already` })
    },
    between: async ({ from, to }) => (await hours.open()).between(from, to),
  }
}
