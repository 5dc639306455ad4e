import { createTokenBuckets, type Taken } from './token-buckets.ts'

/**
 * How many requests in a second a key may make, an account may get, and a tenant with all its keys: keys are made by
 * keys, so that a limit of each alone would be none.
 */
export interface RateLimit {
  /** Requests in each second of a key, and of an account; null: as many as one likes. */
  readonly perSecond: number | null
  /** Takes a token of the key and one of its tenant. */
  take(key: { readonly keyId: string; readonly tenantId: string }): Taken
  /** Takes a token of the account that the request is for. */
  takeOfAccount(accountId: string): Taken
}

/** A tenant's share, in shares of a key: several merchants at full speed. */
const keysOfTenant = 5

const unlimited: Taken = { secondsToWait: 0, remaining: 0 }
export const noRateLimit: RateLimit = {
  perSecond: null,
  take: () => unlimited,
  takeOfAccount: () => unlimited,
}

/** @param now milliseconds of a steady clock. */
export function createRateLimit(perSecond: number, now: () => number): RateLimit {
  const size = { capacity: perSecond, perSecond }
  const keys = createTokenBuckets(size, now)
  const accounts = createTokenBuckets(size, now)
  const ofTenant = perSecond * keysOfTenant
  const tenants = createTokenBuckets({ capacity: ofTenant, perSecond: ofTenant }, now)
  return {
    perSecond,
    take({ keyId, tenantId }) {
      const ofKey = keys.take(keyId)
      if (ofKey.secondsToWait > 0) return ofKey
      const taken = tenants.take(tenantId)
      return taken.secondsToWait > 0 ? taken : ofKey
    },
    takeOfAccount: accounts.take,
  }
}

/**
 * What is left, in the fields of the IETF (draft-ietf-httpapi-ratelimit-headers-10): the policy, then how many
 * requests remain and in how many seconds the bucket is full again.
 */
export function rateLimitHeaders(perSecond: number, { remaining, secondsToWait }: Taken) {
  return {
    'ratelimit-policy': `"key";q=${perSecond};w=1`,
    ratelimit: `"key";r=${remaining};t=${Math.max(1, secondsToWait)}`,
  } as const
}
