import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { accountsInReach } from './accounts-in-reach.ts'
import { reachesWholeTenant, reachOfCaller } from './reach.ts'

/**
 * The accounts that a list is of (accounts-in-reach.ts), and the businesses: what happens before a business has an
 * account is the business's own. A key of one account, and a request for one, see nothing of that.
 */
export async function ownersInReach(
  services: Pick<Services, 'accounts'>,
  caller: Caller,
): Promise<readonly string[]> {
  const { accounts } = services
  const accountIds = await accountsInReach(services, caller)
  const own = reachOfCaller(caller)
  if (caller.accountId !== null || own === null || own.account_id !== null) return accountIds
  const business_id = caller.businessId ?? own.business_id
  if (business_id !== null) return [...accountIds, business_id]
  const businesses = new Set<string>()
  for (const { id, document } of await accounts.businessesOfTenant(own.tenant_id)) {
    const isPartners = own.partner_id !== null && document.partner_id === own.partner_id
    if (isPartners || reachesWholeTenant(own)) businesses.add(id)
  }
  for (const id of accountIds) {
    const account = await accounts.account(id)
    if (account !== null) businesses.add(account.document.business_id)
  }
  return [...accountIds, ...businesses]
}
