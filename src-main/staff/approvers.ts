import { commandFacts } from '../../src-shared/pos/command-facts.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { ok } from '../../src-shared/result.ts'
import { type Approved, approvedUnless } from './approval.ts'
import type { People } from './people.ts'
import type { RolePins } from './role-pins.ts'

/** Approves steps by a PIN. */
export interface Approvers {
  /** Returns the owner of the PIN, if that person may approve. */
  typed(pin: string | null): Promise<Approved>
  /** Returns the owner of the PIN, if that person may approve and may send this command. */
  forCommand(name: PosCommandName, pin: string | null): Promise<Approved>
  /** Approves that `cents` go back to a customer: a PIN is needed beyond the limit. */
  forReturn(cents: number, pin: string | null): Promise<Approved>
  /** Resets the returned sum, when a PIN was typed to sign in, or the signed-in person has left. */
  startAnew(): void
}

/** Maximum amount given back per typed PIN, in cents. */
export const returnLimit = 20_000

export function createApprovers(options: {
  readonly people: Pick<People, 'areSetUp' | 'approver' | 'rights'>
  readonly roles: Pick<RolePins, 'check'>
  /** The signed-in person; null where no people are set up. */
  readonly person: () => string | null
}): Approvers {
  const { people, roles } = options
  /** Cents given back since the PIN was typed. */
  let returned = 0

  async function ownerOf(pin: string): Promise<Approved> {
    if (!people.areSetUp()) return approvedUnless(await roles.check('manager', pin))
    const found = await people.approver(pin)
    return found.ok ? ok({ by: found.value }) : found
  }

  const typed = async (pin: string | null): Promise<Approved> =>
    pin === null ? refuse('pin_needed', 'a person with the right has to approve it') : ownerOf(pin)

  return {
    typed,
    async forCommand(name, pin) {
      const approved = await typed(pin)
      if (!approved.ok || approved.value.by === null) return approved
      const { right } = commandFacts[name]
      const isTheirs = right === null || people.rights(approved.value.by).includes(right)
      return isTheirs ? approved : refuse('role_needed', `${name} needs the right to ${right}`)
    },
    async forReturn(cents, pin) {
      if (returned + cents <= returnLimit) {
        returned += cents
        return ok({ by: options.person() })
      }
      if (pin === null) return refuse('pin_needed', `${returned} + ${cents} cents go back: a PIN is needed`)
      const approved = await ownerOf(pin)
      // The PIN was typed for this amount: the sum starts again, whatever the amount is.
      if (approved.ok) returned = 0
      return approved
    },
    startAnew() {
      returned = 0
    },
  }
}
