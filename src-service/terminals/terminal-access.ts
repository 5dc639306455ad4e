import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { callerReaches } from '../accounts/key-reach.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { isCredentialOf } from './activation/greet.ts'
import { codesOf, openCodes } from './activation/registrations.ts'
import type { Links } from './link/links.ts'
import { closeCodes } from './link/socket.ts'
import { isHeld, type TerminalDocument, type TerminalRow } from './rows.ts'
import type { TerminalContext } from './terminal-context.ts'
import { notActivated, notOwned } from './terminal-errors.ts'

/**
 * The terminal, when the caller may use it. An hsn that nobody holds and one of another merchant are refused alike:
 * whether it exists elsewhere is not revealed.
 */
export async function ownTerminal(
  services: Pick<Services, 'store' | 'accounts' | 'clock'>,
  caller: Caller,
  hsn: string,
): Promise<Result<TerminalRow, ServiceError>> {
  const row = await services.store.find<TerminalDocument>('terminal', hsn)
  if (row !== null && isHeld(row) && (await reachesAccount(services, caller, row.document))) return ok(row)
  const codes = openCodes(await codesOf(services, hsn), row, services.clock.verified())
  for (const { document } of codes) {
    if (await reachesAccount(services, caller, document)) return err(notActivated(hsn))
  }
  return err(notOwned(hsn))
}

/**
 * Whether this node has the terminal's link. One that was opened by a key that is void by now is ended: its hello was
 * read before another account claimed the terminal, or another node let it go.
 */
export function isLinkedNow(
  services: Pick<Services, 'vault'> & { readonly links: Pick<Links, 'credentialOf' | 'drop'> },
  terminal: TerminalRow,
): boolean {
  const credential = services.links.credentialOf(terminal.id)
  if (credential === null) return false
  if (isCredentialOf(services, terminal, credential)) return true
  // The terminal dials again, and learns then what became of its key.
  services.links.drop(terminal.id, closeCodes.goingAway, 'this terminal was activated or released elsewhere')
  return false
}

/** Whether any node that is alive has the terminal's link. */
export const isConnected = async (
  { links, linksOfNodes }: Pick<TerminalContext, 'links' | 'linksOfNodes'>,
  hsn: string,
): Promise<boolean> => links.isLinked(hsn) || (await linksOfNodes.holderOf(hsn)) !== null

/** The account that x-account-id names (or the key is bound to), or without one any in the key's reach. */
export async function reachesAccount(
  { accounts }: Pick<Services, 'accounts'>,
  caller: Caller,
  of: { readonly tenant_id: string; readonly account_id: string },
): Promise<boolean> {
  if (of.tenant_id !== caller.tenantId) return false
  if (caller.accountId !== null) return caller.accountId === of.account_id
  const account = await accounts.account(of.account_id)
  return account !== null && callerReaches(caller, account)
}
