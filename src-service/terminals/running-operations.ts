import { randomUUID } from 'node:crypto'
import type { HeldBy } from '../../src-shared/api/errors.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import type { SessionDocument } from './rows.ts'
import type { StopCause } from './terminal-errors.ts'
import type { TerminalNews } from './terminal-events.ts'

/**
 * How far an operation has got, which decides whether it can be stopped: `stoppable` until a card is with the
 * processor, then `authorizing`, then `settled`: the outcome is written, and only the steps after it (signature,
 * printing) can be cut short. `selling` while a terminal that authorizes by itself has the sale: it can be requested to
 * stop, and only its answer shows whether it did.
 */
type Stage = 'stoppable' | 'selling' | 'authorizing' | 'settled'

export interface RunningOperation {
  /** Unique per operation across all nodes. */
  readonly id: string
  readonly hsn: string
  readonly name: OperationName
  readonly paymentIntentId: string | null
  /** The session that started it; the operation continues even if that session has ended since. */
  readonly session: SessionDocument
  /** Latest end, in ms of verified time. */
  readonly endsAt: number
  /** Aborted when the operation is stopped; `stopCause` is the reason. */
  readonly signal: AbortSignal
  stopCause(): StopCause | null
  /** The new holder of the terminal when the operation was stopped by force. */
  takenOverBy(): HeldBy | null
  stage(): Stage
  /**
   * Enters a stage: the card goes to the processor now, or `stoppable` again when the bank declined it and requires
   * another entry mode.
   * @returns false when the operation was stopped before: then the stage must not start, and the customer is not asked
   *   again.
   */
  enter(stage: Stage): boolean
  /** Records the customer's current step, for followers that start in the middle. */
  reached(progress: ProgressNews): void
  /** Null before the first step. */
  latest(): ProgressNews | null
  /** Resolves when the operation has ended. */
  readonly ended: Promise<void>
}

type ProgressNews = Extract<TerminalNews, { type: 'progress' }>

type Beginning = Pick<RunningOperation, 'hsn' | 'name' | 'paymentIntentId' | 'session' | 'endsAt'>

/** Allows one operation at a time on a terminal. */
export interface RunningOperations {
  /** @returns null when the terminal is busy with another operation. */
  begin(operation: Beginning): RunningOperation | null
  on(hsn: string): RunningOperation | null
  /** Requests the operation on this terminal to stop. Its own answer is the outcome. @param by who forces it */
  stop(hsn: string, cause: StopCause, by?: HeldBy): Stage | null
  end(operation: RunningOperation): void
  /** Stops all operations that can be stopped. Resolves when no operation runs any more. */
  stopAll(cause: StopCause): Promise<void>
}

export function createRunningOperations(): RunningOperations {
  const running = new Map<
    string,
    { operation: RunningOperation; stop(cause: StopCause, by?: HeldBy): void; end(): void }
  >()
  return {
    begin(what) {
      if (running.has(what.hsn)) return null
      const controller = new AbortController()
      let stage: Stage = 'stoppable'
      let cause: StopCause | null = null
      let takenOverBy: HeldBy | null = null
      let latest: ProgressNews | null = null
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      const operation: RunningOperation = {
        ...what,
        id: randomUUID(),
        signal: controller.signal,
        stopCause: () => cause,
        takenOverBy: () => takenOverBy,
        stage: () => stage,
        enter(next) {
          if (next !== 'settled' && cause !== null) return false
          stage = next
          return true
        },
        reached(progress) {
          latest = progress
        },
        latest: () => latest,
        ended,
      }
      const stop = (why: StopCause, by?: HeldBy) => {
        if (cause === null) takenOverBy = by ?? null
        cause ??= why
        controller.abort()
      }
      running.set(what.hsn, { operation, stop, end })
      return operation
    },
    on: (hsn) => running.get(hsn)?.operation ?? null,
    stop(hsn, cause, by) {
      const found = running.get(hsn)
      if (found === undefined) return null
      found.stop(cause, by)
      return found.operation.stage()
    },
    async stopAll(cause) {
      const all = [...running.values()]
      for (const { stop } of all) stop(cause)
      await Promise.all(all.map(({ operation }) => operation.ended))
    },
    end(operation) {
      const found = running.get(operation.hsn)
      if (found?.operation !== operation) return
      running.delete(operation.hsn)
      found.end()
    },
  }
}

/** Returns `auth_card` for `terminals.auth_card`: the name that the specification and the events use. */
export const shortName = (name: OperationName): string => name.replace(/^terminals\./, '')

/** A stopped operation as the followers of a session see it. */
export interface StoppedOperation {
  readonly command: string
  readonly payment_intent_id: string | null
}

/**
 * Stops the operation on a terminal.
 * @returns the operation if it was stopped before anything was charged; else null.
 */
export function stopRunning(
  running: RunningOperations,
  hsn: string,
  cause: StopCause,
  by?: HeldBy,
): StoppedOperation | null {
  const operation = running.on(hsn)
  const stage = running.stop(hsn, cause, by)
  if (operation === null || stage !== 'stoppable') return null
  return { command: shortName(operation.name), payment_intent_id: operation.paymentIntentId }
}
