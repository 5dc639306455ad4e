/** A bucket of tokens per key: a burst of one second's worth, then an even rate. */
export interface RateLimit {
  /** Requests in each second; null: as many as one likes. */
  readonly perSecond: number | null
  /** Takes a token, where there is one. */
  take(keyId: string): Taken
}

export interface Taken {
  /** 0, or the whole seconds to wait when there is no token. */
  readonly secondsToWait: number
  /** Tokens that are left. */
  readonly remaining: number
}

export const noRateLimit: RateLimit = {
  perSecond: null,
  take: () => ({ secondsToWait: 0, remaining: 0 }),
}

/** @param now milliseconds of a steady clock. */
export function createRateLimit(perSecond: number, now: () => number): RateLimit {
  const buckets = new Map<string, { tokens: number; filledAt: number }>()
  return {
    perSecond,
    take(keyId) {
      const at = now()
      const bucket = buckets.get(keyId) ?? { tokens: perSecond, filledAt: at }
      bucket.tokens = Math.min(perSecond, bucket.tokens + ((at - bucket.filledAt) / 1000) * perSecond)
      bucket.filledAt = at
      buckets.set(keyId, bucket)
      if (bucket.tokens < 1) {
        return { secondsToWait: Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)), remaining: 0 }
      }
      bucket.tokens -= 1
      return { secondsToWait: 0, remaining: Math.floor(bucket.tokens) }
    },
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
