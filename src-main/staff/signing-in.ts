import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { fewestPinDigits } from '../../src-shared/pos/staff/pin-length.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Turns } from '../async/in-turn.ts'
import type { Approvers } from './approvers.ts'
import type { People } from './people.ts'
import type { Presence } from './presence.ts'
import type { RolePins } from './role-pins.ts'
import type { TimeClock } from './time-clock.ts'
import type { WhoIsIn } from './who-is-in.ts'

type Done = Result<null, CommandRefusal>

/** Signs roles and people in and out. */
export interface SigningIn {
  enter(asked: PosCommandPayload<'staff.enter'>): Promise<Done>
  choosePin(asked: PosCommandPayload<'staff.choose_pin'>): Promise<Done>
  /** Closes the open role; a person stays signed in. */
  leave(): void
  signIn(asked: PosCommandPayload<'staff.sign_in'>): Promise<Done>
  lock(): Done
}

export function createSigningIn(options: {
  readonly people: Pick<People, 'areSetUp' | 'check'>
  readonly roles: Pick<RolePins, 'check' | 'choose'>
  readonly presence: Pick<Presence, 'enter' | 'close'>
  readonly approvers: Pick<Approvers, 'startAnew'>
  readonly timeClock: Pick<TimeClock, 'read'>
  readonly person: WhoIsIn['person']
  readonly inTurn: Turns['inTurn']
  /** Whether a customer pays or is paid: then the counter does not lock. */
  readonly isBusy: () => boolean
}): SigningIn {
  const { people, roles, presence, approvers, inTurn } = options
  return {
    enter: ({ role, pin }) =>
      inTurn(async () => {
        if (people.areSetUp()) return refuse('not_available', 'people sign in here')
        const refused = await roles.check(role, pin)
        if (refused !== null) return err(refused)
        if (pin.length < fewestPinDigits) {
          return refuse('pin_too_short', `the ${role} has to choose a new PIN`)
        }
        approvers.startAnew()
        presence.enter({ role })
        return ok(null)
      }),
    choosePin: (asked) =>
      inTurn(async () => {
        if (people.areSetUp()) return refuse('not_available', 'people have PINs of their own')
        const refused = await roles.choose(asked)
        if (refused !== null) return err(refused)
        approvers.startAnew()
        presence.enter({ role: asked.role })
        return ok(null)
      }),
    leave() {
      if (options.person() === null) presence.close()
    },
    signIn: ({ person_id, pin }) =>
      inTurn(async () => {
        const refused = await people.check(person_id, pin)
        if (refused !== null) return err(refused)
        await options.timeClock.read()
        approvers.startAnew()
        presence.enter({ person: person_id })
        return ok(null)
      }),
    lock() {
      if (options.isBusy()) return refuse('not_now', 'a sale is under way')
      presence.close()
      return ok(null)
    },
  }
}
