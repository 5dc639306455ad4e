import type { CustomerAccount } from '../../src-shared/api/schemas/customer.ts'
import type { CustomerLink } from '../intents/customer-rules.ts'
import type { Row, Store, Wanted } from '../store/store.ts'

/** Returns the current link between a customer and an account: the newest, because at most one is active. */
export async function newestLink(
  store: Pick<Store, 'list'>,
  accountId: string,
  customerId: string,
): Promise<Row<CustomerAccount> | null> {
  const where = [{ column: 'customer_id', is: '=', value: customerId }] as const
  const [row] = await store.list<CustomerAccount>('customer_account', {
    account_id: accountId,
    where,
    limit: 1,
  })
  return row ?? null
}

export const noLink: CustomerLink = { linked: false }

/** Section 7: only a customer with an active link may be used. Does not read the store without a customer. */
export async function customerLink(
  store: Pick<Store, 'list'>,
  accountId: string,
  customerId: string | null | undefined,
): Promise<CustomerLink> {
  if (customerId === undefined || customerId === null) return noLink
  return linkOf(await newestLink(store, accountId, customerId))
}

/** @param newest null if there is none */
export const linkOf = (newest: Row<CustomerAccount> | null): CustomerLink =>
  newest === null ? noLink : { linked: newest.document.detached_at === null }

/** Returns the query for the link to a customer. */
export const wantedLink = (accountId: string, is: Wanted['is']): Wanted => ({
  ...{ kind: 'customer_account', accountId, by: 'customer_id', is },
})
