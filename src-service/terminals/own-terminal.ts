import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { notOwned } from './failures.ts'
import type { TerminalDocument, TerminalRow } from './rows.ts'

/**
 * The terminal, when the caller may use it. An hsn that nobody registered and one of another merchant are refused
 * alike: whether it exists elsewhere is not told.
 */
export async function ownTerminal(
  services: Pick<Services, 'store'>,
  caller: Caller,
  hsn: string,
): Promise<Result<TerminalRow, ServiceError>> {
  const row = await services.store.find<TerminalDocument>('terminal', hsn)
  return row !== null && reaches(caller, row.document) ? ok(row) : err(notOwned(hsn))
}

/** A key below tenant level says by x-account-id where it works: what else it reaches is not known here. */
export const reaches = (
  caller: Caller,
  of: { readonly tenant_id: string; readonly account_id: string },
): boolean =>
  of.tenant_id === caller.tenantId &&
  (caller.accountId === null ? caller.level === 'tenant_admin' : caller.accountId === of.account_id)
