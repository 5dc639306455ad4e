import type { KeyReach } from '../accounts/reach.ts'
import type { CallerSession } from '../caller.ts'
import { hashOfSecret } from '../secret-hash.ts'
import type { Services } from '../services.ts'
import type { Store } from '../store/store.ts'
import type { UserDocument, UserSessionDocument } from './documents.ts'

/** A user who is signed in, as a request is judged by it: like a key of that reach, by the user's id. */
export interface SignedInUser {
  readonly id: string
  readonly document: KeyReach
  readonly session: CallerSession
}

/** Finds who is signed in by the secret of a cookie. */
export interface UserSessions {
  /** @returns null when the session is over: too old, signed out, or of a user who is no longer active */
  resolve(secret: string): Promise<SignedInUser | null>
  /** Sessions of a user were ended here. */
  reportEnd(): void
  /** Called after each end: who holds on to an admission must ask again. */
  onEnded(listener: () => void): void
}

/**
 * Nothing is kept in between: a sign-out ends a session at once, on every node. People click far less often than
 * programs call.
 */
export function createUserSessions({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'list' | 'get'>
  readonly clock: Pick<Services['clock'], 'verified'>
}): UserSessions {
  const listeners: (() => void)[] = []
  return {
    reportEnd() {
      for (const listener of listeners) listener()
    },
    onEnded: (listener) => void listeners.push(listener),
    async resolve(secret) {
      if (secret === '') return null
      const where = [{ column: 'hash', is: '=', value: hashOfSecret(secret) }] as const
      const [session] = await store.list<UserSessionDocument>('user_session', { where, limit: 1 })
      if (session === undefined || session.document.expires_at <= clock.verified()) return null
      const { account_id: tenantId, document } = session
      const user = await store.get<UserDocument>('user', tenantId, document.user_id)
      if (user === null || user.document.status !== 'ACTIVE') return null
      const reach = reachOfUser(tenantId, user.document)
      return reach === null
        ? null
        : { id: user.id, document: reach, session: { id: session.id, user_id: user.id } }
    },
  }
}

/** @returns null for a user of nobody: a reach without a bound would be the whole tenant */
function reachOfUser(
  tenant_id: string,
  { role, business_id, partner_id }: Pick<UserDocument, 'role' | 'business_id' | 'partner_id'>,
): KeyReach | null {
  const readOnly = role === 'READ_ONLY'
  // A user of a business reaches all of it, also where its accounts are of another partner.
  if (business_id !== null) {
    const level = readOnly ? 'read_only' : 'business'
    return { tenant_id, level, business_id, partner_id: null, account_id: null }
  }
  if (partner_id === null) return null
  const level = readOnly ? 'read_only' : 'partner'
  return { tenant_id, level, business_id: null, partner_id, account_id: null }
}
