import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Caller } from '../caller.ts'
import type { IdempotencyClaim } from '../store/store.ts'

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
   * The vault's. It needs a key: the fingerprint is kept for an hour, and from a plain hash the few digits of a card or
   * a security code that nobody else keeps are soon guessed.
   */
  readonly fingerprint: (text: string) => string
}

/** The claim of a request that carries x-idempotency-key (section 8), or null without one. */
export function idempotencyClaim(asked: Asked): Result<IdempotencyClaim | null, ServiceError> {
  const { key, caller, now } = asked
  if (key === undefined) return ok(null)
  if (typeof key !== 'string' || key.length < shortest) {
    const message = `x-idempotency-key must have at least ${shortest} characters. Send a fresh random key, such as a UUID.`
    return err(serviceError('idempotency_key_too_short', message, { param: 'x-idempotency-key' }))
  }
  if (key.length > longestKey) {
    const message = `x-idempotency-key must have at most ${longestKey} characters, but has ${key.length}.`
    return err(serviceError('parameter_invalid', message, { param: 'x-idempotency-key' }))
  }
  return ok({
    scope: `${ownerOf(caller)} ${asked.method} ${asked.path} ${key}`,
    fingerprint: asked.fingerprint(canonicalJson(asked.body)),
    created_at: now,
  })
}

/**
 * Who gets a saved answer: whoever works on the same account, with whatever key (a key that is replaced between a
 * request and its repeat must not pay twice). Without an account an answer may be about all that a key reaches, so it is
 * for keys of the same level and reach alone.
 */
function ownerOf(caller: Caller | null): string {
  if (caller === null) return ' '
  const { tenantId, accountId, level, bounds, businessId } = caller
  if (accountId !== null) return `${tenantId} ${accountId}`
  const reach = [level, bounds?.partner_id, bounds?.business_id, bounds?.account_id, businessId]
  return `${tenantId} ${reach.map((part) => part ?? '').join('/')}`
}

/** The same text for the same content, whatever the order of its keys. Depth is bounded where bodies are read. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = value as Readonly<Record<string, unknown>>
  const entries = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`)
  return `{${entries.join(',')}}`
}
