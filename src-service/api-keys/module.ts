import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { apiKeyOperations } from '../../src-shared/api/operations/api-keys.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { ApiKeyDocument, TenantDocument } from '../accounts/documents.ts'
import { type KeyDirectory, makeKey } from '../accounts/keys.ts'
import { namedBusiness } from '../accounts/named-business.ts'
import { type KeyReach, reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import { hashOfSecret } from '../secrets/secret-hash.ts'
import type { ReadingServices, ServiceModule, Services } from '../services.ts'
import { firstRow, insertOf, noAccount } from '../store/row-writes.ts'
import { boundsOfNewKey } from './create-key.ts'
import { readKeyPage } from './key-page.ts'
import { accessOf, makerOf } from './made-by.ts'
import { manages } from './manageable.ts'
import { decideRevoke, type RevokeState } from './revoke-key.ts'
import { apiKeyOf } from './view.ts'

/** Section 5: API keys. */
export function apiKeysModule(
  services: Services,
  keys: Pick<KeyDirectory, 'forget'>,
): ServiceModule<keyof typeof apiKeyOperations> {
  return {
    handlers: {
      'api_keys.create': async ({ caller, body }) => {
        const own = ownReach(caller)
        if (!own.ok) return own
        const named = namedBusiness(body.business_id, caller.businessId)
        if (!named.ok) return named
        const bounds = await boundsOfNewKey(services.accounts, own.value, {
          ...body,
          business_id: named.value,
        })
        if (!bounds.ok) return bounds
        const key = makeKey(body.level)
        const document: ApiKeyDocument = {
          ...{ tenant_id: caller.tenantId, level: body.level, name: body.name, ...bounds.value },
          ...{ hash: hashOfSecret(key), hint: key.slice(-4), revoked_at: null },
          ...(await makerOf(services.store, caller)),
        }
        return runDecision(services, {
          allowedBy: () => accessOf(services.store, caller),
          load: async () => ok(document),
          decide: (loaded, { now, newId }) => {
            const id = newId('api_key')
            const row = firstRow(noAccount, id, loaded, now)
            return ok({
              writes: [insertOf('api_key', row)],
              events: [],
              reply: { ...apiKeyOf(row), key },
            })
          },
        })
      },

      'api_keys.list': async ({ caller, query }) => {
        const own = ownReach(caller)
        if (!own.ok) return own
        const { businessId } = caller
        const narrowed = businessId === undefined ? own.value : { ...own.value, business_id: businessId }
        return readKeyPage(services, narrowed, query)
      },

      'api_keys.revoke': async ({ caller, params }) => {
        const own = ownReach(caller)
        if (!own.ok) return own
        let hash = ''
        const ended = await runDecision(services, {
          load: async () => {
            const state = await loadForRevoke(services, own.value, params.id)
            if (state.ok) hash = state.value.key.document.hash
            return state
          },
          decide: decideRevoke,
        })
        keys.forget(hash)
        return ended
      },
    },
  }
}

function ownReach(caller: Caller): Result<KeyReach, ServiceError> {
  const reach = reachOfCaller(caller)
  return reach === null ? refuse('permission_denied', 'This key cannot access any account.') : ok(reach)
}

async function loadForRevoke(
  services: ReadingServices,
  own: KeyReach,
  id: string,
): Promise<Result<RevokeState, ServiceError>> {
  const { store } = services
  // Read the tenant first: a request that revokes an administrator's key after this read changes the tenant's version.
  const tenant = await store.find<TenantDocument>('tenant', own.tenant_id)
  const key = await store.find<ApiKeyDocument>('api_key', id)
  if (key === null || tenant === null || !(await manages(services, own, key.document))) {
    return refuse('resource_missing', `There is no API key ${id} that this key can access.`, {
      param: 'id',
    })
  }
  return ok({ key, tenant, anotherAdmin: await hasAnotherAdmin(store, key) })
}

async function hasAnotherAdmin(
  store: Services['store'],
  { id, document }: RevokeState['key'],
): Promise<boolean> {
  if (document.level !== 'tenant_admin') return true
  const good = await store.list<ApiKeyDocument>('api_key', {
    account_id: noAccount,
    where: [
      { column: 'tenant_id', is: '=', value: document.tenant_id },
      { column: 'good_admin', is: '=', value: 1 },
    ],
    limit: 2,
  })
  return good.some((key) => key.id !== id)
}
