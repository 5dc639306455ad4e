import type { KeyBounds } from '../caller.ts'
import type { AccountDirectory } from './directory.ts'
import { type KeyReach, reaches, reachesWholeTenant } from './reach.ts'

type Directory = Pick<AccountDirectory, 'account' | 'business' | 'accountsOfBusiness'>

/**
 * Whether a key sees a business and the objects that belong to it, but not necessarily all of its accounts. A business
 * without accounts is visible to its tenant, its partner, and a key that is bound to it.
 */
export async function seesBusiness(accounts: Directory, key: KeyReach, asked: string): Promise<boolean> {
  const business = await businessOfTenant(accounts, key, asked)
  if (business === null) return false
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

/**
 * Whether a key reaches all of a business, as a key that is bound only to the business does. If the accounts of a
 * business belong to several partners, no key of these partners does.
 */
export async function reachesWholeBusiness(
  accounts: Directory,
  key: KeyReach,
  asked: string,
): Promise<boolean> {
  // Lists check this for each row, so the bounds of the key are checked before any look-up.
  if (key.account_id !== null || (key.business_id !== null && key.business_id !== asked)) return false
  const business = await businessOfTenant(accounts, key, asked)
  if (business === null || !(await seesBusiness(accounts, key, asked))) return false
  if (key.partner_id === null) return true
  const { partner_id: partner = null } = business.document
  const all = await accounts.accountsOfBusiness(asked)
  return (partner ?? key.partner_id) === key.partner_id && all.every((account) => reaches(key, account))
}

/**
 * Whether a key sees the applications and locations that a business's own partner boards there. The result is the same
 * by id and in a list. Another partner that has an account in the business sees none of them.
 */
export const isOfOwnPartner = (
  key: KeyReach,
  { partner_id }: { readonly partner_id?: string | null | undefined },
): boolean => key.partner_id === null || key.account_id !== null || key.partner_id === partner_id

async function businessOfTenant(accounts: Directory, { tenant_id }: KeyReach, asked: string) {
  const business = await accounts.business(asked)
  return business?.document.tenant_id === tenant_id ? business : null
}

/** Checks that the bounds of another key of the tenant are within this key's reach. @returns the bound that is not */
export async function boundBeyond(
  accounts: Directory,
  key: KeyReach,
  bounds: KeyBounds,
): Promise<keyof KeyBounds | 'tenant_id' | null> {
  if (bounds.account_id !== null) {
    const account = await accounts.account(bounds.account_id)
    return account !== null && reaches(key, account) ? null : 'account_id'
  }
  if (bounds.business_id !== null) {
    // A key that is bound to a business and to this key's own partner reaches no account of another partner.
    const isNarrower = bounds.partner_id !== null && bounds.partner_id === key.partner_id
    const isWithin =
      isNarrower && key.account_id === null
        ? await seesBusiness(accounts, key, bounds.business_id)
        : await reachesWholeBusiness(accounts, key, bounds.business_id)
    return isWithin ? null : 'business_id'
  }
  if (reachesWholeTenant(key)) return null
  if (bounds.partner_id === null) return 'tenant_id'
  const samePartner = key.partner_id === bounds.partner_id
  return samePartner && key.business_id === null && key.account_id === null ? null : 'partner_id'
}
