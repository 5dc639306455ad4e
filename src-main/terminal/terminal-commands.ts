import type { OperationBody, OperationReply } from '../../src-shared/api/operations.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { CommandQueue, Turn } from './command-queue.ts'
import { isSessionInvalid, type TerminalFailure } from './failures.ts'
import { type OperationOnTerminal, runOnSession, waitMs } from './session.ts'
import type { SessionManager } from './session-manager.ts'

/** What takes no longer than this asks nothing of the customer, ms. */
const briefMs = 15_000
/** The key must outlive the command, with this much to spare, ms. */
const spareMs = 10_000

/** Runs a command when its turn comes, on a session that outlives it. */
export type RunOnTerminal = <Name extends OperationOnTerminal>(
  name: Name,
  body: Omit<OperationBody<Name>, 'hsn'>,
  options?: { readonly idempotencyKey?: string },
) => Promise<Result<OperationReply<Name>, TerminalFailure>>

export const createTerminalCommands =
  (sessions: SessionManager, queue: CommandQueue): RunOnTerminal =>
  (name, body, options = {}) => {
    return queue.run(
      async (turn) => {
        const first = await attempt(turn)
        // The one error after which the command certainly did not run: connect again, replay once.
        return !first.ok && isSessionInvalid(first.error) ? attempt(turn) : first
      },
      { lasting: waitMs[name] > briefMs },
    )

    async function attempt(turn: Turn) {
      const held = await sessions.ensure(waitMs[name] + spareMs)
      if (!held.ok) return held
      if (turn.isCancelled()) return err(cancelled)
      turn.markSent()
      const { access, session } = held.value
      const result = await runOnSession(access, session, name, body, options)
      if (!result.ok && isSessionInvalid(result.error)) sessions.drop(session)
      return result
    }
  }

const cancelled: TerminalFailure = { kind: 'not_sent', reason: 'cancelled_by_cashier', detail: '' }
