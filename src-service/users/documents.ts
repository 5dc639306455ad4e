import type { User } from '../../src-shared/api/schemas/user.ts'
import { ok } from '../../src-shared/result.ts'
import { type Clock, isoTime } from '../clock.ts'
import type { Row } from '../store/store.ts'
import type { DecisionResult } from '../use-case.ts'

/** A user as it is kept, under its tenant. Times are ms by verified time. */
export interface UserDocument extends Omit<User, 'last_sign_in'> {
  readonly last_sign_in: number | null
  /** SHA-256 of what stands behind the # of the one link that is good. */
  readonly login_hash: string | null
  readonly login_until: number | null
  /** When links were made, within the last hour. */
  readonly links_made: readonly number[]
}
export type UserRow = Row<UserDocument>

/** A sign-in. Its secret is in a cookie, and here as SHA-256. */
export interface UserSessionDocument {
  readonly user_id: string
  readonly hash: string
  readonly expires_at: number
}

/** Never its link, not even as a hash. */
export function userView(
  { login_hash: _, login_until: __, links_made: ___, last_sign_in, ...user }: UserDocument,
  { dated }: Pick<Clock, 'dated'>,
): User {
  return { ...user, last_sign_in: last_sign_in === null ? null : isoTime(dated(last_sign_in)) }
}

/** A decision about a user, whose reply is what callers see of them. */
export const withView = (decision: DecisionResult<UserDocument>, clock: Pick<Clock, 'dated'>) =>
  decision.ok ? ok({ ...decision.value, reply: userView(decision.value.reply, clock) }) : decision
