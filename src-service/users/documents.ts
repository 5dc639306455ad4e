import type { User } from '../../src-shared/api/schemas/user.ts'
import { ok } from '../../src-shared/result.ts'
import type { Row } from '../store/store.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import type { DecisionResult } from '../use-case.ts'

/** A stored user. Its row belongs to the tenant. Times are in ms of verified time. */
export interface UserDocument extends Omit<User, 'last_sign_in'> {
  readonly last_sign_in: number | null
  /** SHA-256 of the token after the # of the only valid link; null if there is none. */
  readonly login_hash: string | null
  readonly login_until: number | null
  /** When links were made within the last hour. */
  readonly links_made: readonly number[]
}
export type UserRow = Row<UserDocument>

/** A sign-in. Its secret is in a cookie; only its SHA-256 is stored. */
export interface UserSessionDocument {
  readonly user_id: string
  readonly hash: string
  readonly expires_at: number
}

/** Returns the user without its link, even as a hash. */
export function userView(
  { login_hash: _, login_until: __, links_made: ___, last_sign_in, ...user }: UserDocument,
  { dated }: Pick<Clock, 'dated'>,
): User {
  return { ...user, last_sign_in: last_sign_in === null ? null : isoTime(dated(last_sign_in)) }
}

/** Turns the reply of a decision about a user into what callers see of the user. */
export const withView = (decision: DecisionResult<UserDocument>, clock: Pick<Clock, 'dated'>) =>
  decision.ok ? ok({ ...decision.value, reply: userView(decision.value.reply, clock) }) : decision
