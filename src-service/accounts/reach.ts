import type { AccessLevel, Caller, KeyBounds } from '../caller.ts'
import type { AccountRow, ApiKeyDocument } from './documents.ts'

export type KeyReach = KeyBounds & Pick<ApiKeyDocument, 'tenant_id' | 'level'>

/** The bound that makes a key of this level what it is: without it the key reaches nothing, rather than everything. */
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

/** True when the key reaches all of its tenant, what has no account yet included. */
export const reachesWholeTenant = (key: KeyReach): boolean =>
  isBound(key) && key.account_id === null && key.business_id === null && key.partner_id === null

const within = (bound: string | null, actual: string | null): boolean => bound === null || bound === actual

/** The reach of who calls; null for none at all. */
export function reachOfCaller({ tenantId, level, bounds }: Caller): KeyReach | null {
  if (bounds === undefined && level !== 'tenant_admin') return null
  return { tenant_id: tenantId, level, partner_id: null, business_id: null, account_id: null, ...bounds }
}
