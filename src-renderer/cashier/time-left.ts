/** The service gives a transaction up after 2 min 30 s (section 8). */
export const transactionMs = 150_000

/** From here on the time left is shown as running out. */
const urgentMs = 30_000

export interface TimeLeft {
  readonly seconds: number
  /** Such as 2:05. */
  readonly text: string
  /** What is left of the whole, 1 to 0. */
  readonly share: number
  readonly urgent: boolean
}

/**
 * @param endsAt ISO 8601. @param now ms since the epoch.
 * Never more than the whole time: the clock that set `endsAt` need not agree with this one.
 */
export function timeLeft(endsAt: string, now: number): TimeLeft {
  const ms = Math.min(Math.max(Date.parse(endsAt) - now, 0), transactionMs)
  const seconds = Math.ceil(ms / 1000)
  return {
    seconds,
    text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    share: (seconds * 1000) / transactionMs,
    urgent: ms <= urgentMs,
  }
}
