import { type ApiKeyDocument, noAccount } from '../accounts/documents.ts'
import type { Caller } from '../caller.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'

/** The user behind who calls: who is signed in, or whoever made the key, however many keys are in between. */
export async function userBehind(
  store: Pick<Store, 'find'>,
  { session, keyId }: Caller,
): Promise<string | null> {
  if (session !== undefined) return session.user_id
  const key = await store.find<ApiKeyDocument>('api_key', keyId)
  return key?.document.made_by ?? null
}

/** The keys of a user that are good still. */
export async function goodKeysOf(
  store: Pick<Store, 'list'>,
  tenantId: string,
  userId: string,
): Promise<readonly Row<ApiKeyDocument>[]> {
  const keys: Row<ApiKeyDocument>[] = []
  const where = [{ column: 'tenant_id', is: '=', value: tenantId }] as const
  for await (const key of rowsOf<ApiKeyDocument>(store, 'api_key', { account_id: noAccount, where })) {
    if (key.document.made_by === userId && key.document.revoked_at === null) keys.push(key)
  }
  return keys
}
