import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import type { People } from './people.ts'
import type { PeopleFile } from './people-file.ts'
import type { Presence } from './presence.ts'
import type { Recovery } from './recovery.ts'
import type { RolePins } from './role-pins.ts'
import type { StaffFile } from './staff-file.ts'

/** In training, with no people set up and no real money, typing this resets a forgotten manager's PIN. */
const trainingWord = 'TRAINING'

/** Locks a counter that has lost its people's files, and lets an owner or a manager back in. The caller runs each in its turn. */
export interface WayBack {
  recover(asked: PosCommandPayload<'staff.recover'>): Promise<PosResult<'staff.recover'>>
  /**
   * Called when the service knows that people sign in at this counter. If none are set up here, the files were removed:
   * the counter locks, and only the recovery of a forgotten PIN opens it. @returns false while a customer pays
   */
  requirePeople(): Promise<boolean>
}

export function createWayBack(options: {
  readonly file: Pick<StaffFile, 'leaveToPeople'>
  readonly peopleFile: Pick<PeopleFile, 'damaged' | 'recovery' | 'markLost'>
  readonly people: Pick<People, 'areSetUp' | 'resetOwner'>
  readonly roles: Pick<RolePins, 'reset'>
  readonly recovery: Recovery
  readonly presence: Pick<Presence, 'enter' | 'close'>
  readonly serviceKey: string | null
  /** Whether a customer pays or is paid: then the counter does not lock. */
  readonly isBusy: () => boolean
  readonly onChange: () => void
  readonly log: Log
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
    async requirePeople() {
      if (people.areSetUp()) return true
      if (options.isBusy()) return false
      options.log.error({}, 'staff.people_removed')
      peopleFile.markLost()
      presence.close()
      options.onChange()
      // So that a counter that is started without the service stays locked.
      await file.leaveToPeople()
      return true
    },
  }
}
