import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { People } from './people.ts'
import type { PeopleFile } from './people-file.ts'
import type { Presence } from './presence.ts'
import type { Recovery } from './recovery.ts'
import type { RolePins } from './role-pins.ts'
import type { StaffFile } from './staff-file.ts'

/** In training, with no people set up and no real money, typing this resets a forgotten manager's PIN. */
const trainingWord = 'TRAINING'

/** Locks a counter that has lost its people's files, and lets an owner or a manager back in. */
export interface WayBack {
  recover(asked: PosCommandPayload<'staff.recover'>): Promise<PosResult<'staff.recover'>>
  /** Locks the counter: another source knows that people were set up, and their files are gone. */
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

  /** Whether training's word is accepted: without any people's file no code matches, and nothing needs protection. */
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
      // So that a counter that is started without the service stays locked.
      await file.leaveToPeople()
    },
  }
}
