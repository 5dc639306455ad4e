import { randomFillSync } from 'node:crypto'

/** Asking the system for a few bytes costs as much as for thousands: they are drawn ahead. */
const pool = Buffer.alloc(8192)
let used = pool.length

/** @returns where in the pool `count` bytes begin that nobody has got yet. */
function reserve(count: number): number {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return used - count
}

/** An unguessable text of `bytes` random bytes, at most 64, in base64url. */
export function randomText(bytes: number): string {
  const start = reserve(bytes)
  const text = pool.toString('base64url', start, start + bytes)
  // What was given out must not be found in memory.
  pool.fill(0, start, start + bytes)
  return text
}

/** A number in [0, 1) in steps of 1/256, which is what making a ULID draws on. */
export const randomUnit = (): number => (pool[reserve(1)] ?? 0) / 256
