import type { CustomerAccount } from '../../src-shared/api/schemas/customer.ts'
import type { CustomerLink } from '../intents/customer-rules.ts'
import type { Row, Store } from '../store/store.ts'

/** The link that counts between a customer and an account: the newest, for at most one is active. */
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

const noLink: CustomerLink = { linked: false }

/** Section 7: only a customer with an active link may be used. Without a customer nothing is looked up. */
export async function customerLink(
  store: Pick<Store, 'list'>,
  accountId: string,
  customerId: string | null | undefined,
): Promise<CustomerLink> {
  if (customerId === undefined || customerId === null) return noLink
  const link = await newestLink(store, accountId, customerId)
  return link === null ? noLink : { linked: link.document.detached_at === null }
}
