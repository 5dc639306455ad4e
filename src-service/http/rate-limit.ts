/** A bucket of tokens per key: a burst of one second's worth, then an even rate. */
export interface RateLimit {
  /** Takes a token. @returns 0, or the whole seconds to wait when there is none. */
  secondsToWait(keyId: string): number
}

export const noRateLimit: RateLimit = { secondsToWait: () => 0 }

/** @param now milliseconds of a steady clock. */
export function createRateLimit(perSecond: number, now: () => number): RateLimit {
  const buckets = new Map<string, { tokens: number; filledAt: number }>()
  return {
    secondsToWait(keyId) {
      const at = now()
      const bucket = buckets.get(keyId) ?? { tokens: perSecond, filledAt: at }
      bucket.tokens = Math.min(perSecond, bucket.tokens + ((at - bucket.filledAt) / 1000) * perSecond)
      bucket.filledAt = at
      buckets.set(keyId, bucket)
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
      bucket.tokens -= 1
      return 0
    },
  }
}
