import { errorEnvelopeSchema } from './errors.ts'
import type { OperationName } from './operations.ts'

/**
 * Additions to the specification that a service does not have. The client requests each one once and then does without
 * it until the service is reached again or an hour has passed, since the service may have been replaced by one that has
 * them.
 */
export interface MissingOperations {
  has(name: OperationName): boolean
  add(name: OperationName): void
  /** Call this when the service was unreachable: each operation is then requested again. */
  forget(): void
}

const askAgainMs = 3_600_000

/** @param now a monotonic clock, in ms */
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
 * Whether an answer means that the route does not exist. An answer with an error code is decided by the code, since its
 * 404 may refer to an object; any other answer by its status, as web servers send it.
 */
export function isMissingRoute(status: number, body: unknown): boolean {
  const envelope = errorEnvelopeSchema.safeParse(body)
  if (envelope.success) return envelope.data.error.code === 'route_not_found'
  return status === 404 || status === 405 || status === 501
}
