import { randomFillSync } from 'node:crypto'

/** Random bytes drawn in advance, because a few cost as much as thousands. */
const pool = Buffer.alloc(8192)
let used = pool.length

/** @returns the position of `count` unused bytes in the pool. */
function reserve(count: number): number {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return used - count
}

/** Returns an unguessable text of `bytes` random bytes, at most 64, in base64url. */
export function randomText(bytes: number): string {
  const start = reserve(bytes)
  const text = pool.toString('base64url', start, start + bytes)
  // The bytes that were returned must not remain in memory.
  pool.fill(0, start, start + bytes)
  return text
}

/** Returns a number in [0, 1) in steps of 1/256, as needed to make a ULID. */
export const randomUnit = (): number => (pool[reserve(1)] ?? 0) / 256
