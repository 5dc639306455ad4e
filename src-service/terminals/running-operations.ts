import { randomUUID } from 'node:crypto'
import type { HeldBy } from '../../src-shared/api/errors.ts'
import type { OperationName } from '../../src-shared/api/operations.ts'
import type { SessionDocument } from './rows.ts'
import type { StopCause } from './terminal-errors.ts'
import type { TerminalNews } from './terminal-events.ts'

/**
 * How far an operation is, for whoever wants to stop it:
 * `stoppable` until a card is with the processor, then `authorizing`, then `settled`: the outcome is written and
 * only its aftermath (signature, printing) can still be cut short. `selling` while a terminal that authorizes by itself
 * has the sale: it may be asked to stop, and only its answer tells whether it did.
 */
type Stage = 'stoppable' | 'selling' | 'authorizing' | 'settled'

export interface RunningOperation {
  /** Another one for each operation, on any node. */
  readonly id: string
  readonly hsn: string
  readonly name: OperationName
  readonly paymentIntentId: string | null
  /** The session it was begun with, which may have ended since: it goes on all the same. */
  readonly session: SessionDocument
  /** When it is over at the latest, ms by verified time. */
  readonly endsAt: number
  /** Aborted when it is stopped; `stopCause` names by whom. */
  readonly signal: AbortSignal
  stopCause(): StopCause | null
  /** Who has the terminal instead, when it was stopped by force. */
  takenOverBy(): HeldBy | null
  stage(): Stage
  /**
   * The card goes to the processor now; `stoppable` again where the bank has declined it and wants it in another way.
   * @returns false when it was stopped before: then it must not, and nobody is asked again.
   */
  enter(stage: Stage): boolean
  /** Keeps the step that the customer is at, for those who begin to follow in the middle. */
  reached(progress: ProgressNews): void
  /** Null before the first step. */
  latest(): ProgressNews | null
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
}

type ProgressNews = Extract<TerminalNews, { type: 'progress' }>

type Beginning = Pick<RunningOperation, 'hsn' | 'name' | 'paymentIntentId' | 'session' | 'endsAt'>

/** One operation at a time on a terminal. */
export interface RunningOperations {
  /** @returns null when the terminal is busy with another one. */
  begin(operation: Beginning): RunningOperation | null
  on(hsn: string): RunningOperation | null
  /** Asks the operation on this terminal to stop. Its own answer is the outcome. @param by whoever forces it */
  stop(hsn: string, cause: StopCause, by?: HeldBy): Stage | null
  end(operation: RunningOperation): void
  /** Stops all that can be stopped. Resolves when nothing runs any more. */
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

/** `auth_card` of `terminals.auth_card`: the name that the specification and the events use. */
export const shortName = (name: OperationName): string => name.replace(/^terminals\./, '')

/** As the followers of a session read it. */
export interface StoppedOperation {
  readonly command: string
  readonly payment_intent_id: string | null
}

/**
 * Stops what runs on a terminal.
 *
 * @returns what was stopped in time, so that nothing was charged by it; null when nothing was.
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
