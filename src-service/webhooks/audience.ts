import type { EventFilter } from '../../src-shared/api/schemas/event.ts'
import { isOfOwnPartner, seesBusiness } from '../accounts/business-reach.ts'
import { type KeyReach, reaches } from '../accounts/reach.ts'
import type { Services } from '../services.ts'
import type { OutboxEvent } from '../store/store.ts'
import type { EndpointDocument } from './documents.ts'

/** Whether an endpoint subscribes to events of this type. */
export const asksFor = (filters: readonly EventFilter[], type: string): boolean =>
  filters.some(
    (filter) =>
      filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1))),
  )

/** Returns what an endpoint's bounds reach, in the form of a key's. */
export const reachOfEndpoint = ({
  tenant_id,
  partner_id,
  business_id,
  account_id,
}: EndpointDocument): KeyReach => ({ tenant_id, level: 'read_only', partner_id, business_id, account_id })

/**
 * Returns the ids that an endpoint which may receive events of this account or business can have in `listens_to`
 * (store/endpoint-columns.ts); endpoints are looked up by them. `reachesEvent` decides whether they receive an event.
 */
export async function audienceIds(
  { accounts }: Pick<Services, 'accounts'>,
  accountId: string,
): Promise<readonly string[]> {
  const isBusiness = accountId.startsWith('bus_')
  const owner = isBusiness ? await accounts.business(accountId) : await accounts.account(accountId)
  if (owner === null) return []
  const { tenant_id, partner_id } = owner.document
  const ids = [
    accountId,
    tenant_id,
    partner_id,
    'business_id' in owner.document && owner.document.business_id,
  ]
  return ids.filter((id) => typeof id === 'string')
}

/**
 * Whether the reach covers the event's account or business. Data of a business itself, such as its applications with
 * their owners, is not shown to its accounts.
 */
export async function reachesEvent(
  { accounts }: Pick<Services, 'accounts'>,
  reach: KeyReach,
  { account_id }: Pick<OutboxEvent, 'account_id'>,
): Promise<boolean> {
  if (account_id.startsWith('bus_')) {
    if (reach.account_id !== null || !(await seesBusiness(accounts, reach, account_id))) return false
    return isOfOwnPartner(reach, (await accounts.business(account_id))?.document ?? {})
  }
  const account = await accounts.account(account_id)
  return account !== null && reaches(reach, account)
}
