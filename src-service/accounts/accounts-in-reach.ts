import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { reaches, reachOfCaller } from './reach.ts'

/**
 * The accounts a list is of: the one the request names, else every account that the key reaches (section 5), or of
 * those the ones of the business that the request names.
 */
export async function accountsInReach(
  services: Pick<Services, 'accounts'>,
  caller: Caller,
): Promise<readonly string[]> {
  const { accountId, businessId, tenantId } = caller
  if (accountId !== null) return [accountId]
  const key = reachOfCaller(caller)
  if (key === null) return []
  const accounts = await services.accounts.accountsOfTenant(tenantId)
  return accounts
    .filter((account) => reaches(key, account))
    .filter((account) => businessId === undefined || account.document.business_id === businessId)
    .map((account) => account.id)
}
