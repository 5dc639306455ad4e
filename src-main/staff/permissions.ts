import { commandFacts } from '../../src-shared/pos/command-facts.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import type { Right } from '../../src-shared/pos/staff/rights.ts'
import { ok } from '../../src-shared/result.ts'
import type { Turns } from '../async/in-turn.ts'
import type { Approved } from './approval.ts'
import type { Approvers } from './approvers.ts'
import type { CommandSender } from './command-sender.ts'
import type { People } from './people.ts'
import type { Presence } from './presence.ts'
import type { WhoIsIn } from './who-is-in.ts'

/** What may be done at the counter now, by right or by approval. */
export interface Permissions {
  /** Why this command may not run now; null when it may. A page's command does not prove that a person is there. */
  refusal(name: PosCommandName): CommandRefusal | null
  /**
   * Why `cents` may not go back to a customer now; null when they may. Up to a limit the PIN typed to sign in is
   * enough; beyond it a PIN is typed again, so that a page alone cannot send more than that.
   */
  mayReturn(cents: number, pin: string | null): Promise<CommandRefusal | null>
  /**
   * Whether a person with the right has approved the cashier's next step: by a PIN typed for it, or because they are
   * signed in themselves. Names the approver.
   */
  approve(pin: string | null): Promise<Approved>
  /**
   * Like `approve`, for `cents` that go back to a customer. Amounts that pass without a typed PIN are counted as in
   * `mayReturn`; beyond its limit a PIN is typed.
   */
  approveReturn(cents: number, pin: string | null): Promise<Approved>
  /** Whether the PIN belongs to a person who may send this command and approve. Names that person. */
  approveCommand(name: PosCommandName, pin: string | null): Promise<Approved>
}

export function createPermissions({
  people,
  presence,
  whoIsIn,
  approvers,
  sender,
  inTurn,
}: {
  readonly people: Pick<People, 'areSetUp'>
  readonly presence: Pick<Presence, 'closeWhenOver'>
  readonly whoIsIn: Pick<WhoIsIn, 'person' | 'rights'>
  readonly approvers: Approvers
  readonly sender: Pick<CommandSender, 'isIn'>
  readonly inTurn: Turns['inTurn']
}): Permissions & { readonly may: (right: Right) => boolean } {
  /** The sender must not get the rights of another person who has signed in since. */
  const may = (right: Right): boolean => {
    presence.closeWhenOver()
    return sender.isIn() && whoIsIn.rights().includes(right)
  }

  return {
    may,
    refusal(name) {
      const { right } = commandFacts[name]
      presence.closeWhenOver()
      if (right === null || whoIsIn.rights().includes(right)) return null
      const signedOut = people.areSetUp() && whoIsIn.person() === null
      const code = signedOut ? 'sign_in_needed' : 'role_needed'
      return { code, message: `${name} needs the right to ${right}` }
    },
    mayReturn: (cents, pin) =>
      inTurn(async () => {
        if (!may('change_payments'))
          return { code: 'role_needed', message: 'only a manager sends money back' }
        const approved = await approvers.forReturn(cents, pin)
        return approved.ok ? null : approved.error
      }),
    approve: (pin) =>
      inTurn(async () => (may('approve') ? ok({ by: whoIsIn.person() }) : approvers.typed(pin))),
    approveCommand: (name, pin) => inTurn(() => approvers.forCommand(name, pin)),
    approveReturn: (cents, pin) =>
      inTurn(() => (may('approve') ? approvers.forReturn(cents, pin) : approvers.typed(pin))),
  }
}
