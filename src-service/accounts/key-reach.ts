import type { Caller } from '../caller.ts'
import type { AccountRow } from './documents.ts'
import { reaches } from './reach.ts'

/** Whether the caller's key reaches an account that was not named in x-account-id, which admission checks. */
export function callerReaches(caller: Caller, account: AccountRow): boolean {
  const { tenantId: tenant_id, level, bounds } = caller
  if (bounds === undefined && level !== 'tenant_admin') return false
  return reaches(
    { tenant_id, level, partner_id: null, business_id: null, account_id: null, ...bounds },
    account,
  )
}
