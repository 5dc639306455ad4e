import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { accountsInReach } from './accounts-in-reach.ts'
import { isOfOwnPartner } from './business-reach.ts'
import { type KeyReach, reachesWholeTenant, reachOfCaller } from './reach.ts'

/**
 * The accounts that a list is of (accounts-in-reach.ts), and the businesses: what happens before a business has an
 * account is the business's own. A key of one account, and a request for one, see nothing of that; another partner that
 * has an account in a business neither.
 */
export async function ownersInReach(
  services: Pick<Services, 'accounts'>,
  caller: Caller,
): Promise<readonly string[]> {
  const accountIds = await accountsInReach(services, caller)
  const own = reachOfCaller(caller)
  if (caller.accountId !== null || own === null || own.account_id !== null) return accountIds
  return [...accountIds, ...(await businessesOf(services, own, caller.businessId ?? own.business_id))]
}

/** @param named the only one that is meant; null for all */
async function businessesOf(
  { accounts }: Pick<Services, 'accounts'>,
  own: KeyReach,
  named: string | null,
): Promise<readonly string[]> {
  if (named !== null) {
    const business = await accounts.business(named)
    return business !== null && isOfOwnPartner(own, business.document) ? [named] : []
  }
  if (own.partner_id === null && !reachesWholeTenant(own)) return []
  const all = await accounts.businessesOfTenant(own.tenant_id)
  return all.filter(({ document }) => isOfOwnPartner(own, document)).map(({ id }) => id)
}
