import type { OperationBody, OperationReply } from '../../src-shared/api/operations.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { CommandQueue } from './command-queue.ts'
import { detailOf, isInUse, isSessionInvalid, reasonOf, type TerminalFailure } from './failures.ts'
import { type OperationOnTerminal, runOnSession, waitMs } from './session.ts'
import type { SessionManager } from './session-manager.ts'

/** What takes no longer than this asks nothing of the customer, ms. */
const briefMs = 15_000
/** The key must outlive the command, with this much to spare, ms. */
const spareMs = 10_000

/**
 * How long what this counter asked for before is waited for, where the service says that it still runs: longer than the
 * 15 s for which a service that was killed in its midst leaves the terminal taken (operations-of-nodes.ts). Nothing was
 * done, so the same request is sent again.
 */
const ownLimit = { pauseMs: 500, tries: 40 }
/**
 * What has not ended by itself after so many tries is a prompt that nobody waits for, of a run that was killed or whose
 * answer was lost: it would stand for its 2 min 30 s, in the way of the next customer.
 */
const triesBeforeStop = 10

/** Runs a command when its turn comes, on a session that outlives it. */
export type RunOnTerminal = <Name extends OperationOnTerminal>(
  name: Name,
  body: Omit<OperationBody<Name>, 'hsn'>,
  options?: {
    readonly idempotencyKey?: string
    /** Cancels this command alone, and nothing else that waits for the terminal or runs on it. */
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
        for (let attempt = 1; ; ) {
          if (turn.isCancelled()) return err(cancelled)
          const held = await sessions.ensure(waitMs[name] + spareMs)
          if (!held.ok) return held
          if (turn.isCancelled()) return err(cancelled)
          turn.markSent()
          const { access, session } = held.value
          const result = await runOnSession(access, session, name, body, options)
          if (!result.ok && reasonOf(result.error) === 'taken_over') sessions.stoppedByOther(session)
          // What asks nothing of the customer is not worth it: nobody waits for a display.
          if (!result.ok && isOursStill(result.error) && lasting && waits < ownLimit.tries) {
            waits += 1
            // A receipt that is printed may belong to a sale whose card is still asked for.
            if (waits === triesBeforeStop && name !== 'terminals.print_receipt') await sessions.stopCommand()
            await new Promise((resolve) => setTimeout(resolve, pauseMs))
            continue
          }
          if (result.ok || !isSessionInvalid(result.error)) return result
          // Our own cancel has ended the session, perhaps while the bank was asked: no proof that nothing ran.
          if (sessions.isEndedByCancel(session))
            return err({ kind: 'no_answer', reason: detailOf(result.error) })
          // The one error after which the command certainly did not run: connect again, replay once.
          sessions.drop(session)
          if (attempt === 2) return result
          attempt += 1
        }
      },
      { lasting, signal, unsent: err(cancelled) },
    )
  }

/** In use, and by nobody else: the service names whoever else it is. */
const isOursStill = (failure: TerminalFailure): boolean =>
  isInUse(failure) && failure.kind === 'refused' && failure.error.held_by === undefined

const cancelled: TerminalFailure = { kind: 'not_sent', reason: 'cancelled_by_cashier', detail: '' }
