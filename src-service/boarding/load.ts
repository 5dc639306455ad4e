import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { Location } from '../../src-shared/api/schemas/location.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { isOfOwnPartner, seesBusiness } from '../accounts/business-reach.ts'
import type { AccountRow, BusinessRow } from '../accounts/documents.ts'
import { callerReaches, reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices } from '../services.ts'
import { equal } from '../store/filters.ts'
import type { Condition, Row } from '../store/store.ts'

/** An object out of the key's reach gets the same error as a missing one (section 5, point 6). */
const missing = (what: string, id: string, param: string) =>
  refuse('resource_missing', `There is no ${what} ${id} that this key can access.`, { param })

/** A stored location. */
export interface LocationDocument extends Location {
  readonly partner_id: string | null
}

async function callerSees(
  { accounts }: ReadingServices,
  caller: Caller,
  businessId: string,
): Promise<boolean> {
  const key = reachOfCaller(caller)
  return key !== null && (await seesBusiness(accounts, key, businessId))
}

export async function loadBusiness(
  services: ReadingServices,
  caller: Caller,
  id: string,
  param = 'id',
): Promise<Result<BusinessRow, ServiceError>> {
  const business = (await callerSees(services, caller, id)) ? await services.accounts.business(id) : null
  return business === null ? missing('business', id, param) : ok(business)
}

/**
 * Loads a business in which an application or location is created. Only the business's own partner may create and see
 * them: another partner that has an account there could not find them again.
 */
export async function loadBusinessToBoard(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<BusinessRow, ServiceError>> {
  const business = await loadBusiness(services, caller, id, 'business_id')
  const key = reachOfCaller(caller)
  if (!business.ok || (key !== null && isOfOwnPartner(key, business.value.document))) return business
  const message = `Business ${id} was boarded by another partner or by the tenant. Only they can create applications and locations for it.`
  return refuse('permission_denied', message, { param: 'business_id' })
}

export async function loadLocation(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<Row<LocationDocument>, ServiceError>> {
  const row = await services.store.get<LocationDocument>('location', caller.tenantId, id)
  const key = reachOfCaller(caller)
  const seen =
    row !== null &&
    key !== null &&
    isOfOwnPartner(key, row.document) &&
    (await seesBusiness(services.accounts, key, row.document.business_id))
  return seen ? ok(row) : missing('location', id, 'id')
}

export async function loadAccount(
  { store }: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<AccountRow, ServiceError>> {
  // Read from the store, not the cache: a change needs the newest version.
  const account: AccountRow | null = await store.find('account', id)
  return account !== null && callerReaches(caller, account) ? ok(account) : missing('account', id, 'id')
}

/** Returns the conditions for the rows of businesses that this caller sees; null if it sees none. */
export async function withinReach(
  { accounts }: ReadingServices,
  caller: Caller,
): Promise<readonly Condition[] | null> {
  const key = reachOfCaller(caller)
  if (key === null) return null
  const account = key.account_id === null ? null : await accounts.account(key.account_id)
  if (key.account_id !== null && account === null) return null
  return [
    ...equal({ business_id: account?.document.business_id }),
    ...equal({ business_id: key.business_id }),
    ...equal({ business_id: caller.businessId }),
    ...equal({ partner_id: account === null ? key.partner_id : null }),
  ]
}
