import type { OperationBody, OperationReply } from '../../src-shared/api/operations.ts'
import { err, type Result } from '../../src-shared/result.ts'
import {
  detailOf,
  isInUse,
  isSessionInvalid,
  reasonOf,
  type TerminalFailure,
} from '../service-calls/failures.ts'
import type { CommandQueue } from './command-queue.ts'
import { type OperationOnTerminal, runOnSession, waitMs } from './session.ts'
import type { SessionManager } from './session-manager.ts'

/** Commands that take no longer than this, in ms, need nothing from the customer. */
const briefMs = 15_000
/** The session must outlive the command by this much, in ms. */
const spareMs = 10_000

/**
 * How long to wait for an earlier command of this counter that the service reports as still running: longer than the 15
 * s for which a killed service leaves the terminal taken (operations-of-nodes.ts). The refused request did nothing, so
 * the same request is sent again.
 */
const ownLimit = { pauseMs: 500, tries: 40 }
/**
 * After this many tries the running command is an abandoned prompt, of a run that was killed or whose answer was lost.
 * It would block the next customer for its 2 min 30 s, so it is stopped; after as many more tries again, if that failed.
 */
const triesBeforeStop = 10

/** Runs a command in its turn, on a session that outlives it. */
export type RunOnTerminal = <Name extends OperationOnTerminal>(
  name: Name,
  body: Omit<OperationBody<Name>, 'hsn'>,
  options?: {
    readonly idempotencyKey?: string
    /** Cancels this command alone, not others that wait for the terminal or run on it. */
    readonly signal?: AbortSignal
  },
) => Promise<Result<OperationReply<Name>, TerminalFailure>>

export const createTerminalCommands =
  (
    sessions: Pick<SessionManager, 'ensure' | 'drop' | 'stoppedByOther' | 'isEndedByCancel' | 'stopCommand'>,
    queue: CommandQueue,
    { pauseMs = ownLimit.pauseMs } = {},
  ): RunOnTerminal =>
  (name, body, { signal, ...options } = {}) => {
    if (signal?.aborted) return Promise.resolve(err(cancelled))
    const lasting = waitMs[name] > briefMs
    return queue.run(
      async (turn) => {
        let waits = 0
        let isStopped = false
        for (let attempt = 1; ; ) {
          if (turn.isCancelled()) return err(cancelled)
          const held = await sessions.ensure(waitMs[name] + spareMs)
          if (!held.ok) return held
          if (turn.isCancelled()) return err(cancelled)
          turn.markSent()
          const { access, session } = held.value
          const result = await runOnSession(access, session, name, body, options)
          if (!mayRunOn(result)) turn.markOver()
          if (!result.ok && reasonOf(result.error) === 'taken_over') sessions.stoppedByOther(session)
          // Brief commands do not wait: a display text is not worth it.
          if (!result.ok && isOursStill(result.error) && lasting && waits < ownLimit.tries) {
            waits += 1
            // The printed receipt may belong to a sale whose card prompt is still running.
            if (waits % triesBeforeStop === 0 && !isStopped && name !== 'terminals.print_receipt')
              isStopped = (await sessions.stopCommand()).kind !== 'failed'
            await new Promise((resolve) => setTimeout(resolve, pauseMs))
            continue
          }
          if (result.ok || !isSessionInvalid(result.error)) return result
          sessions.drop(session)
          // Our own cancel has ended the session, perhaps while the bank was asked: this does not prove that the
          // command did not run.
          if (sessions.isEndedByCancel(session))
            return err({ kind: 'no_answer', reason: detailOf(result.error) })
          // The only error after which the command certainly did not run: connect again and send once more.
          if (attempt === 2) return result
          attempt += 1
        }
      },
      { lasting, signal, unsent: err(cancelled) },
    )
  }

/** Whether the terminal may run something of ours after this answer: this command, or the one that it is busy with. */
export const mayRunOn = (result: Result<unknown, TerminalFailure>): boolean =>
  !result.ok && (isOursStill(result.error) || reasonOf(result.error) === 'service_unreachable')

/** In use by ourselves: the service names any other holder. */
const isOursStill = (failure: TerminalFailure): boolean =>
  isInUse(failure) && failure.kind === 'refused' && failure.error.held_by === undefined

const cancelled: TerminalFailure = { kind: 'not_sent', reason: 'cancelled_by_cashier', detail: '' }
