import type { EventFilter } from '../../src-shared/api/schemas/event.ts'
import { isOfOwnPartner, seesBusiness } from '../accounts/business-reach.ts'
import { type KeyReach, reaches } from '../accounts/reach.ts'
import type { Services } from '../services.ts'
import type { OutboxEvent } from '../store/store.ts'
import type { EndpointDocument } from './documents.ts'

/** Whether an endpoint asks for events of this type. */
export const asksFor = (filters: readonly EventFilter[], type: string): boolean =>
  filters.some(
    (filter) =>
      filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1))),
  )

/** What an endpoint's bounds reach, as a key's do. */
export const reachOfEndpoint = ({
  tenant_id,
  partner_id,
  business_id,
  account_id,
}: EndpointDocument): KeyReach => ({ tenant_id, level: 'read_only', partner_id, business_id, account_id })

/**
 * Whose narrowest bound may cover an event of this account or business: the ids by which those who listen to it are looked up
 * (`listens_to`, store/endpoint-columns.ts). Whether they get it is for `reachesEvent` to say.
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
 * Whether an event is of an account, or of a business, that the reach covers. What is a business's own, such as its
 * applications with their owners, is not shown to one of its accounts.
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
