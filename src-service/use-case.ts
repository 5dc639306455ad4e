import type { ServiceError } from '../src-shared/api/errors.ts'
import type { IdSource } from '../src-shared/ids.ts'
import type { Result } from '../src-shared/result.ts'
import type { Clock } from './clock.ts'
import type { NewEvent, Write } from './store/store.ts'

/** What a pure decision may use besides the state it was given. */
export interface DecisionContext {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What has surely come (clock.verified()), ms: what a deadline is counted from that nobody may hasten or delay. */
  readonly verified: number
  /** A verified time as others are shown it (clock.dated()). */
  readonly dated: Clock['dated']
  readonly newId: IdSource
}

/** What a use case decided: rows to write, events to publish, and the answer. The shell commits it as one. */
export interface Decided<Reply> {
  readonly writes: readonly Write[]
  readonly events: readonly NewEvent[]
  readonly reply: Reply
}

export type DecisionResult<Reply> = Result<Decided<Reply>, ServiceError>
