/**
 * Locks PIN entry after wrong tries: the fifth locks for 30 s, each further one for twice as long as the one before, at
 * most 15 min. The right PIN resets the count, which is on the disk. The time is measured by a monotonic clock, which
 * starts anew at a restart: then the lock lasts its full time once more (decision 70).
 */
const triesBeforeLock = 5
const firstLockMs = 30_000
const longestLockMs = 900_000

const lockMs = (count: number): number =>
  count < triesBeforeLock ? 0 : Math.min(firstLockMs * 2 ** (count - triesBeforeLock), longestLockMs)

/** Wrong tries left before the next lock; 0: each further one locks. */
export const triesLeft = (count: number): number => Math.max(0, triesBeforeLock - count)

export interface Lockouts {
  /** Remaining lock of this owner, in ms; 0: a PIN may be tried. @param count wrong tries so far */
  remaining(key: string, count: number): number
  /** Records a wrong try at this moment. */
  wrong(key: string): void
}

/** @param elapsed a monotonic clock, in ms */
export function createLockouts(elapsed: () => number): Lockouts {
  const started = elapsed()
  const last = new Map<string, number>()
  return {
    remaining: (key, count) => Math.max(0, (last.get(key) ?? started) + lockMs(count) - elapsed()),
    wrong: (key) => void last.set(key, elapsed()),
  }
}
