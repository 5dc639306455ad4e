/**
 * How long no PIN is taken after wrong ones: the fifth locks for 30 s, each further one for twice as long as the one
 * before, at most 15 min. The right PIN begins anew. The count is on the disk. The time is that of a clock nobody can
 * set: after a restart, from which such a clock counts anew, the lock lasts its full time once more (decision 70).
 */
const triesBeforeLock = 5
const firstLockMs = 30_000
const longestLockMs = 900_000

const lockMs = (count: number): number =>
  count < triesBeforeLock ? 0 : Math.min(firstLockMs * 2 ** (count - triesBeforeLock), longestLockMs)

/** Wrong tries that are left before the next lock; 0: each further one locks. */
export const triesLeft = (count: number): number => Math.max(0, triesBeforeLock - count)

export interface Lockouts {
  /** How long this one is locked still, ms; 0: a PIN may be tried. @param count wrong tries so far */
  remaining(key: string, count: number): number
  /** A try was wrong just now. */
  wrong(key: string): void
}

/** @param elapsed milliseconds that only go forward, whatever somebody sets the clock to. */
export function createLockouts(elapsed: () => number): Lockouts {
  const started = elapsed()
  const last = new Map<string, number>()
  return {
    remaining: (key, count) => Math.max(0, (last.get(key) ?? started) + lockMs(count) - elapsed()),
    wrong: (key) => void last.set(key, elapsed()),
  }
}
