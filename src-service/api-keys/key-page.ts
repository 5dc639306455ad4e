import type { z } from 'zod'
import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { ApiKey, listApiKeysQuerySchema } from '../../src-shared/api/schemas/api-key.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { ApiKeyDocument } from '../accounts/documents.ts'
import { withinItsMaker } from '../accounts/keys.ts'
import type { KeyReach } from '../accounts/reach.ts'
import { createSharedLooks } from '../accounts/shared-looks.ts'
import type { ReadingServices } from '../services.ts'
import { filteredRows } from '../store/filtered-rows.ts'
import { type Page, readRowPage } from '../store/read-page.ts'
import { noAccount } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { UserDocument } from '../users/documents.ts'
import { withKeysOf } from './made-by.ts'
import { manages } from './manageable.ts'
import { apiKeyOf } from './view.ts'

/** Lists the keys of the tenant that this key may manage, newest first. */
export async function readKeyPage(
  services: ReadingServices,
  own: KeyReach,
  { made_by, made_with, ...query }: z.infer<typeof listApiKeysQuerySchema>,
): Promise<Result<Page<ApiKey>, ServiceError>> {
  const where = [{ column: 'tenant_id', is: '=', value: own.tenant_id }] as const
  const scope = { kind: 'api_key', accountIds: [noAccount], where } as const
  const isAsked = ({ document }: Row<ApiKeyDocument>) =>
    (made_by === undefined || document.made_by === made_by) &&
    (made_with === undefined || document.made_with === made_with)
  const managed = filteredRows<ApiKeyDocument>(
    made_by === undefined ? services.store : withKeysOf(services.store, made_by),
    'api_key',
    async (row) => isAsked(row) && manages(services, own, row.document),
  )
  const page = await readRowPage<ApiKeyDocument>(managed, scope, query)
  if (!page.ok) return page
  const users = createSharedLooks((id) => services.store.get<UserDocument>('user', own.tenant_id, id))
  const seen = page.value.data.map(async (key) =>
    apiKeyOf({ ...key, document: await withinItsMaker(key.document, users.at) }),
  )
  return ok({ ...page.value, data: await Promise.all(seen) })
}
