import { pause } from '../async/pause.ts'

/** What became of one request to stop. */
export type StopAnswer =
  /** It arrived, or the command is over. */
  | { readonly kind: 'delivered' }
  /** The terminal ran nothing. The request may have overtaken the command on its way to the service. */
  | { readonly kind: 'nothing_ran' }
  /** It was not, or perhaps not, carried out. The service may set a time before which not to repeat it, in ms. */
  | { readonly kind: 'failed'; readonly retryAfterMs: number | null }

/** Sends one request to the terminal to stop. */
export type StopRequest = () => Promise<StopAnswer>

/** The command that is to stop. */
interface Target {
  /** `unanswered`: it ended without an answer, so that the terminal may still run it. */
  readonly state: () => 'running' | 'unanswered' | 'over'
  /** Resolves when it does not run any more. */
  readonly ended: Promise<void>
}

/** Pauses between two requests, in ms. After a failure they double, so that an overloaded service is not pressed. */
const firstPauseMs = 250
const longestPauseMs = 2_000
/**
 * How long, in ms, a stop that finds nothing to stop is repeated, and one for a command without an answer: the next
 * command waits for its end. Counted from when that is known, so that a stop that was refused before still has this time.
 */
const mostMs = 10_000

/**
 * Requests a stop until it has arrived: while the command runs, however often the service refuses it, because the
 * customer is still prompted; for some time after the command has ended without an answer.
 */
export async function repeatStop(request: StopRequest, target: Target): Promise<void> {
  let limitedSince: number | null = null
  let failedPause = firstPauseMs
  for (;;) {
    const asked = performance.now()
    const answer = await request()
    const state = target.state()
    if (answer.kind === 'delivered' || state === 'over') return
    let pauseMs = firstPauseMs
    if (answer.kind === 'failed') {
      pauseMs = Math.max(failedPause, answer.retryAfterMs ?? 0)
      failedPause = Math.min(2 * failedPause, longestPauseMs)
    } else if (state === 'unanswered') return
    const isLimited = answer.kind === 'nothing_ran' || state === 'unanswered'
    limitedSince = isLimited ? (limitedSince ?? asked) : null
    if (limitedSince !== null && performance.now() - limitedSince + pauseMs > mostMs) return
    // At most until the command ends: the next one waits for this.
    const paused = pause(pauseMs)
    await (state === 'running' ? Promise.race([paused, target.ended]) : paused)
    if (target.state() === 'over') return
  }
}
