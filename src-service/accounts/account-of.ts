import type { Caller } from '../caller.ts'
import type { ReadingServices } from '../services.ts'
import type { Kind } from '../store/store.ts'
import { isInReach } from './accounts-in-reach.ts'

/**
 * Returns the account of a request about one object: the account that the request names, else the object's own if the
 * key reaches it. @returns '' if it does not: nothing is found in that account, so the object counts as missing.
 */
export async function accountOf(
  services: ReadingServices,
  caller: Caller,
  kind: Kind,
  id: string,
): Promise<string> {
  if (caller.accountId !== null) return caller.accountId
  const row = await services.store.find(kind, id)
  return row !== null && (await isInReach(services, caller, row.account_id)) ? row.account_id : ''
}
