import type { AccessLevel, Caller, KeyBounds } from '../caller.ts'
import type { AccountRow, ApiKeyDocument } from './documents.ts'

export type KeyReach = KeyBounds & Pick<ApiKeyDocument, 'tenant_id' | 'level'>

/** The bound that a key of each level must have. Without it the key reaches nothing, instead of everything. */
export const boundOfLevel: { readonly [Level in AccessLevel]: keyof KeyBounds | null } = {
  tenant_admin: null,
  partner: 'partner_id',
  business: 'business_id',
  account: 'account_id',
  read_only: null,
  public: null,
}

export const reaches = (key: KeyReach, account: AccountRow): boolean =>
  key.tenant_id === account.document.tenant_id &&
  isBound(key) &&
  within(key.account_id, account.id) &&
  within(key.business_id, account.document.business_id) &&
  within(key.partner_id, account.document.partner_id)

function isBound(key: KeyReach): boolean {
  const bound = boundOfLevel[key.level]
  return bound === null || key[bound] !== null
}

/** Whether the key reaches its whole tenant, including objects that have no account yet. */
export const reachesWholeTenant = (key: KeyReach): boolean =>
  isBound(key) && key.account_id === null && key.business_id === null && key.partner_id === null

const within = (bound: string | null, actual: string | null): boolean => bound === null || bound === actual

/** Returns the reach of the caller; null if it reaches nothing. */
export function reachOfCaller({ tenantId, level, bounds }: Caller): KeyReach | null {
  if (bounds === undefined && level !== 'tenant_admin') return null
  return { tenant_id: tenantId, level, partner_id: null, business_id: null, account_id: null, ...bounds }
}

/** Whether the caller's key reaches an account. Admission checks only the account that is named in x-account-id. */
export function callerReaches(caller: Caller, account: AccountRow): boolean {
  const reach = reachOfCaller(caller)
  return reach !== null && reaches(reach, account)
}
