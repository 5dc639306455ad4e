import { errorEnvelopeSchema } from './errors.ts'
import type { OperationName } from './operations.ts'

/**
 * Additions to the specification that a service does not have. Each is asked for once and then done without, until the
 * service is reached anew or an hour has passed: it may have been replaced by one that has them.
 */
export interface MissingOperations {
  has(name: OperationName): boolean
  add(name: OperationName): void
  /** The service was away: it is asked anew. */
  forget(): void
}

const askAgainMs = 3_600_000

/** @param now ms, of a clock that nobody sets */
export function createMissingOperations(now: () => number): MissingOperations {
  const missing = new Map<OperationName, number>()
  return {
    has(name) {
      const since = missing.get(name)
      return since !== undefined && now() - since < askAgainMs
    },
    add: (name) => void missing.set(name, now()),
    forget: () => missing.clear(),
  }
}

/**
 * Whether an answer says that there is no such address: by its code where it has one, for then a 404 may be of an object;
 * else by its status, as web servers do.
 */
export function isMissingRoute(status: number, body: unknown): boolean {
  const envelope = errorEnvelopeSchema.safeParse(body)
  if (envelope.success) return envelope.data.error.code === 'route_not_found'
  return status === 404 || status === 405 || status === 501
}
