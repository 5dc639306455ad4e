import { refuse } from '../../src-shared/api/errors.ts'
import type { ApiKey } from '../../src-shared/api/schemas/api-key.ts'
import { ok } from '../../src-shared/result.ts'
import type { ApiKeyDocument, TenantDocument } from '../accounts/documents.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { apiKeyOf } from './view.ts'

export interface RevokeState {
  readonly key: Row<ApiKeyDocument>
  readonly tenant: Row<TenantDocument>
  /** Whether there is another valid key of the level tenant_admin. */
  readonly anotherAdmin: boolean
}

/**
 * Revokes a key for good; a repeat changes nothing. The last key of the level tenant_admin cannot be revoked, because
 * without it no key could ever be made. Two such keys that revoke each other concurrently both write the tenant's row,
 * so the second one conflicts and is decided again.
 */
export function decideRevoke(
  { key, tenant, anotherAdmin }: RevokeState,
  { now }: DecisionContext,
): DecisionResult<ApiKey> {
  const { document } = key
  if (document.revoked_at !== null) return ok({ writes: [], events: [], reply: apiKeyOf(key) })
  const isAdmin = document.level === 'tenant_admin'
  if (isAdmin && !anotherAdmin) {
    const message =
      'This is the last key of the level tenant_admin; without it, no keys could be created. Create another one first.'
    return refuse('state_conflict', message, { param: 'id' })
  }
  const revoked = nextRow(key, { ...document, revoked_at: now }, now)
  return ok({
    writes: [
      updateOf('api_key', revoked),
      ...(isAdmin ? [updateOf('tenant', nextRow(tenant, tenant.document, now))] : []),
    ],
    events: [],
    reply: apiKeyOf(revoked),
  })
}
