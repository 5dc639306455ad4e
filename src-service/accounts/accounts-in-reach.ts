import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import type { AccountDirectory } from './directory.ts'
import type { AccountRow } from './documents.ts'
import { callerReaches, type KeyReach, reaches, reachOfCaller } from './reach.ts'

/**
 * Returns the accounts that a key reaches, newest first. Accounts of the key's business, of the named one or of the key's
 * partner are looked up by these, because a tenant may have 100,000 others. @param named the id of a business; undefined for all
 */
export async function accountsReached(
  accounts: Pick<
    AccountDirectory,
    'account' | 'accountsOfTenant' | 'accountsOfPartner' | 'accountsOfBusiness'
  >,
  key: KeyReach,
  named: string | undefined,
): Promise<readonly AccountRow[]> {
  if (key.account_id !== null) {
    const account = await accounts.account(key.account_id)
    const isNamed = named === undefined || account?.document.business_id === named
    return account !== null && isNamed && reaches(key, account) ? [account] : []
  }
  const businessId = named ?? key.business_id
  const found =
    businessId !== null
      ? await accounts.accountsOfBusiness(businessId)
      : key.partner_id !== null
        ? await accounts.accountsOfPartner(key.tenant_id, key.partner_id)
        : await accounts.accountsOfTenant(key.tenant_id)
  return found.filter((account) => reaches(key, account))
}

/** Whether a list request of the caller includes the account. */
export async function isInReach(
  { accounts }: Pick<Services, 'accounts'>,
  caller: Caller,
  accountId: string,
): Promise<boolean> {
  if (caller.accountId !== null) return caller.accountId === accountId
  const account = await accounts.account(accountId)
  if (account === null || !callerReaches(caller, account)) return false
  return caller.businessId === undefined || caller.businessId === account.document.business_id
}

/**
 * Returns the accounts that a list request includes: the account that the request names, else every account that the
 * key reaches (section 5), limited to the business that the request names.
 */
export async function accountsInReach(
  services: Pick<Services, 'accounts'>,
  caller: Caller,
): Promise<readonly string[]> {
  const { accountId, businessId } = caller
  if (accountId !== null) return [accountId]
  const key = reachOfCaller(caller)
  if (key === null) return []
  const accounts = await accountsReached(services.accounts, key, businessId)
  return accounts.map((account) => account.id)
}
