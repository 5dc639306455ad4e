import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { ApiKey } from '../../src-shared/api/schemas/api-key.ts'
import type { CursorQuery } from '../../src-shared/api/schemas/common.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { type ApiKeyDocument, noAccount } from '../accounts/documents.ts'
import type { KeyReach } from '../accounts/reach.ts'
import type { Services } from '../services.ts'
import { type Page, readRowPage } from '../store/read-page.ts'
import type { Query, Row, Store } from '../store/store.ts'
import { manages } from './manageable.ts'
import { apiKeyOf } from './view.ts'

type Needed = Pick<Services, 'store' | 'accounts'>
type KeyRow = Row<ApiKeyDocument>

const rowsAtOnce = 200

/** The keys of the tenant that this key may look after, newest first. */
export async function readKeyPage(
  services: Needed,
  own: KeyReach,
  query: CursorQuery,
): Promise<Result<Page<ApiKey>, ServiceError>> {
  const where = [{ column: 'tenant_id', is: '=', value: own.tenant_id }] as const
  const scope = { kind: 'api_key', accountIds: [noAccount], where } as const
  const page = await readRowPage<ApiKeyDocument>(managedOnly(services, own), scope, query)
  return page.ok ? ok({ ...page.value, data: page.value.data.map(apiKeyOf) }) : page
}

/** The store as this key sees it: rows are read on until as many as asked for are its own to look after. */
function managedOnly(services: Needed, own: KeyReach): Pick<Store, 'find' | 'list'> {
  const { store } = services
  return {
    async find<Document>(_: unknown, id: string) {
      const row = await store.find<ApiKeyDocument>('api_key', id)
      const managed = row !== null && (await manages(services, own, row.document))
      return managed ? (row as unknown as Row<Document>) : null
    },
    async list<Document>(_: unknown, query: Query) {
      const backwards = query.before !== undefined
      const found: KeyRow[] = []
      let position: Query = { ...query, limit: rowsAtOnce }
      for (;;) {
        const rows = await store.list<ApiKeyDocument>('api_key', position)
        for (const row of backwards ? [...rows].reverse() : rows) {
          if (found.length < query.limit && (await manages(services, own, row.document))) found.push(row)
        }
        const last = backwards ? rows[0] : rows.at(-1)
        if (found.length >= query.limit || rows.length < rowsAtOnce || last === undefined) break
        position = { ...position, [backwards ? 'before' : 'after']: last }
      }
      if (backwards) found.reverse()
      return found as unknown as Row<Document>[]
    },
  }
}
