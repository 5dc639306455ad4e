import type { KeyBounds } from '../caller.ts'
import type { AccountDirectory } from './directory.ts'
import { type KeyReach, reaches, reachesWholeTenant } from './reach.ts'

/** A business without accounts is within the reach of its tenant, its partner, and of a key that is bound to it. */
export async function reachesBusiness(
  accounts: Pick<AccountDirectory, 'account' | 'business' | 'accountsOfBusiness'>,
  key: KeyReach,
  asked: string,
): Promise<boolean> {
  const business = await accounts.business(asked)
  if (business === null || business.document.tenant_id !== key.tenant_id) return false
  if (reachesWholeTenant(key)) return true
  if (key.account_id !== null) {
    const account = await accounts.account(key.account_id)
    return account !== null && reaches(key, account) && account.document.business_id === asked
  }
  if (key.business_id !== null) return key.business_id === asked
  if (key.partner_id !== null && business.document.partner_id === key.partner_id) return true
  const all = await accounts.accountsOfBusiness(asked)
  return all.some((account) => reaches(key, account))
}

/** Whether all that another key of the tenant is narrowed to is within this key's reach. @returns what is not */
export async function boundBeyond(
  accounts: Pick<AccountDirectory, 'account' | 'business' | 'accountsOfBusiness'>,
  key: KeyReach,
  bounds: KeyBounds,
): Promise<keyof KeyBounds | 'tenant_id' | null> {
  if (bounds.account_id !== null) {
    const account = await accounts.account(bounds.account_id)
    return account !== null && reaches(key, account) ? null : 'account_id'
  }
  if (bounds.business_id !== null) {
    return (await reachesBusiness(accounts, key, bounds.business_id)) ? null : 'business_id'
  }
  if (reachesWholeTenant(key)) return null
  if (bounds.partner_id === null) return 'tenant_id'
  const samePartner = key.partner_id === bounds.partner_id
  return samePartner && key.business_id === null && key.account_id === null ? null : 'partner_id'
}
