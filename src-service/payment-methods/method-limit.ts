import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'

/**
 * Limit of the cards and bank accounts that may be stored for one intent: a burst, then one a minute. The payer has its
 * secret, and each of these details fills the vault and may cost a request to the gateway.
 */
const ofIntent = { capacity: 50, perSecond: 1 / 60 }

export interface MethodLimit {
  /** Counts one more for the intent. @returns why it is refused; null if it is not */
  count(intentId: string): ServiceError | null
}

/** @param steady monotonic time, in ms */
export function createMethodLimit(steady: () => number): MethodLimit {
  const intents = createTokenBuckets(ofIntent, steady)
  return {
    count(intentId) {
      const { secondsToWait } = intents.take(intentId)
      const message =
        'Too many cards or bank accounts were sent for this intent. Wait a moment and try again.'
      return secondsToWait > 0 ? serviceError('rate_limited', message, { retryAfter: secondsToWait }) : null
    },
  }
}
