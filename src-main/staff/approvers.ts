import { commandFacts } from '../../src-shared/pos/command-facts.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { err, ok } from '../../src-shared/result.ts'
import { type Approved, approvedUnless } from './approval.ts'
import type { People } from './people.ts'
import type { RolePins } from './role-pins.ts'

/** Who approves what, by a PIN. */
export interface Approvers {
  /** Whose PIN it is, where it may approve. */
  typed(pin: string | null): Promise<Approved>
  /** Whose PIN it is, where they may approve, and send this command themselves. */
  forCommand(name: PosCommandName, pin: string | null): Promise<Approved>
  /** So many cents go back to a customer: the PIN is needed where they go beyond the limit. */
  forReturn(cents: number, pin: string | null): Promise<Approved>
  /** A PIN was typed to come in, or whoever was in has left: nothing went back since. */
  startAnew(): void
}

/** So much goes back by one typing of the PIN, cents. */
export const returnLimit = 20_000

export function createApprovers(options: {
  readonly people: Pick<People, 'areSetUp' | 'approver' | 'rights'>
  readonly roles: Pick<RolePins, 'check'>
  /** Who is in; null where nobody is set up. */
  readonly person: () => string | null
}): Approvers {
  const { people, roles } = options
  /** Cents that went back since the PIN was typed. */
  let returned = 0

  async function ownerOf(pin: string): Promise<Approved> {
    if (!people.areSetUp()) return approvedUnless(await roles.check('manager', pin))
    const found = await people.approver(pin)
    return found.ok ? ok({ by: found.value }) : found
  }

  const typed = async (pin: string | null): Promise<Approved> =>
    pin === null ? err({ code: 'pin_needed', message: 'somebody who may approves it' }) : ownerOf(pin)

  return {
    typed,
    async forCommand(name, pin) {
      const approved = await typed(pin)
      if (!approved.ok || approved.value.by === null) return approved
      const { right } = commandFacts[name]
      const isTheirs = right === null || people.rights(approved.value.by).includes(right)
      return isTheirs
        ? approved
        : err({ code: 'role_needed', message: `${name} needs the right to ${right}` })
    },
    async forReturn(cents, pin) {
      if (returned + cents <= returnLimit) {
        returned += cents
        return ok({ by: options.person() })
      }
      if (pin === null) return err({ code: 'pin_needed', message: `${returned} + ${cents} cents go back` })
      const approved = await ownerOf(pin)
      // It was typed for this amount, whatever that is.
      if (approved.ok) returned = 0
      return approved
    },
    startAnew() {
      returned = 0
    },
  }
}
