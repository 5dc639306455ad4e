import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { accountsInReach } from './accounts-in-reach.ts'
import { isOfOwnPartner } from './business-reach.ts'
import { type KeyReach, reachesWholeTenant, reachOfCaller } from './reach.ts'

/**
 * Returns the accounts that a list includes (accounts-in-reach.ts) and the businesses: objects from before a business
 * has an account belong to the business. A key of one account or a request for one account does not include businesses,
 * and neither does a key of another partner that has an account in the business.
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

/** @param named the only business to include; null for all */
async function businessesOf(
  { accounts }: Pick<Services, 'accounts'>,
  own: KeyReach,
  named: string | null,
): Promise<readonly string[]> {
  if (named !== null) {
    const business = await accounts.business(named)
    return business !== null && isOfOwnPartner(own, business.document) ? [named] : []
  }
  const { tenant_id, partner_id } = own
  const all =
    partner_id !== null
      ? await accounts.businessesOfPartner(tenant_id, partner_id)
      : reachesWholeTenant(own)
        ? await accounts.businessesOfTenant(tenant_id)
        : []
  return all.map(({ id }) => id)
}
