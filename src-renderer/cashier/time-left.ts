/** The service abandons a transaction after 2 min 30 s (section 8). */
export const transactionMs = 150_000

/** Below this the time left is shown as urgent, in ms. */
const urgentMs = 30_000

export interface TimeLeft {
  readonly seconds: number
  /** For example 2:05. */
  readonly text: string
  /** Share of the whole time that is left, from 1 to 0. */
  readonly share: number
  readonly urgent: boolean
}

/**
 * @param endsAt ISO 8601. @param now ms since the epoch.
 * Never returns more than the whole time: the clock that set `endsAt` may differ from this one.
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
