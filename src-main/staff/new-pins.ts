import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { PersonRole } from '../../src-shared/pos/staff/person.ts'
import { rightsOf } from '../../src-shared/pos/staff/rights.ts'
import { pinWeakness } from '../../src-shared/pos/staff/weak-pin.ts'
import type { KeptPerson } from './people-file.ts'
import type { PeopleRecords } from './people-records.ts'
import type { Pepper } from './pepper.ts'
import type { PinChecks } from './pin-checks.ts'
import { isPin } from './pins.ts'

/** The PINs that people choose, or that another person types for them. */
export interface NewPins {
  /** Why the person cannot have this PIN; null when they can. */
  unfit(id: string, role: PersonRole, pin: string): Promise<CommandRefusal | null>
  /** The fields of the owner's record. @param isAnothers another person typed it: the owner must choose a new one */
  fields(
    pin: string,
    isAnothers?: boolean,
  ): Promise<Pick<KeptPerson, 'pin' | 'pin_chosen_at' | 'pin_of_another'>>
}

export function createNewPins(options: {
  readonly records: Pick<PeopleRecords, 'all'>
  readonly checks: Pick<PinChecks, 'hash'>
  readonly pepper: () => Promise<Pepper | null>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}): NewPins {
  const { records, checks, pepper, now } = options

  /**
   * Whether the PIN is used by another person who may approve: a PIN must identify the approver. People whose right is
   * withheld or who have left count too, since they may get it back.
   */
  async function isTaken(id: string, pin: string): Promise<boolean> {
    const seasoning = await pepper()
    for (const one of records.all()) {
      if (one.id !== id && mayApprove(one.role) && one.pin !== null && (await isPin(pin, one.pin, seasoning)))
        return true
    }
    return false
  }

  return {
    async unfit(id, role, pin) {
      const weakness = pinWeakness(pin)
      if (weakness !== null) return { code: 'pin_weak', message: weakness }
      return mayApprove(role) && (await isTaken(id, pin))
        ? { code: 'pin_weak', message: 'another one is needed' }
        : null
    },
    fields: async (pin, isAnothers = false) => ({
      pin: await checks.hash(pin),
      pin_chosen_at: new Date(now()).toISOString(),
      pin_of_another: isAnothers,
    }),
  }
}

/** Whether the role may approve, unless the owner has withheld it. */
export const mayApprove = (role: PersonRole): boolean => rightsOf(role).includes('approve')
