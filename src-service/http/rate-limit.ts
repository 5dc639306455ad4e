import { addressGroup } from './address-group.ts'
import { createTokenBuckets, type Taken } from './token-buckets.ts'

/**
 * Request limits per key, per account, and per tenant with all its keys. Keys can create keys, so a limit per key alone
 * would have no effect.
 */
export interface RateLimit {
  /** Requests per second for a key, and for an account; null: unlimited. */
  readonly perSecond: number | null
  /** Takes a token from the key's bucket and one from its tenant's. */
  take(key: { readonly keyId: string; readonly tenantId: string }): Taken
  /**
   * Takes a token for a request with a public key, which is in every page: not from the buckets of its tenant and its
   * account, and from one address at most half of the key's.
   */
  takeOfPublic(key: { readonly keyId: string; readonly address: string }): Taken
  /**
   * Takes tokens for what a body weighs besides its request. One body may take more than there are; then the next ones
   * wait. @param weigh not called if the body must wait @returns seconds to wait; 0 if the body may be read
   */
  takeOfBody(key: { readonly keyId: string; readonly tenantId: string }, weigh: () => number): number
  /** Takes a token from the account's bucket. */
  takeOfAccount(accountId: string): Taken
}

/** A tenant's limit, as a multiple of a key's: several merchants at full speed. */
const keysOfTenant = 5

const unlimited: Taken = { secondsToWait: 0, remaining: 0 }
export const noRateLimit: RateLimit = {
  perSecond: null,
  take: () => unlimited,
  takeOfPublic: () => unlimited,
  takeOfBody: () => 0,
  takeOfAccount: () => unlimited,
}

/** @param now monotonic time, in ms. */
export function createRateLimit(perSecond: number, now: () => number): RateLimit {
  const size = { capacity: perSecond, perSecond }
  const keys = createTokenBuckets(size, now)
  const accounts = createTokenBuckets(size, now)
  const half = Math.max(1, perSecond / 2)
  const addresses = createTokenBuckets({ capacity: half, perSecond: half }, now)
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
    takeOfPublic({ keyId, address }) {
      const ofAddress = addresses.take(`${keyId} ${addressGroup(address)}`)
      return ofAddress.secondsToWait > 0 ? ofAddress : keys.take(keyId)
    },
    takeOfBody({ keyId, tenantId }, weigh) {
      const seconds = Math.max(keys.secondsInDebt(keyId), tenants.secondsInDebt(tenantId))
      if (seconds > 0) return seconds
      const tokens = weigh()
      keys.spend(keyId, tokens)
      tenants.spend(tenantId, tokens)
      return 0
    },
    takeOfAccount: accounts.take,
  }
}

/**
 * Returns the headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10): the policy, then how many requests
 * remain and in how many seconds the bucket is full again.
 */
export function rateLimitHeaders(perSecond: number, { remaining, secondsToWait }: Taken) {
  return {
    'ratelimit-policy': `"key";q=${perSecond};w=1`,
    ratelimit: `"key";r=${remaining};t=${Math.max(1, secondsToWait)}`,
  } as const
}
