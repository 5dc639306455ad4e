import { randomFillSync } from 'node:crypto'

/** Asking the system for a few bytes costs as much as for thousands: they are drawn ahead. */
const pool = Buffer.alloc(8192)
let used = pool.length

function take(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, used + count)
  used += count
  return bytes
}

/** An unguessable text of `bytes` random bytes, at most 64, in base64url. */
export function randomText(bytes: number): string {
  const taken = take(bytes)
  const text = taken.toString('base64url')
  // What was given out must not be found in memory.
  taken.fill(0)
  return text
}

/** A number in [0, 1) in steps of 1/256, which is what making a ULID draws on. */
export const randomUnit = (): number => (take(1)[0] ?? 0) / 256
