import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { WebhookEndpoint } from '../../src-shared/api/schemas/webhook-endpoint.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { namedBusiness } from '../accounts/named-business.ts'
import { boundsOfNewKey } from '../api-keys/create-key.ts'
import { accessOf, makerOf } from '../api-keys/made-by.ts'
import type { KeyBounds } from '../caller.ts'
import { runDecision } from '../commit.ts'
import type { HandlersOf } from '../http/handler.ts'
import type { ReadingServices, Services } from '../services.ts'
import { endpointColumns } from '../store/endpoint-columns.ts'
import { filteredRows } from '../store/filtered-rows.ts'
import { readRowPage, showPage } from '../store/read-page.ts'
import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Write } from '../store/store.ts'
import { type EndpointDocument, type EndpointRow, endpointView, secretPurpose } from './documents.ts'
import { newSecret, refuseUrl, updatedEndpoint } from './endpoint-rules.ts'
import { inReach, loadEndpoint, reachOf } from './load-endpoint.ts'

/** Maximum number per owner: more are a mistake, and each costs one delivery per event. */
const mostEndpoints = 16

type EndpointOperation = `webhook_endpoints.${'create' | 'list' | 'get' | 'update' | 'delete'}`

export function endpointHandlers(services: Services, allowPrivate: boolean): HandlersOf<EndpointOperation> {
  const { store, clock, vault, newId } = services
  return {
    'webhook_endpoints.create': async ({ caller, body }) => {
      const own = reachOf(caller)
      if (own === null) return err(reachesNothing())
      const { url, description = null, event_types = ['*'], ...named } = body
      const refusal = refuseUrl(url, allowPrivate)
      if (!refusal.ok) return refusal
      // Checked like a read-only key: its bounds may be of any kind within the caller's reach.
      const business = namedBusiness(named.business_id, caller.businessId)
      if (!business.ok) return business
      const bound = { ...named, business_id: business.value }
      const key = { level: 'read_only', name: 'webhook endpoint', ...bound } as const
      const bounds = await boundsOfNewKey(services.accounts, own, key)
      if (!bounds.ok) return bounds
      const id = newId('webhook_endpoint')
      const secret = newSecret()
      const document: EndpointDocument = {
        ...{ tenant_id: own.tenant_id, ...bounds.value, url, description, event_types },
        ...{ status: 'enabled', disabled_reason: null, failing_since: null },
        ...{ secret: vault.sealText(secret, secretPurpose(id)), previous_secret: null },
        ...(await makerOf(store, caller)),
      }
      return runDecision<Write, WebhookEndpoint>(services, {
        allowedBy: () => accessOf(store, caller),
        load: () => loadForNewEndpoint(services, document),
        decide(guard, { now }) {
          const row = firstRow(noAccount, id, document, now)
          return ok({
            writes: [insertOf('webhook_endpoint', row), guard],
            events: [],
            reply: endpointView(row, clock, secret),
          })
        },
      })
    },

    'webhook_endpoints.list': async ({ caller, query }) => {
      const own = reachOf(caller)
      if (own === null) return err(reachesNothing())
      const where = [{ column: 'tenant_id', is: '=', value: own.tenant_id }] as const
      const shown = filteredRows<EndpointDocument>(store, 'webhook_endpoint', ({ document }) =>
        inReach(services, own, document),
      )
      const scope = { kind: 'webhook_endpoint', accountIds: [noAccount], where } as const
      const page = await readRowPage<EndpointDocument>(shown, scope, query)
      return showPage(page, (row) => endpointView(row, clock))
    },

    'webhook_endpoints.get': async ({ caller, params }) => {
      const row = await loadEndpoint(services, caller, params.id)
      return row.ok ? ok(endpointView(row.value, clock)) : row
    },

    'webhook_endpoints.update': async ({ caller, params, body }) => {
      const refusal = body.url === undefined ? ok(null) : refuseUrl(body.url, allowPrivate)
      if (!refusal.ok) return refusal
      const secret = body.rotate_secret === undefined ? null : newSecret()
      const rotated = secret === null ? null : vault.sealText(secret, secretPurpose(params.id))
      return runDecision<EndpointRow, WebhookEndpoint>(services, {
        allowedBy: () => accessOf(store, caller),
        load: () => loadEndpoint(services, caller, params.id),
        decide(row, { now, verified }) {
          const next = nextRow(row, updatedEndpoint(row.document, body, rotated, verified), now)
          return ok({
            writes: [updateOf('webhook_endpoint', next)],
            events: [],
            reply: endpointView(next, clock, secret),
          })
        },
      })
    },

    'webhook_endpoints.delete': ({ caller, params }) =>
      runDecision<EndpointRow, WebhookEndpoint>(services, {
        load: () => loadEndpoint(services, caller, params.id),
        decide: (row) =>
          ok({
            writes: [{ op: 'delete', kind: 'webhook_endpoint', account_id: noAccount, id: row.id }],
            events: [],
            reply: endpointView(row, clock),
          }),
      }),
  }
}

const reachesNothing = (): ServiceError =>
  serviceError('permission_denied', 'This key cannot access any account.')

const boundNames = ['partner_id', 'business_id', 'account_id'] as const satisfies readonly (keyof KeyBounds)[]

/**
 * Returns an update of the owner's row that changes only its version, so that of two endpoints created at once the
 * second one counts again. Uses the business if there is one, so that different merchants do not conflict.
 */
async function guardOf(
  { store, accounts }: ReadingServices,
  { tenant_id, business_id, account_id }: EndpointDocument,
): Promise<Write> {
  const account = account_id === null ? null : await accounts.account(account_id)
  const owner = account?.document.business_id ?? business_id
  const business = owner === null ? null : await accounts.business(owner)
  const row = business ?? (await store.find('tenant', tenant_id))
  if (row === null) throw new Error(`the tenant ${tenant_id} is missing`)
  return updateOf(business === null ? 'tenant' : 'business', { ...row, version: row.version + 1 })
}

/** Returns the guard, which must be read before the count; or refuses an endpoint above the maximum. */
async function loadForNewEndpoint(
  services: ReadingServices,
  endpoint: EndpointDocument,
): Promise<Result<Write, ServiceError>> {
  const guard = await guardOf(services, endpoint)
  let count = 0
  const listensTo = { column: 'listens_to', is: '=', value: endpointColumns.listens_to(endpoint) } as const
  // NULL in rows that a node of the previous version has written.
  for (const condition of [listensTo, { column: 'listens_to', is: 'null' } as const]) {
    const where = [condition]
    for await (const { document } of rowsOf<EndpointDocument>(services.store, 'webhook_endpoint', {
      where,
    })) {
      const isOfTenant = document.tenant_id === endpoint.tenant_id
      if (isOfTenant && boundNames.every((name) => document[name] === endpoint[name])) count += 1
    }
  }
  if (count < mostEndpoints) return ok(guard)
  const message = `There are already ${mostEndpoints} webhook endpoints for the same events. Delete one, or add event_types to an existing one.`
  return refuse('state_conflict', message)
}
