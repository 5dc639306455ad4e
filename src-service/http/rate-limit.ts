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
  /** Returns 0, or the number of seconds until another heavy body of this key may be read. */
  secondsOfBodies(key: { readonly keyId: string; readonly tenantId: string }): number
  /**
   * Counts a heavy body, which may take more than there is; then the next ones wait. Bodies have buckets of their own: no
   * other request waits for them.
   */
  spendOnBody(key: { readonly keyId: string; readonly tenantId: string }, weight: number): void
  /** Takes a token from the account's bucket. */
  takeOfAccount(accountId: string): Taken
}

/** A tenant's limit, as a multiple of a key's: several merchants at full speed. */
const keysOfTenant = 5

/** What all heavy bodies of a tenant may take, as a multiple of those of a key. */
const bodiesOfTenant = 2
/** The time for which one heavy body keeps others waiting, at most, in s. */
const longestWait = 5

const unlimited: Taken = { secondsToWait: 0, remaining: 0 }
export const noRateLimit: RateLimit = {
  perSecond: null,
  take: () => unlimited,
  takeOfPublic: () => unlimited,
  secondsOfBodies: () => 0,
  spendOnBody: () => undefined,
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
  const bodiesOfKeys = createTokenBuckets(size, now)
  const ofBodies = perSecond * bodiesOfTenant
  const bodiesOfTenants = createTokenBuckets({ capacity: ofBodies, perSecond: ofBodies }, now)
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
    secondsOfBodies: ({ keyId, tenantId }) =>
      Math.max(bodiesOfKeys.secondsInDebt(keyId), bodiesOfTenants.secondsInDebt(tenantId)),
    spendOnBody({ keyId, tenantId }, weight) {
      const tokens = Math.min(weight, perSecond * longestWait)
      bodiesOfKeys.spend(keyId, tokens)
      bodiesOfTenants.spend(tenantId, tokens)
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
