import { rowsOf } from '../store/rows-of.ts'
import type { Store } from '../store/store.ts'
import type { AccountDocument, AccountRow, BusinessDocument, BusinessRow } from './documents.ts'
import { createKeptLooks } from './kept-looks.ts'

/** Looks up accounts. Every request needs one and they rarely change, so they are cached for a short time. */
export interface AccountDirectory {
  /** Returns synchronously if the account is cached, which is nearly always the case. */
  account(accountId: string): AccountRow | Promise<AccountRow | null>
  accountOfMerchant(merchantId: string): Promise<AccountRow | null>
  /** Returns every account of a tenant, for keys that reach them all. */
  accountsOfTenant(tenantId: string): Promise<readonly AccountRow[]>
  accountsOfBusiness(businessId: string): Promise<readonly AccountRow[]>
  business(businessId: string): Promise<BusinessRow | null>
  /** Returns every business of a tenant, including those without an account. */
  businessesOfTenant(tenantId: string): Promise<readonly BusinessRow[]>
  /** Drops the cached account, so that this process sees a change at once. */
  forget(accountId: string): void
}

/** Maximum time until a change by another node is seen, in ms. */
const keptForMs = 5_000

/** @param now ms of any monotonic clock. */
export function createAccountDirectory(store: Store, now: () => number): AccountDirectory {
  const looks = createKeptLooks<AccountRow>({
    read: (accountId) => store.find<AccountDocument>('account', accountId),
    keptForMs,
    now,
  })
  const accountsWhere = async (column: 'tenant_id' | 'business_id', value: string) => {
    const all: AccountRow[] = []
    const where = [{ column, is: '=', value }] as const
    for await (const row of rowsOf<AccountDocument>(store, 'account', { where })) all.push(row)
    return all
  }
  return {
    account: (accountId) => looks.at(accountId),
    async accountOfMerchant(merchantId) {
      const where = [{ column: 'merchant_id', is: '=', value: merchantId }] as const
      const [row] = await store.list<AccountDocument>('account', { where, limit: 1 })
      return row ?? null
    },
    accountsOfTenant: (tenantId) => accountsWhere('tenant_id', tenantId),
    accountsOfBusiness: (businessId) => accountsWhere('business_id', businessId),
    business: (businessId) => store.find<BusinessDocument>('business', businessId),
    async businessesOfTenant(tenantId) {
      const where = [{ column: 'tenant_id', is: '=', value: tenantId }] as const
      const all: BusinessRow[] = []
      for await (const row of rowsOf<BusinessDocument>(store, 'business', { where })) all.push(row)
      return all
    },
    forget: (accountId) => looks.forget(accountId),
  }
}
