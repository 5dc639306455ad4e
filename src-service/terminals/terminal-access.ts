import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { callerReaches } from '../accounts/key-reach.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { codesOf, openCodes } from './activation/registrations.ts'
import { isHeld, type TerminalDocument, type TerminalRow } from './rows.ts'
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
  const codes = openCodes(await codesOf(services, hsn), row, services.clock.now())
  for (const { document } of codes) {
    if (await reachesAccount(services, caller, document)) return err(notActivated(hsn))
  }
  return err(notOwned(hsn))
}

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
