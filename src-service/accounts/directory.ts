import { newestFirst, rowsOf } from '../store/rows-of.ts'
import type { Condition, Row, Store } from '../store/store.ts'
import type { AccountDocument, AccountRow, BusinessDocument, BusinessRow } from './documents.ts'
import { createKeptLooks } from './kept-looks.ts'

/** Looks up accounts. Every request needs one and they rarely change, so they are cached for a short time. */
export interface AccountDirectory {
  /** Returns synchronously if the account is cached, which is nearly always the case. */
  account(accountId: string): AccountRow | Promise<AccountRow | null>
  accountOfMerchant(merchantId: string): Promise<AccountRow | null>
  /** Returns every account of a tenant, for keys that reach them all. */
  accountsOfTenant(tenantId: string): Promise<readonly AccountRow[]>
  /** Newest first. */
  accountsOfPartner(tenantId: string, partnerId: string): Promise<readonly AccountRow[]>
  accountsOfBusiness(businessId: string): Promise<readonly AccountRow[]>
  business(businessId: string): Promise<BusinessRow | null>
  /** Returns every business of a tenant, including those without an account. */
  businessesOfTenant(tenantId: string): Promise<readonly BusinessRow[]>
  /** Newest first. */
  businessesOfPartner(tenantId: string, partnerId: string): Promise<readonly BusinessRow[]>
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
  const all = async <Document>(kind: 'account' | 'business', condition: Condition) => {
    const found: Row<Document>[] = []
    for await (const row of rowsOf<Document>(store, kind, { where: [condition] })) found.push(row)
    return found
  }
  const ofTenant = <Document>(kind: 'account' | 'business', tenantId: string) =>
    all<Document>(kind, { column: 'tenant_id', is: '=', value: tenantId })
  const ofPartner = async <Document extends Owned>(
    kind: 'account' | 'business',
    tenantId: string,
    partnerId: string,
  ) => {
    const isTheirs = ({ document }: Row<Document>) =>
      document.partner_id === partnerId && document.tenant_id === tenantId
    const found = [
      // Rows written by a node of the previous version, which does not store the partner. One that is rewritten between
      // the two looks is found twice.
      ...(await all<Document>(kind, { column: 'partner', is: 'null' })),
      ...(await all<Document>(kind, { column: 'partner', is: '=', value: partnerId })),
    ]
    const theirs = new Map(found.filter(isTheirs).map((row) => [row.id, row]))
    return [...theirs.values()].sort(newestFirst)
  }
  return {
    account: (accountId) => looks.at(accountId),
    async accountOfMerchant(merchantId) {
      const where = [{ column: 'merchant_id', is: '=', value: merchantId }] as const
      const [row] = await store.list<AccountDocument>('account', { where, limit: 1 })
      return row ?? null
    },
    accountsOfTenant: (tenantId) => ofTenant<AccountDocument>('account', tenantId),
    accountsOfPartner: (tenantId, partnerId) => ofPartner<AccountDocument>('account', tenantId, partnerId),
    accountsOfBusiness: (businessId) =>
      all<AccountDocument>('account', { column: 'business_id', is: '=', value: businessId }),
    business: (businessId) => store.find<BusinessDocument>('business', businessId),
    businessesOfTenant: (tenantId) => ofTenant<BusinessDocument>('business', tenantId),
    businessesOfPartner: (tenantId, partnerId) =>
      ofPartner<BusinessDocument>('business', tenantId, partnerId),
    forget: (accountId) => looks.forget(accountId),
  }
}

type Owned = Pick<BusinessDocument, 'tenant_id' | 'partner_id'>
