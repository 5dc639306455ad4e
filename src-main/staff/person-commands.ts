import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { WeekFacts } from '../../src-shared/pos/staff/worked-week.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Turns } from '../async/in-turn.ts'
import type { CommandSender } from './command-sender.ts'
import type { People } from './people.ts'
import type { Presence } from './presence.ts'
import type { TimeClock } from './time-clock.ts'

type Done = Result<null, CommandRefusal>

/** What a signed-in person changes: their PIN, working hours, and the time after which the counter locks. */
export interface PersonCommands {
  changeOwnPin(asked: PosCommandPayload<'staff.change_own_pin'>): Promise<Done>
  clock(asked: PosCommandPayload<'staff.clock'>): Promise<Done>
  /** The clock entries with their corrections, and the people. */
  hours(): Promise<Pick<WeekFacts, 'ledger' | 'people'>>
  correctHours(asked: PosCommandPayload<'staff.correct_hours'>): Promise<Done>
  setAutoLock(asked: PosCommandPayload<'staff.set_auto_lock'>): Promise<Done>
}

export function createPersonCommands(options: {
  readonly people: Pick<People, 'changeOwnPin' | 'managed' | 'setAutoLock'>
  readonly timeClock: Pick<TimeClock, 'clock' | 'correct' | 'ledger'>
  readonly presence: Pick<Presence, 'shorten'>
  readonly sender: Pick<CommandSender, 'personId' | 'isIn'>
  readonly inTurn: Turns['inTurn']
  readonly onChange: () => void
}): PersonCommands {
  const { people, timeClock, presence, sender, inTurn, onChange } = options

  const asSender = (act: (id: string) => Promise<Done>): Promise<Done> =>
    inTurn(async () => {
      const id = sender.personId()
      return id === null || !sender.isIn() ? refuse('not_available', 'its sender is not signed in') : act(id)
    })

  return {
    changeOwnPin: (asked) =>
      asSender(async (id) => {
        const refused = await people.changeOwnPin(id, asked)
        if (refused !== null) return err(refused)
        onChange()
        return ok(null)
      }),
    clock: ({ kind }) =>
      asSender(async (id) => {
        const clocked = await timeClock.clock(id, kind)
        // Also where the person is at work already: the ledger may not have been read before.
        onChange()
        return clocked
      }),
    hours: async () => ({ ledger: await timeClock.ledger(), people: people.managed().people }),
    correctHours: (asked) =>
      asSender(async (by) => {
        const corrected = await timeClock.correct(by, asked)
        if (corrected.ok) onChange()
        return corrected
      }),
    setAutoLock: ({ minutes }) =>
      asSender(async () => {
        await people.setAutoLock(minutes)
        // A command does not prove that a person is at the screen: it must not postpone the lock.
        presence.shorten()
        return ok(null)
      }),
  }
}
