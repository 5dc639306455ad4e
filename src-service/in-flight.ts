/**
 * What one request of this process has to itself: a payment that the processor is being asked about, by its id, so that
 * the repair job never inquires about an authorization whose answer is still under way; and an idempotency key that is
 * not bound yet (commit.ts), by its scope.
 */
export interface InFlight {
  /** @returns false when somebody else has it. */
  take(key: string): boolean
  release(key: string): void
  has(key: string): boolean
}

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
