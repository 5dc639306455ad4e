import { rowsOf } from '../store/rows-of.ts'
import type { Store } from '../store/store.ts'
import type { AccountDocument, AccountRow, BusinessDocument, BusinessRow } from './documents.ts'
import { createKeptLooks } from './kept-looks.ts'

/** Looks accounts up. They are asked for with every request and change rarely, hence kept for a moment. */
export interface AccountDirectory {
  /** Answers at once what it knows, which is nearly always. */
  account(accountId: string): AccountRow | Promise<AccountRow | null>
  accountOfMerchant(merchantId: string): Promise<AccountRow | null>
  /** Every account of a tenant, for keys that reach them all. */
  accountsOfTenant(tenantId: string): Promise<readonly AccountRow[]>
  accountsOfBusiness(businessId: string): Promise<readonly AccountRow[]>
  business(businessId: string): Promise<BusinessRow | null>
  /** Every business of a tenant, those without an account included. */
  businessesOfTenant(tenantId: string): Promise<readonly BusinessRow[]>
  /** Makes a change visible at once in this process. */
  forget(accountId: string): void
}

/** How long another node's change may go unseen, ms. */
const keptForMs = 5_000

/** @param now milliseconds of any steady clock. */
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
