import type { CurrentUserSession } from '../../src-shared/api/schemas/user.ts'
import { accountsOf } from './scope.ts'

export type KeyLevel = 'partner' | 'business' | 'account' | 'read_only' | 'public'

/** The rights that the user can give to a key. Keys of one account need an account, which a new partner has none of. */
export function keyLevelsFor(session: Pick<CurrentUserSession, 'level' | 'businesses'>): readonly KeyLevel[] {
  return [
    ...(session.level === 'partner' ? (['partner'] as const) : []),
    ...(session.businesses.length > 0 ? (['business'] as const) : []),
    ...(accountsOf(session).length > 0 ? (['account', 'read_only', 'public'] as const) : []),
  ]
}
