import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { ApiKey } from '../../src-shared/api/schemas/api-key.ts'
import type { CursorQuery } from '../../src-shared/api/schemas/common.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { type ApiKeyDocument, noAccount } from '../accounts/documents.ts'
import type { KeyReach } from '../accounts/reach.ts'
import type { Services } from '../services.ts'
import { filteredRows } from '../store/filtered-rows.ts'
import { type Page, readRowPage } from '../store/read-page.ts'
import { manages } from './manageable.ts'
import { apiKeyOf } from './view.ts'

/** The keys of the tenant that this key may look after, newest first. */
export async function readKeyPage(
  services: Pick<Services, 'store' | 'accounts'>,
  own: KeyReach,
  query: CursorQuery,
): Promise<Result<Page<ApiKey>, ServiceError>> {
  const where = [{ column: 'tenant_id', is: '=', value: own.tenant_id }] as const
  const scope = { kind: 'api_key', accountIds: [noAccount], where } as const
  const managed = filteredRows<ApiKeyDocument>(services.store, 'api_key', ({ document }) =>
    manages(services, own, document),
  )
  const page = await readRowPage<ApiKeyDocument>(managed, scope, query)
  return page.ok ? ok({ ...page.value, data: page.value.data.map(apiKeyOf) }) : page
}
