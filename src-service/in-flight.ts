/**
 * The payments this process is talking to the processor about. Whoever acts on a payment takes it first, so that
 * the repair job never inquires about an authorization whose answer is still under way. So it is with idempotency keys
 * that are not bound yet (commit.ts).
 */
export interface InFlight {
  /** @returns false when somebody else has it. */
  take(paymentId: string): boolean
  release(paymentId: string): void
  has(paymentId: string): boolean
}

export function createInFlight(): InFlight {
  const taken = new Set<string>()
  return {
    take(paymentId) {
      if (taken.has(paymentId)) return false
      taken.add(paymentId)
      return true
    },
    release(paymentId) {
      taken.delete(paymentId)
    },
    has: (paymentId) => taken.has(paymentId),
  }
}
