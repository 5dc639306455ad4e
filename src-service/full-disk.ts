import { statfsSync } from 'node:fs'
import { type ServiceError, serviceError } from '../src-shared/api/errors.ts'
import type { OperationFacts } from '../src-shared/api/operation.ts'
import { attemptNotMade } from './http/overload.ts'

/** What this process knows about the disk of its store. */
export interface FullDisk {
  /** Counts a durable commit. */
  reportWritten(): void
  /** Number of durable commits. */
  written(): number
  /**
   * Returns the error for a request that failed because the disk is full; null if that was not the cause.
   * @param before `written()` when the request began
   */
  errorOf(cause: unknown, before: number): ServiceError | null
  /** Refuses a request that changes data while the disk is full, before it starts: it might move money otherwise. */
  refuse(operation: Pick<OperationFacts, 'method' | 'access'>): ServiceError | null
}

/** With less than this a sale could not be stored reliably. A larger request may fail alone. */
const neededBytes = 1_048_576
/** How long the free space is not measured again, in ms. */
const measuredEveryMs = 500
const retryAfter = 5

/** The engine's error, or the one that PostgreSQL reported (store/postgres/failures.ts). Nothing of the commit is written. */
const isFullDisk = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'SQLITE_FULL' || cause.code === '53100')

/**
 * Nothing is measured until a commit has failed.
 * @param freeBytes of the disk; null if the store is elsewhere
 * @param now ms of a monotonic clock
 */
export function createFullDisk(freeBytes: (() => number) | null, now: () => number): FullDisk {
  let written = 0
  let isFull = false
  let measuredAt = 0
  const stillFull = (): boolean => {
    if (!isFull || freeBytes === null) return false
    if (now() - measuredAt < measuredEveryMs) return true
    measuredAt = now()
    isFull = freeBytes() < neededBytes
    return isFull
  }
  return {
    reportWritten() {
      written += 1
    },
    written: () => written,
    errorOf(cause, before) {
      if (!isFullDisk(cause)) return null
      isFull = true
      measuredAt = Number.NEGATIVE_INFINITY
      const stored =
        written === before
          ? 'nothing of this attempt was stored'
          : 'it is unclear how much of this attempt was stored'
      const message = `The disk of the service is full, and ${stored}. Repeat the request with the same x-idempotency-key once there is space. Without a key, fetch the resource first.`
      return serviceError('internal', message, { retryAfter })
    },
    refuse({ method, access }) {
      // A search is a POST that only reads.
      if (method === 'GET' || access === 'read' || !stillFull()) return null
      const message = `The disk of the service is full. ${attemptNotMade} Send the same request again once there is space.`
      return serviceError('overloaded', message, { retryAfter })
    },
  }
}

/** The bytes that this process may still write in a folder. */
export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
