import type { CallFailure } from '../../src-shared/api/client.ts'
import type { Terminal } from '../../src-shared/api/schemas/terminal.ts'
import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import { isOwnTerminal } from '../../src-shared/pos/terminals/is-own-terminal.ts'
import type { TerminalChoice } from '../../src-shared/pos/terminals/terminal-choice.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { terminalsOf } from '../installer/terminal-list.ts'
import type { ServiceAccess } from './service-access.ts'

/** The state of the counter that asks. */
export interface AskingCounter {
  readonly terminal: TerminalStatus
  readonly usual: string | null
}

/** Maximum time to wait for a terminal's answer, in ms: a slower one cannot be charged on now. */
const patienceMs = 5_000
/** Maximum number of terminals that are asked; for the others the service's list is used. */
const mostAsked = 24

/** The terminals of the shop: those that can be charged on now first, and this counter's usual one first of those. */
export async function terminalChoices(
  access: ServiceAccess,
  { terminal: own, usual }: AskingCounter,
): Promise<Result<readonly TerminalChoice[], CallFailure>> {
  const found = await terminalsOf(access)
  if (!found.ok) return found
  // A registration whose activation code has not been typed yet is not a terminal.
  const paired = found.value.filter((one) => one.connected || one.pending_activation === undefined)
  const choices = await Promise.all(
    paired.map(async (terminal, index): Promise<TerminalChoice> => {
      const { hsn, name } = terminal
      const isAsked = terminal.connected && terminal.held_by === undefined && index < mostAsked
      const state = isOwnTerminal(own, hsn)
        ? stateOfOwn(own)
        : isAsked
          ? await stateOf(access, hsn)
          : stateOfListed(terminal)
      return { hsn, name, usual: usual === hsn, state }
    }),
  )
  return ok(choices.toSorted(inOrder))
}

const stateOfOwn = ({ kind }: TerminalStatus): TerminalChoice['state'] =>
  kind === 'connected' ? 'free' : kind === 'in_use' ? 'busy' : 'unreachable'

/** The state according to the list. */
const stateOfListed = ({ connected, held_by }: Terminal): TerminalChoice['state'] =>
  !connected ? 'unreachable' : held_by === undefined || held_by === null ? 'free' : 'busy'

/** Asks whether any session is open, for a list without the holder. Anything else is found out by charging. */
async function stateOf({ client }: ServiceAccess, hsn: string): Promise<TerminalChoice['state']> {
  const asked = await client.call('terminals.ping', { body: { hsn }, timeoutMs: patienceMs })
  if (!asked.ok) return asked.error.kind === 'refused' ? 'free' : 'unreachable'
  if (asked.value.connected === false) return 'unreachable'
  return asked.value.session_open ? 'busy' : 'free'
}

const order: readonly TerminalChoice['state'][] = ['free', 'busy', 'unreachable']

function inOrder(one: TerminalChoice, other: TerminalChoice): number {
  return (
    order.indexOf(one.state) - order.indexOf(other.state) ||
    Number(other.usual) - Number(one.usual) ||
    one.name.localeCompare(other.name, undefined, { numeric: true })
  )
}
