import type { CreateUserBody, UpdateUserBody } from '../../src-shared/api/schemas/user.ts'
import { ok } from '../../src-shared/result.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import type { Write } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { UserDocument, UserRow } from './documents.ts'

/** The owner of a user: a business (with its partner, if it has one) or a partner. */
export interface UserOwner {
  readonly tenant_id: string
  readonly business_id: string | null
  readonly partner_id: string | null
}

export function decideCreateUser(
  { tenant_id, business_id, partner_id }: UserOwner,
  { first_name, last_name, email, role = 'ADMIN' }: Omit<CreateUserBody, 'business_id'>,
  { now, newId }: DecisionContext,
): DecisionResult<UserDocument> {
  const user: UserDocument = {
    ...{ id: newId('user'), entity: 'user', email: email.toLowerCase() },
    type: business_id === null ? 'PARTNER' : 'BUSINESS',
    ...{ first_name, last_name, role, status: 'ACTIVE', business_id, partner_id },
    ...{ last_sign_in: null, login_hash: null, login_until: null, links_made: [] },
    ...{ created_at: isoTime(now), updated_at: isoTime(now) },
  }
  return ok({ writes: [inserted('user', tenant_id, user, now)], events: [], reply: user })
}

/**
 * A new address may be another person's mailbox, so it invalidates the link that was sent to the old one and ends the
 * user's sessions. @param sessions the writes that delete the user's sessions
 */
export function decideUpdateUser(
  row: UserRow,
  { email, ...given }: UpdateUserBody,
  sessions: readonly Write[],
  { now }: DecisionContext,
): DecisionResult<UserDocument> {
  const isMoved = email !== undefined && email.toLowerCase() !== row.document.email
  const address = isMoved ? { email: email.toLowerCase(), ...noLink } : {}
  const next = changed(row, { ...withoutGaps(given), ...address }, now)
  return ok({
    writes: [updateOf('user', next), ...(isMoved ? sessions : [])],
    events: [],
    reply: next.document,
  })
}

export const noLink = { login_hash: null, login_until: null } as const

function withoutGaps(given: Omit<UpdateUserBody, 'email'>): Partial<UserDocument> {
  const { first_name, last_name, role } = given
  return {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(role === undefined ? {} : { role }),
  }
}

/** Activating an active user changes nothing: a link that was sent stays valid. */
export function decideStatus(
  row: UserRow,
  status: UserDocument['status'],
  sessions: readonly Write[],
  context: DecisionContext,
): DecisionResult<UserDocument> {
  const { document } = row
  const stays = status === 'ACTIVE' && document.status === 'ACTIVE'
  if (stays) return ok({ writes: [], events: [], reply: document })
  return decideSignedOut(row, status, status === 'INACTIVE' ? sessions : [], context)
}

/** Signs the user out everywhere and sets its status. @param sessions the writes that delete the user's sessions */
export function decideSignedOut(
  row: UserRow,
  status: UserDocument['status'],
  sessions: readonly Write[],
  { now }: DecisionContext,
): DecisionResult<UserDocument> {
  const next = changed(row, { status, ...noLink }, now)
  return ok({ writes: [updateOf('user', next), ...sessions], events: [], reply: next.document })
}
