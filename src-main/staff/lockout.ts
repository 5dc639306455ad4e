/**
 * How long no PIN is taken after wrong ones: the fifth locks for 30 s, each further one for twice as long as the one
 * before, at most 15 min. The right PIN begins anew.
 */
export interface WrongTries {
  readonly count: number
  /** When the last one was, ms since the epoch. */
  readonly last: number
}

export const noWrongTries: WrongTries = { count: 0, last: 0 }

const triesBeforeLock = 5
const firstLockMs = 30_000
const longestLockMs = 900_000

const lockMs = (count: number): number =>
  count < triesBeforeLock ? 0 : Math.min(firstLockMs * 2 ** (count - triesBeforeLock), longestLockMs)

/** Until when it is locked, ms since the epoch; null when it is not. */
export function lockedUntil(wrong: WrongTries, now: number): number | null {
  const { count, last } = notInTheFuture(wrong, now)
  const until = last + lockMs(count)
  return until > now ? until : null
}

/** After the clock was set back, the lock lasts as long as it always does, counted from now. */
export const notInTheFuture = (wrong: WrongTries, now: number): WrongTries =>
  wrong.last > now ? { ...wrong, last: now } : wrong

export const anotherWrong = ({ count }: WrongTries, now: number): WrongTries => ({
  count: count + 1,
  last: now,
})
