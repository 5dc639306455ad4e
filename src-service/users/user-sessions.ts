import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { KeyReach } from '../accounts/reach.ts'
import type { CallerSession } from '../caller.ts'
import { createWrongSecrets } from '../http/wrong-secrets.ts'
import { hashOfSecret } from '../secrets/secret-hash.ts'
import type { Services } from '../services.ts'
import type { Store } from '../store/store.ts'
import type { UserDocument, UserSessionDocument } from './documents.ts'
import { sessionEnded } from './session-ended.ts'

/** A signed-in user as requests are checked against it: like a key of that reach, with the id of the user. */
export interface SignedInUser {
  readonly id: string
  readonly document: KeyReach
  readonly session: CallerSession
}

/** Finds the signed-in user by the secret of a cookie. */
export interface UserSessions {
  /** @param address of the client @returns the error session_ended, or rate_limited after too many invalid cookies */
  resolve(secret: string, address: string): Promise<Result<SignedInUser, ServiceError>>
  /** Whether a session that was resolved here before is still open. */
  isOpen(secret: string): Promise<boolean>
  /** Records that this process has begun a session. */
  reportBegin(secret: string): void
  /** Records that this process has ended sessions of a user. */
  reportEnd(): void
  /** The listener is called after each end: holders of an admission must check it again. */
  onEnded(listener: () => void): void
}

/** Maximum number of sessions that this node remembers as valid. The limit of their address does not apply to them. */
const mostKnown = 20_000

/**
 * Looks up every request's session and remembers only that a cookie was once valid, so that a sign-out ends a session
 * at once on every node. This is affordable because people click far less often than programs call.
 *
 * @param steady ms of a monotonic clock
 */
export function createUserSessions(
  {
    store,
    clock,
  }: {
    readonly store: Pick<Store, 'list' | 'get'>
    readonly clock: Pick<Services['clock'], 'verified'>
  },
  steady: () => number,
): UserSessions {
  const listeners: (() => void)[] = []
  const wrong = createWrongSecrets('sessions', steady)
  const known = new Set<string>()
  const remember = (hash: string): void => {
    known.delete(hash)
    known.add(hash)
    const [oldest] = known
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  }

  async function find(hash: string): Promise<SignedInUser | null> {
    const where = [{ column: 'hash', is: '=', value: hash }] as const
    const [session] = await store.list<UserSessionDocument>('user_session', { where, limit: 1 })
    if (session === undefined || session.document.expires_at <= clock.verified()) return null
    const { account_id: tenantId, document } = session
    const user = await store.get<UserDocument>('user', tenantId, document.user_id)
    if (user === null || user.document.status !== 'ACTIVE') return null
    const reach = reachOfUser(tenantId, user.document)
    return reach === null
      ? null
      : { id: user.id, document: reach, session: { id: session.id, user_id: user.id } }
  }

  return {
    reportBegin: (secret) => remember(hashOfSecret(secret)),
    reportEnd() {
      for (const listener of listeners) listener()
    },
    onEnded: (listener) => void listeners.push(listener),
    isOpen: async (secret) => secret !== '' && (await find(hashOfSecret(secret))) !== null,
    async resolve(secret, address) {
      if (secret === '') return err(sessionEnded())
      const hash = hashOfSecret(secret)
      // Taken before the look-up, so that concurrent requests cannot exceed the limit. Given back for a valid cookie.
      const isKnown = known.has(hash)
      const tooMany = isKnown ? null : wrong.count(address)
      if (tooMany !== null) return err(tooMany)
      const user = await find(hash)
      if (user === null) {
        known.delete(hash)
        return err(sessionEnded())
      }
      remember(hash)
      if (!isKnown) wrong.giveBack(address)
      return ok(user)
    },
  }
}

/** @returns null for a user without an owner: a reach without a bound would be the whole tenant */
function reachOfUser(
  tenant_id: string,
  { role, business_id, partner_id }: Pick<UserDocument, 'role' | 'business_id' | 'partner_id'>,
): KeyReach | null {
  const readOnly = role === 'READ_ONLY'
  // A user of a business reaches all of it, even accounts that belong to another partner.
  if (business_id !== null) {
    const level = readOnly ? 'read_only' : 'business'
    return { tenant_id, level, business_id, partner_id: null, account_id: null }
  }
  if (partner_id === null) return null
  const level = readOnly ? 'read_only' : 'partner'
  return { tenant_id, level, business_id: null, partner_id, account_id: null }
}
