import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { callerReaches } from '../accounts/reach.ts'
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
 * Returns the terminal if the caller may use it. A free hsn and one of another merchant are refused in the same way, so
 * that its existence is not revealed.
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
  // It may have joined between the two reads: then its code is used up, and it has an owner.
  const now = await services.store.find<TerminalDocument>('terminal', hsn)
  return now?.version === row?.version ? err(notOwned(hsn)) : ownTerminal(services, caller, hsn)
}

/**
 * Whether this node has the terminal's link. Closes a link that was opened with a key that is now void: its hello was
 * read before another account claimed the terminal, or another node released it.
 */
export function isLinkedNow(
  services: Pick<Services, 'vault'> & { readonly links: Pick<Links, 'credentialOf' | 'drop'> },
  terminal: TerminalRow,
): boolean {
  const credential = services.links.credentialOf(terminal.id)
  if (credential === null) return false
  if (isCredentialOf(services, terminal, credential)) return true
  // The terminal reconnects, and then learns what happened to its key.
  services.links.drop(terminal.id, closeCodes.goingAway, 'this terminal was activated or released elsewhere')
  return false
}

/** Whether any live node has the terminal's link. */
export const isConnected = async (
  { links, linksOfNodes }: Pick<TerminalContext, 'links' | 'linksOfNodes'>,
  hsn: string,
): Promise<boolean> => links.isLinked(hsn) || (await linksOfNodes.holderOf(hsn)) !== null

/**
 * Whether the caller reaches the account: the one named in x-account-id or bound to the key, or without one any account
 * in the key's reach.
 */
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
