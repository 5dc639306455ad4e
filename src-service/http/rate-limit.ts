import { createTokenBuckets, type Taken } from './token-buckets.ts'

/** A bucket of tokens per key: a burst of one second's worth, then an even rate. */
export interface RateLimit {
  /** Requests in each second; null: as many as one likes. */
  readonly perSecond: number | null
  /** Takes a token, where there is one. */
  take(keyId: string): Taken
}

export const noRateLimit: RateLimit = {
  perSecond: null,
  take: () => ({ secondsToWait: 0, remaining: 0 }),
}

/** @param now milliseconds of a steady clock. */
export function createRateLimit(perSecond: number, now: () => number): RateLimit {
  const { take } = createTokenBuckets({ capacity: perSecond, perSecond }, now)
  return { perSecond, take }
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
