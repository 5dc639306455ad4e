import type { Caller } from '../caller.ts'
import type { ReadingServices, Services } from '../services.ts'
import type { Condition } from '../store/store.ts'
import { accountsInReach } from './accounts-in-reach.ts'
import { seesBusiness } from './business-reach.ts'
import { reachesWholeTenant, reachOfCaller } from './reach.ts'

/** Whether the caller sees the objects of a business, whichever account they were made with. */
export async function callerSeesBusiness(
  { accounts }: Pick<Services, 'accounts'>,
  caller: Caller,
  businessId: string,
): Promise<boolean> {
  if (caller.businessId !== undefined && caller.businessId !== businessId) return false
  if (caller.accountId !== null) {
    const account = await accounts.account(caller.accountId)
    return account?.document.business_id === businessId
  }
  const own = reachOfCaller(caller)
  return own !== null && (await seesBusiness(accounts, own, businessId))
}

/** Conditions for the caller's businesses. One business or a whole tenant is read by index, several are sorted. */
export async function businessesInReach(
  services: ReadingServices,
  caller: Caller,
): Promise<readonly Condition[]> {
  const key = reachOfCaller(caller)
  const narrowed = caller.accountId !== null || caller.businessId !== undefined
  if (key !== null && !narrowed && reachesWholeTenant(key)) return []
  const ids = await accountsInReach(services, caller)
  const accounts = await Promise.all(ids.map((id) => services.accounts.account(id)))
  const businesses = [...new Set(accounts.flatMap((account) => account?.document.business_id ?? []))]
  const [only] = businesses
  return businesses.length === 1 && only !== undefined
    ? [{ column: 'business_id', is: '=', value: only }]
    : [{ column: 'business_id', is: 'in', value: businesses }]
}
