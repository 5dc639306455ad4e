import type { CallFailure, Client } from '../../src-shared/api/client.ts'
import type { AccountChoice } from '../../src-shared/pos/installer-tools/service-commands.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { pagesUntil } from '../service-calls/pages.ts'
import { accountIdSchema } from './stored-service.ts'

export interface AccountsOfKey {
  readonly accounts: readonly AccountChoice[]
  /** Whether there are further accounts that were not read. */
  readonly more: boolean
  /** Whether the key reaches no account at all, not even one that cannot charge. */
  readonly none: boolean
}

const timeoutMs = 10_000
/** The key of a large merchant may reach more accounts than a person can choose from. */
const most = 400
const areEnough = (found: readonly unknown[]): boolean => found.length >= most

/** The accounts that a key reaches and that can charge, by name, with the names of their locations. */
export async function accountsOfKey(client: Client): Promise<Result<AccountsOfKey, CallFailure>> {
  const found = await pagesUntil(areEnough, (query) => client.call('accounts.list', { query, timeoutMs }))
  if (!found.ok) return found
  const boarded = found.value.rows.filter(
    // The account's id becomes part of file names here.
    ({ id, status }) => status === 'boarded' && accountIdSchema.safeParse(id).success,
  )
  const hasLocations = boarded.some(({ location_id }) => location_id !== null)
  // The location is only shown: without it the accounts can still be chosen.
  const locations = hasLocations
    ? await pagesUntil(areEnough, (query) => client.call('locations.list', { query, timeoutMs }))
    : null
  const names = new Map(locations?.ok ? locations.value.rows.map(({ id, name }) => [id, name]) : [])
  const accounts = boarded.map(({ id, name, company, location_id }) => ({
    id,
    name: company?.dba_name || name,
    location: names.get(location_id ?? '') ?? null,
  }))
  const byName = (one: AccountChoice, other: AccountChoice) =>
    one.name.localeCompare(other.name, undefined, { numeric: true })
  return ok({
    accounts: accounts.toSorted(byName),
    more: found.value.next !== null,
    none: found.value.rows.length === 0,
  })
}
