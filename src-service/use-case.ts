import type { ServiceError } from '../src-shared/api/errors.ts'
import type { IdSource } from '../src-shared/ids.ts'
import type { Result } from '../src-shared/result.ts'
import type { NewEvent, Write } from './store/store.ts'
import type { Clock } from './time/clock.ts'

/** What a pure decision may use besides its state. */
export interface DecisionContext {
  /** Milliseconds since the epoch. */
  readonly now: number
  /**
   * The verified time (clock.verified()), in ms: used for deadlines that nobody may shorten or extend by setting a
   * clock.
   */
  readonly verified: number
  /** Converts a verified time to the one shown to clients (clock.dated()). */
  readonly dated: Clock['dated']
  readonly newId: IdSource
}

/** The result of a decision: rows to write, events to publish, and the reply. The shell commits them atomically. */
export interface Decided<Reply> {
  readonly writes: readonly Write[]
  readonly events: readonly NewEvent[]
  readonly reply: Reply
}

/** Both decisions as one, with the reply of the second. */
export const bothDecided = <Reply>(first: Decided<unknown>, second: Decided<Reply>): Decided<Reply> => ({
  writes: [...first.writes, ...second.writes],
  events: [...first.events, ...second.events],
  reply: second.reply,
})

export type DecisionResult<Reply> = Result<Decided<Reply>, ServiceError>
