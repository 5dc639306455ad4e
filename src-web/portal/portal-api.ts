import { fillPath } from '../../src-shared/api/fill-path.ts'
import type {
  OperationBody,
  OperationName,
  OperationParams,
  OperationQuery,
  OperationReply,
  operations,
} from '../../src-shared/api/operations.ts'
import type { Result } from '../../src-shared/result.ts'
import { askService, type PageFailure } from '../components/ask-service.ts'

/**
 * The operations that the pages use, by method and path. The types check them against the contract's table, whose
 * schemas would make the page several times larger.
 */
const rows = {
  'user_sessions.create': ['POST', '/user_sessions'],
  'user_sessions.current': ['GET', '/user_sessions/current'],
  'user_sessions.end': ['DELETE', '/user_sessions/current'],
  'payment_intents.search': ['POST', '/payment_intents/search'],
  'payment_intents.get': ['GET', '/payment_intents/{id}'],
  'payments.get': ['GET', '/payments/{id}'],
  'payments.list_refunds': ['GET', '/payments/{id}/refunds'],
  'refunds.create': ['POST', '/payments/{id}/refunds'],
  'settlements.list': ['GET', '/settlements'],
  'fees.list': ['GET', '/fees'],
  'contractors.list': ['GET', '/contractors'],
  'contractors.link': ['POST', '/contractors/link'],
  'contractors.set_status': ['PUT', '/contractors/{id}/status'],
  'transactions.list': ['GET', '/transactions'],
  'applications.list': ['GET', '/applications'],
  'applications.get': ['GET', '/applications/{id}'],
  'applications.link': ['POST', '/applications/{id}/link'],
  'users.list': ['GET', '/users'],
  'users.get': ['GET', '/users/{id}'],
  'users.create': ['POST', '/users'],
  'users.update': ['PUT', '/users/{id}'],
  'users.set_status': ['PUT', '/users/{id}/status'],
  'users.login_url': ['POST', '/v1/users/{id}/login_url'],
  'users.sign_out': ['POST', '/users/{id}/sign_out'],
  'api_keys.list': ['GET', '/api_keys'],
  'api_keys.create': ['POST', '/api_keys'],
  'api_keys.revoke': ['DELETE', '/api_keys/{id}'],
  'webhook_endpoints.list': ['GET', '/webhook_endpoints'],
  'webhook_endpoints.get': ['GET', '/webhook_endpoints/{id}'],
  'webhook_endpoints.create': ['POST', '/webhook_endpoints'],
  'webhook_endpoints.update': ['PATCH', '/webhook_endpoints/{id}'],
  'webhook_endpoints.delete': ['DELETE', '/webhook_endpoints/{id}'],
  'events.list': ['GET', '/events'],
  'events.redeliver': ['POST', '/events/{id}/redeliver'],
} as const satisfies Rows

type Rows = {
  readonly [Name in OperationName]?: readonly [
    (typeof operations)[Name]['method'],
    (typeof operations)[Name]['path'],
  ]
}
export type PortalOperation = keyof typeof rows

type Needed<Key extends string, Value> = Value extends undefined ? unknown : { readonly [Name in Key]: Value }
export type PortalCall<Name extends PortalOperation> = Needed<'params', OperationParams<Name>> & {
  readonly query?: OperationQuery<Name>
} & Needed<'body', OperationBody<Name>> & {
    readonly accountId?: string | null
    readonly businessId?: string | null
    readonly contractorId?: string
    /** The same for each repeat of an action that must happen once. */
    readonly idempotencyKey?: string
  }

/** The pages' requests to the service: on their own origin, with the session cookie. Does not throw. */
export interface PortalApi {
  call<Name extends PortalOperation>(
    name: Name,
    input: PortalCall<Name>,
  ): Promise<Result<OperationReply<Name>, PageFailure>>
}

/** Timeout in ms. A bank may take half a minute to answer. */
const limitMs = 45_000

/** @param onSessionEnded called when the service no longer accepts the cookie */
export function createPortalApi(onSessionEnded: () => void, ask: typeof askService = askService): PortalApi {
  return {
    async call(name, input) {
      const [method, path] = rows[name]
      const { params, query, body, ...heads } = input as LooseCall
      const request: RequestInit = {
        method,
        credentials: 'same-origin',
        headers: headersOf(heads, body),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }
      const answer = await ask<OperationReply<typeof name>>(addressOf(path, params, query), request, limitMs)
      if (!answer.ok && isSessionEnd(answer.error)) onSessionEnded()
      return answer
    },
  }
}

interface LooseCall {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly accountId?: string | null
  readonly businessId?: string | null
  readonly contractorId?: string
  readonly idempotencyKey?: string
}

const isSessionEnd = (failure: PageFailure): boolean =>
  failure.kind === 'refused' && failure.code === 'session_ended'

/** Relative to /portal/{page}: a proxy may mount the service below a path of its own. */
function addressOf(path: string, params: LooseCall['params'], query: LooseCall['query']): string {
  const filled = fillPath(path, (name) => encodeURIComponent(String(params?.[name])))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') asked.set(name, String(value))
  }
  return `..${filled}${asked.size === 0 ? '' : `?${asked}`}`
}

function headersOf(heads: LooseCall, body: unknown): Record<string, string> {
  const { accountId, businessId, contractorId, idempotencyKey } = heads
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(accountId == null ? {} : { 'x-account-id': accountId }),
    ...(businessId == null ? {} : { 'x-business-id': businessId }),
    ...(contractorId === undefined ? {} : { 'x-contractor-id': contractorId }),
    ...(idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey }),
  }
}

/** crypto.randomUUID exists only on secure origins, and a shop's own network may use plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `portal_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
