import { createNewestEntries } from '../../src-shared/newest.ts'

/** Token buckets by name: a burst of `capacity`, then an even rate. */
export interface TokenBuckets {
  /** Takes one token, or several, if they are there. @param tokens at most the capacity */
  take(name: string, tokens?: number): Taken
  /** Returns a token that was not used. */
  giveBack(name: string): void
  /** Returns 0, or the number of seconds until what was spent in excess is there again. */
  secondsInDebt(name: string): number
  /** Takes any number of tokens, even if they are not there. */
  spend(name: string, tokens: number): void
}

export interface Taken {
  /** 0, or the number of seconds to wait when there is no token. */
  readonly secondsToWait: number
  /** Number of tokens left. */
  readonly remaining: number
}

export interface BucketSize {
  readonly capacity: number
  readonly perSecond: number
}

/** Maximum number of buckets, because strangers may choose the names; the least recently used is dropped. */
const mostBuckets = 20_000

/** @param now monotonic time, in ms. */
export function createTokenBuckets({ capacity, perSecond }: BucketSize, now: () => number): TokenBuckets {
  const buckets = createNewestEntries<{ tokens: number; filledAt: number }>(mostBuckets)

  const bucketOf = (name: string) => {
    const at = now()
    const bucket = buckets.get(name) ?? { tokens: capacity, filledAt: at }
    bucket.tokens = Math.min(capacity, bucket.tokens + ((at - bucket.filledAt) / 1000) * perSecond)
    bucket.filledAt = at
    buckets.set(name, bucket)
    return bucket
  }

  return {
    take(name, tokens = 1) {
      const bucket = bucketOf(name)
      if (bucket.tokens < tokens) {
        return { secondsToWait: Math.max(1, Math.ceil((tokens - bucket.tokens) / perSecond)), remaining: 0 }
      }
      bucket.tokens -= tokens
      return { secondsToWait: 0, remaining: Math.floor(bucket.tokens) }
    },
    secondsInDebt: (name) => Math.max(0, Math.ceil(-bucketOf(name).tokens / perSecond)),
    spend(name, tokens) {
      bucketOf(name).tokens -= tokens
    },
    giveBack(name) {
      const bucket = bucketOf(name)
      bucket.tokens = Math.min(capacity, bucket.tokens + 1)
    },
  }
}
