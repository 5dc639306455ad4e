import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

/** Somebody who may has approved it. */
export interface Approval {
  /** Whose PIN was typed, or who is signed in; null where nobody is set up. */
  readonly by: string | null
}
export type Approved = Result<Approval, CommandRefusal>

/** It was not needed. */
export const nobodyAsked: Approval = { by: null }

export const approvedUnless = (refused: CommandRefusal | null, by: string | null = null): Approved =>
  refused === null ? ok({ by }) : err(refused)
