import type { AccessLevel } from '../caller.ts'
import type { UserDocument } from './documents.ts'

/** The part of a user that decides what the user may do. */
export type Rights = Pick<UserDocument, 'status' | 'role'>

const writes = (level: AccessLevel): boolean => level !== 'read_only' && level !== 'public'

/** Whether a user's key may have this level. A key may do no more than a sign-in of its maker (docs/decisions/0057). */
export const mayHaveMade = ({ status, role }: Rights, level: AccessLevel): boolean =>
  status === 'ACTIVE' && (role === 'ADMIN' || !writes(level))
