import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { StaffRole, StaffStatus } from '../../src-shared/pos/staff/staff.ts'
import { pinWeakness } from '../../src-shared/pos/staff/weak-pin.ts'
import type { PinChecks, PinOwner } from './pin-checks.ts'
import type { StaffFile } from './staff-file.ts'

/** The manager's and the installer's PINs in a shop where no people are set up. */
export interface RolePins {
  /** Why this is not the PIN; null when it is. */
  check(role: StaffRole, pin: string): Promise<CommandRefusal | null>
  choose(asked: PosCommandPayload<'staff.choose_pin'>): Promise<CommandRefusal | null>
  /** Gives the manager a new PIN without the former one, which was forgotten. */
  reset(pin: string): Promise<CommandRefusal | null>
  status(): Pick<StaffStatus, 'pins' | 'locked_until' | 'vouches'>
}

export function createRolePins(options: {
  readonly file: StaffFile
  readonly checks: PinChecks
  /**
   * Whether there is something to protect before both PINs are chosen: then choosing the second one needs the first, so
   * that a cashier cannot become manager at a counter that an installer has set up.
   */
  readonly areGuarded: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}): RolePins {
  const { file, checks, areGuarded, now } = options

  const ownerOf = (role: StaffRole): PinOwner => {
    const { pin, wrong } = file.present()[role]
    return {
      key: role,
      wrong: wrong.count,
      candidates: pin === null ? [] : [{ id: role, pin }],
      keep: (count, hashed) =>
        file.change(role, {
          ...file.present()[role],
          wrong: { count, last: now() },
          ...(hashed === undefined ? {} : { pin: hashed.pin }),
        }),
    }
  }

  async function check(role: StaffRole, pin: string): Promise<CommandRefusal | null> {
    if (!file.readable()) return { code: 'failed', message: 'the file of the PINs cannot be read' }
    if (file.present()[role].pin === null) {
      return { code: 'pin_not_chosen', message: `no PIN was chosen for the ${role}` }
    }
    const checked = await checks.check(ownerOf(role), pin)
    return checked.ok ? null : checked.error
  }

  async function keep(role: StaffRole, pin: string): Promise<CommandRefusal | null> {
    const weakness = pinWeakness(pin)
    if (weakness !== null) return { code: 'pin_weak', message: weakness }
    const { chosen_at = new Date(now()).toISOString() } = file.present()[role]
    const wrong = { count: 0, last: now() }
    await file.change(role, { pin: await checks.hash(pin), wrong, chosen_at })
    return null
  }

  /** The role whose PIN must be typed before this role's first PIN is chosen; null: none. */
  function voucherOf(role: StaffRole): StaffRole | null {
    const other = role === 'manager' ? 'installer' : 'manager'
    const isFirst = file.readable() && file.present()[role].pin === null
    return areGuarded && isFirst && file.present()[other].pin !== null ? other : null
  }

  const lockOf = (role: StaffRole): string | null => {
    const ms = checks.lockedMs({ key: role, wrong: file.present()[role].wrong.count })
    return ms === 0 ? null : new Date(now() + ms).toISOString()
  }

  return {
    check,
    async choose({ role, current, pin }) {
      const chosen = file.present()[role].pin !== null || !file.readable()
      const asked = chosen ? role : voucherOf(role)
      if (asked === null) return keep(role, pin)
      if (current === null) return { code: 'pin_wrong', message: `the present PIN of the ${asked} is needed` }
      return (await check(asked, current)) ?? keep(role, pin)
    },
    reset: (pin) => keep('manager', pin),
    status() {
      const { manager, installer } = file.present()
      return {
        pins: {
          manager: manager.pin !== null || !file.readable(),
          installer: installer.pin !== null || !file.readable(),
        },
        locked_until: { manager: lockOf('manager'), installer: lockOf('installer') },
        vouches: { manager: voucherOf('manager'), installer: voucherOf('installer') },
      }
    },
  }
}
