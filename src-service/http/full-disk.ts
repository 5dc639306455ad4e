import { statfsSync } from 'node:fs'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

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
  /** Whether the disk is still full. */
  isFull(): boolean
}

/** With less than this a sale could not be stored reliably. A larger request may fail alone. */
const neededBytes = 1_048_576
/** How long the free space is not measured again, in ms. */
const measuredEveryMs = 500
/** In seconds. */
export const fullDiskRetryAfter = 5

/** The engine's error, or the one that PostgreSQL reported (store/postgres/failures.ts). Nothing of the commit is written. */
const isOfFullDisk = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'SQLITE_FULL' || cause.code === '53100')

/**
 * Nothing is measured until a commit has failed.
 * @param freeBytes of the disk; null if the store is elsewhere
 * @param now ms of a monotonic clock
 */
export function createFullDisk(freeBytes: (() => number | null) | null, now: () => number): FullDisk {
  let written = 0
  let isFull = false
  let measuredAt = 0
  return {
    reportWritten() {
      written += 1
    },
    written: () => written,
    errorOf(cause, before) {
      if (!isOfFullDisk(cause)) return null
      isFull = true
      measuredAt = Number.NEGATIVE_INFINITY
      const stored =
        written === before
          ? 'nothing of this attempt was stored'
          : 'it is unclear how much of this attempt was stored'
      const message = `The disk of the service is full, and ${stored}. Repeat the request with the same x-idempotency-key once there is space. Without a key, fetch the resource first.`
      return serviceError('internal', message, { retryAfter: fullDiskRetryAfter })
    },
    isFull() {
      if (!isFull || freeBytes === null) return false
      if (now() - measuredAt < measuredEveryMs) return true
      measuredAt = now()
      const free = freeBytes()
      // If that cannot be measured, the next commit shows whether there is space.
      isFull = free !== null && free < neededBytes
      return isFull
    },
  }
}

/** Returns the bytes that this process may still write in a folder; null if the system does not state them. */
export function freeBytesIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
