import type { IncomingHttpHeaders } from 'node:http'
import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { AccountDirectory } from '../accounts/directory.ts'
import { isGoodKey, type KeyDirectory, type KnownKey } from '../accounts/keys.ts'
import type { AccessLevel, Caller } from '../caller.ts'
import { sessionSecretIn } from '../users/session-cookie.ts'
import { sessionEnded } from '../users/session-ended.ts'
import type { UserSessions } from '../users/user-sessions.ts'
import type { HeavyBodies } from './body.ts'
import { type RateLimit, rateLimitHeaders } from './rate-limit.ts'
import { refuseForeign } from './same-origin.ts'
import { admitScope, type Proof } from './scope.ts'

export interface Gate {
  readonly keys: KeyDirectory
  readonly accounts: AccountDirectory
  readonly rateLimit: RateLimit
  readonly sessions: UserSessions
  /** The service's public URL, such as https://pay.example.com. */
  readonly publicUrl: () => string
}

/** The part of a request that identifies its sender. */
export interface AdmissionRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The client's network address. Requests with a cookie or a public key are limited by it; private keys are not. */
  readonly address: () => string
}

/** The headers of the answer that are known in advance: how many requests the key has left. */
interface AnswerHeaders {
  headers(values: Readonly<Record<string, string>>): unknown
}

export type Admission = Result<Caller | null, ServiceError>

/**
 * Determines the caller and checks what the key allows (section 5), before the body is read. Rows without access have
 * no caller. Key and account are nearly always cached; then the result is not a promise. Without a key, the cookie of a
 * signed-in user identifies the caller, who may do what a key of the same reach may.
 */
export function admit(
  gate: Gate,
  operation: OperationFacts,
  request: AdmissionRequest,
  reply: AnswerHeaders,
): Admission | Promise<Admission> {
  if (operation.access === 'none') return ok(null)
  const { headers } = request
  const sent = headers['x-api-key']
  if (typeof sent !== 'string' || sent === '') {
    const secret = sessionSecretIn(headers)
    if (secret !== null) return admitUser(gate, operation, request, reply, secret)
    return operation.access === 'session' ? err(sessionEnded()) : keyMissing(operation, headers)
  }
  const key = gate.keys.resolve(sent)
  return key instanceof Promise
    ? key.then((found) => admitKey(gate, operation, request, reply, found))
    : admitKey(gate, operation, request, reply, key)
}

function admitKey(
  gate: Gate,
  operation: OperationFacts,
  request: AdmissionRequest,
  reply: AnswerHeaders,
  key: KnownKey | null,
): Admission | Promise<Admission> {
  if (key === null) {
    return refuse('api_key_invalid', 'This API key is unknown. Check that you copied all of it.')
  }
  if (key.document.revoked_at !== null) {
    return refuse('api_key_revoked', 'This API key was revoked. Use another key.')
  }
  return admitProof(gate, operation, request, reply, key)
}

async function admitUser(
  gate: Gate,
  operation: OperationFacts,
  request: AdmissionRequest,
  reply: AnswerHeaders,
  secret: string,
): Promise<Admission> {
  const { method, headers, address } = request
  const foreign = refuseForeign(method, headers, gate.publicUrl())
  if (foreign !== null) return err(foreign)
  const user = await gate.sessions.resolve(secret, address())
  return user.ok ? admitProof(gate, operation, request, reply, user.value) : user
}

/** Whether the key or cookie of a request is still valid. */
export function isStillGood(
  { keys, sessions }: Pick<Gate, 'keys' | 'sessions'>,
  headers: IncomingHttpHeaders,
): boolean | Promise<boolean> {
  const key = headers['x-api-key']
  if (typeof key === 'string' && key !== '') return isGoodKey(keys, key)
  return sessions.isOpen(sessionSecretIn(headers) ?? '')
}

function admitProof(
  gate: Gate,
  operation: OperationFacts,
  { headers, address }: AdmissionRequest,
  reply: AnswerHeaders,
  key: Proof,
): Admission | Promise<Admission> {
  const { rateLimit } = gate
  const isPublic = key.document.level === 'public'
  if (rateLimit.perSecond !== null) {
    const taken = isPublic
      ? rateLimit.takeOfPublic({ keyId: key.id, address: address() })
      : rateLimit.take({ keyId: key.id, tenantId: key.document.tenant_id })
    reply.headers(rateLimitHeaders(rateLimit.perSecond, taken))
    if (taken.secondsToWait > 0)
      return tooManyRequests(
        key.session === undefined ? 'with this key' : 'of this user',
        taken.secondsToWait,
      )
  }
  const refusal = levelRefusal(operation, key)
  if (refusal !== null) return err(refusal)
  const scope = admitScope(gate.accounts, operation, headers, key)
  if (isPublic) return scope
  return scope instanceof Promise
    ? scope.then((found) => admitRate(rateLimit, found))
    : admitRate(rateLimit, scope)
}

/** Limits the heavy bodies of each key and tenant. Payers and public keys send short ones only. */
export function limitHeavyBodies({ rateLimit }: Pick<Gate, 'rateLimit'>): HeavyBodies {
  const counted = ({ caller }: { readonly caller: Caller | null }) =>
    caller === null || caller.level === 'public' ? null : caller
  return {
    refuse(request) {
      const caller = counted(request)
      const seconds = caller === null ? 0 : rateLimit.secondsOfBodies(caller)
      if (seconds === 0) return null
      const message = `The last bodies had so many lists, objects or bytes that nothing more of their size is read for ${seconds} s. Send smaller bodies, or fewer.`
      return serviceError('rate_limited', message, { retryAfter: seconds })
    },
    count(request, weigh) {
      const caller = counted(request)
      if (caller !== null) rateLimit.spendOnBody(caller, weigh())
    },
  }
}

/** Several keys may reach one account: together they get the rate of one key. */
function admitRate(rateLimit: RateLimit, scope: Result<Caller, ServiceError>): Admission {
  if (!scope.ok || scope.value.accountId === null) return scope
  const { secondsToWait } = rateLimit.takeOfAccount(scope.value.accountId)
  return secondsToWait > 0 ? tooManyRequests('for this account', secondsToWait) : scope
}

const tooManyRequests = (whose: string, secondsToWait: number) =>
  refuse('rate_limited', `Too many requests ${whose}. Slow down and try again.`, {
    retryAfter: secondsToWait,
  })

/** The levels allowed for operations on objects above accounts. */
const lowestLevels: { readonly [A in OperationFacts['access']]?: readonly AccessLevel[] } = {
  partner: ['tenant_admin', 'partner'],
  business: ['tenant_admin', 'partner', 'business'],
}

function levelRefusal(
  operation: OperationFacts,
  { document: { level }, session }: Proof,
): ServiceError | null {
  if (operation.access === 'session' && session === undefined) {
    const message =
      'This operation works on a sign-in to the portal. It accepts the session cookie, not an API key.'
    return serviceError('permission_denied', message, { param: 'x-api-key' })
  }
  if (level === 'public' && operation.access !== 'public') {
    return serviceError(
      'public_key_not_allowed',
      'A public key (pk_) is for the browser SDK only. Call this operation with a private key, from a server.',
    )
  }
  if (operation.access === 'tenant_admin' && level !== 'tenant_admin') {
    return serviceError('tenant_admin_required', 'This operation needs a key of the level tenant_admin.')
  }
  const lowest = lowestLevels[operation.access]
  if (lowest !== undefined && !lowest.includes(level)) {
    return serviceError(
      'permission_denied',
      session === undefined
        ? `This operation needs a key of the level ${lowest.join(' or ')}; this key has the level ${level}.`
        : `This operation needs the level ${lowest.join(' or ')}; this sign-in has the level ${level}.`,
    )
  }
  if (operation.access === 'write' && level === 'read_only') {
    return serviceError(
      'permission_denied',
      session === undefined
        ? 'This key can only read. Use a key with write access.'
        : 'This sign-in can only read. Ask a user with the role ADMIN.',
    )
  }
  return null
}

/** The browser SDK's operations ask for the public key: a private key must not be put into a page. */
function keyMissing({ access }: OperationFacts, { authorization }: IncomingHttpHeaders) {
  const key = access === 'public' ? 'public key (pk_…)' : 'private key (sk_…)'
  const unread = authorization === undefined ? '' : ' The header authorization is not read.'
  return refuse('api_key_missing', `No API key was sent. Send your ${key} in the header x-api-key.${unread}`)
}
