import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { CommandSender } from './command-sender.ts'
import type { People } from './people.ts'
import type { Presence } from './presence.ts'
import type { Recovery } from './recovery.ts'
import type { RolePins } from './role-pins.ts'
import type { StaffFile } from './staff-file.ts'
import type { WhoIsIn } from './who-is-in.ts'

/** Changes of the people and their rights. For each the owner types their PIN again. */
export interface PeopleManagement {
  savePerson(asked: PosCommandPayload<'staff.save_person'>): Promise<PosResult<'staff.save_person'>>
  withholdRights(asked: PosCommandPayload<'staff.withhold_rights'>): Promise<Result<null, CommandRefusal>>
  newRecoveryCode(
    asked: PosCommandPayload<'staff.new_recovery_code'>,
  ): Promise<PosResult<'staff.new_recovery_code'>>
}

/** The caller runs each change in its turn. */
export function createPeopleManagement(options: {
  readonly file: Pick<StaffFile, 'leaveToPeople'>
  readonly people: Pick<People, 'areSetUp' | 'check' | 'find' | 'save' | 'withhold'>
  readonly roles: Pick<RolePins, 'check'>
  readonly recovery: Pick<Recovery, 'renew'>
  readonly presence: Pick<Presence, 'enter' | 'close'>
  readonly person: WhoIsIn['person']
  readonly sender: CommandSender['personId']
  /** Whether the sender may manage people. */
  readonly isAllowed: () => boolean
  readonly onChange: () => void
}): PeopleManagement {
  const { file, people, roles, recovery, presence, person, onChange } = options

  /** Null if this is the PIN of the signed-in person who manages the people. */
  async function refusalOf(pin: string): Promise<CommandRefusal | null> {
    if (!options.isAllowed()) return { code: 'role_needed', message: 'only the owner manages people' }
    const id = person()
    return id === null ? roles.check('manager', pin) : people.check(id, pin)
  }

  return {
    async savePerson(asked) {
      const refused = await refusalOf(asked.current)
      if (refused !== null) return err(refused)
      const isFirst = !people.areSetUp()
      const saved = await people.save(asked, options.sender())
      if (!saved.ok) return saved
      if (isFirst) await file.leaveToPeople()
      const recovery_code = isFirst ? await recovery.renew() : null
      // The creator of the first person becomes that person; a deactivated person is no longer signed in.
      if (isFirst) presence.enter({ person: saved.value })
      else if (person() !== null && people.find(person() ?? '') === null) presence.close()
      else onChange()
      return ok({ person_id: saved.value, recovery_code })
    },
    async withholdRights(asked) {
      if (!people.areSetUp()) return refuse('not_available', 'no people are set up')
      const refused = await refusalOf(asked.current)
      if (refused !== null) return err(refused)
      await people.withhold(asked)
      onChange()
      return ok(null)
    },
    async newRecoveryCode({ current }) {
      const refused = await refusalOf(current)
      return refused === null ? ok({ recovery_code: await recovery.renew() }) : err(refused)
    },
  }
}
