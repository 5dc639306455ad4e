import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

/** An approval by a person who has the right to give it. */
export interface Approval {
  /** The person whose PIN was typed, or who is signed in; null where no people are set up. */
  readonly by: string | null
}
export type Approved = Result<Approval, CommandRefusal>

/** The approval of a step that needs none. */
export const nobodyAsked: Approval = { by: null }

export const approvedUnless = (refused: CommandRefusal | null, by: string | null = null): Approved =>
  refused === null ? ok({ by }) : err(refused)
