import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { trainingWord } from '../../src-shared/pos/staff/training-word.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { People } from './people.ts'
import type { PeopleFile } from './people-file.ts'
import type { Presence } from './presence.ts'
import type { Recovery } from './recovery.ts'
import type { RolePins } from './role-pins.ts'
import type { StaffFile } from './staff-file.ts'

/** How a till is closed that has forgotten its people, and how an owner or a manager gets back in. */
export interface WayBack {
  recover(asked: PosCommandPayload<'staff.recover'>): Promise<PosResult<'staff.recover'>>
  /** Locks the till: people were set up, as somebody else knows, and nothing of them is left. */
  closeForPeople(): Promise<void>
}

export function createWayBack(options: {
  readonly file: Pick<StaffFile, 'leaveToPeople'>
  readonly peopleFile: Pick<PeopleFile, 'damaged' | 'recovery' | 'markLost'>
  readonly people: Pick<People, 'areSetUp' | 'resetOwner'>
  readonly roles: Pick<RolePins, 'reset'>
  readonly recovery: Recovery
  readonly presence: Pick<Presence, 'enter' | 'close'>
  readonly serviceKey: string | null
  readonly onChange: () => void
}): WayBack {
  const { file, peopleFile, people, roles, recovery, presence, serviceKey } = options

  /** Where all files of the people are gone, no code opens a till for training, and there is nothing to protect. */
  const takesTrainingWord = (): boolean =>
    serviceKey === null &&
    (!people.areSetUp() || (peopleFile.damaged() && peopleFile.recovery().code === null))

  return {
    async recover({ secret, pin }) {
      const isConfirmed = takesTrainingWord() && secret.trim().toUpperCase() === trainingWord
      const refused = isConfirmed ? null : await recovery.check(secret)
      if (refused !== null) return err(refused)
      if (!people.areSetUp()) {
        const reset = await roles.reset(pin)
        if (reset !== null) return err(reset)
        presence.enter({ role: 'manager' })
        return ok({ recovery_code: null })
      }
      const owner = await people.resetOwner(pin)
      if (!owner.ok) return owner
      await file.leaveToPeople()
      const recovery_code = await recovery.renew()
      presence.enter({ person: owner.value })
      return ok({ recovery_code })
    },
    async closeForPeople() {
      peopleFile.markLost()
      presence.close()
      options.onChange()
      // A till that is started without the service stays locked.
      await file.leaveToPeople()
    },
  }
}
