import type { IdempotencyClaim } from '../store/store.ts'

/**
 * Things that one request of this process uses exclusively: by id, a payment about which the processor is being asked,
 * so that the repair job does not inquire while the answer is pending; by scope, an idempotency key that is not bound
 * yet (keyed-work.ts), or whose answer is saved after the work (http/saved-answers.ts).
 */
export interface InFlight {
  /** @returns false when it is already taken. */
  take(key: string): boolean
  release(key: string): void
  has(key: string): boolean
}

/** The name under which an idempotency key is taken. */
export const inFlightKey = ({ scope }: Pick<IdempotencyClaim, 'scope'>): string => `key ${scope}`

export function createInFlight(): InFlight {
  const taken = new Set<string>()
  return {
    take(key) {
      if (taken.has(key)) return false
      taken.add(key)
      return true
    },
    release(key) {
      taken.delete(key)
    },
    has: (key) => taken.has(key),
  }
}
