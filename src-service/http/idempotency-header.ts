import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { Caller } from '../caller.ts'
import type { IdempotencyClaim } from '../store/store.ts'

const header = 'x-idempotency-key'
const shortest = 10
export const longestKey = 255

interface Asked {
  readonly key: string | string[] | undefined
  readonly caller: Caller | null
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly body: unknown
  /** Milliseconds since the epoch. */
  readonly now: number
  /**
   * The vault's keyed fingerprint. It is stored for an hour, and from a plain hash the few unknown digits of a card or
   * a security code, which is stored nowhere else, could be guessed.
   */
  readonly fingerprint: (text: string) => string
}

/**
 * Refuses a request with several headers x-idempotency-key, which Node.js joins to one key. A library may add a new one
 * to the client's own for each try, and then no repeat would be recognized.
 * @param rawHeaders names and values in turn, as they were sent
 */
export function refuseRepeatedKey(key: unknown, rawHeaders: readonly string[]): ServiceError | null {
  // Joined keys have a comma.
  if (typeof key !== 'string' || !key.includes(',')) return null
  const times = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === header).length
  if (times < 2) return null
  const message = `${header} was sent ${times} times, and it is unclear which one a repeat would have. Send it once.`
  return serviceError('parameter_invalid', message, { param: header })
}

/** Returns the claim of a request with x-idempotency-key (section 8); null without one. */
export function idempotencyClaim(asked: Asked): Result<IdempotencyClaim | null, ServiceError> {
  const { key, caller, now } = asked
  if (key === undefined) return ok(null)
  if (typeof key !== 'string' || key.length < shortest) {
    const message = `${header} must have at least ${shortest} characters. Send a new random key, such as a UUID.`
    return refuse('idempotency_key_too_short', message, { param: header })
  }
  if (key.length > longestKey) {
    const message = `${header} must have at most ${longestKey} characters, but has ${key.length}.`
    return refuse('parameter_invalid', message, { param: header })
  }
  return ok({
    scope: `${ownerOf(caller)} ${asked.method} ${asked.path} ${key}`,
    fingerprint: asked.fingerprint(canonicalJson(asked.body)),
    created_at: now,
  })
}

/**
 * Returns the owner of a saved answer: all keys that work on the same account, because a key that is replaced between a
 * request and its retry must not pay twice. Without an account, an answer may cover everything that a key reaches, so
 * it is only for keys of the same level and reach.
 */
function ownerOf(caller: Caller | null): string {
  if (caller === null) return ' '
  const { tenantId, accountId, level, bounds, businessId } = caller
  if (accountId !== null) return `${tenantId} ${accountId}`
  const reach = [level, bounds?.partner_id, bounds?.business_id, bounds?.account_id, businessId]
  return `${tenantId} ${reach.map((part) => part ?? '').join('/')}`
}

/** Returns the same text for the same content, regardless of key order. Depth is limited where bodies are read. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = value as Readonly<Record<string, unknown>>
  const entries = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`)
  return `{${entries.join(',')}}`
}
