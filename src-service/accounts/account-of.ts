import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import type { Kind } from '../store/store.ts'
import { isInReach } from './accounts-in-reach.ts'

/**
 * The account that a request about one object is of: the one that it names, else the object's own where the key
 * reaches it. @returns '' for no account, in which nothing is found: what is out of reach answers as missing.
 */
export async function accountOf(
  services: Pick<Services, 'store' | 'accounts'>,
  caller: Caller,
  kind: Kind,
  id: string,
): Promise<string> {
  if (caller.accountId !== null) return caller.accountId
  const row = await services.store.find(kind, id)
  return row !== null && (await isInReach(services, caller, row.account_id)) ? row.account_id : ''
}
