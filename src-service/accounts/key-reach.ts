import type { Caller } from '../caller.ts'
import type { Store } from '../store/store.ts'
import type { AccountRow, ApiKeyDocument } from './documents.ts'
import { reaches } from './reach.ts'

/** Whether the caller's key reaches an account that was not named in x-account-id, which admission checks. */
export async function keyReaches(
  store: Pick<Store, 'find'>,
  caller: Caller,
  account: AccountRow,
): Promise<boolean> {
  if (caller.tenantId !== account.document.tenant_id) return false
  if (caller.level === 'tenant_admin') return true
  const key = await store.find<ApiKeyDocument>('api_key', caller.keyId)
  // A key that is kept nowhere was made for this launch, and reaches the whole tenant.
  return key === null || reaches(key.document, account)
}
