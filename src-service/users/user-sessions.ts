import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { KeyReach } from '../accounts/reach.ts'
import type { CallerSession } from '../caller.ts'
import { addressGroup } from '../http/address-group.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import { hashOfSecret } from '../secret-hash.ts'
import type { Services } from '../services.ts'
import type { Store } from '../store/store.ts'
import type { UserDocument, UserSessionDocument } from './documents.ts'
import { sessionEnded } from './session-ended.ts'

/** A user who is signed in, as a request is judged by it: like a key of that reach, by the user's id. */
export interface SignedInUser {
  readonly id: string
  readonly document: KeyReach
  readonly session: CallerSession
}

/** Finds who is signed in by the secret of a cookie. */
export interface UserSessions {
  /** @param address that it comes from @returns session_ended, or rate_limited after too many cookies that are none */
  resolve(secret: string, address: string): Promise<Result<SignedInUser, ServiceError>>
  /** Whether a session that was resolved here before goes on. */
  isOpen(secret: string): Promise<boolean>
  /** A session begins here. */
  reportBegin(secret: string): void
  /** Sessions of a user were ended here. */
  reportEnd(): void
  /** Called after each end: who holds on to an admission must ask again. */
  onEnded(listener: () => void): void
}

/** Cookies of one address that are of no session: a burst of them is looked up, then one in two seconds. */
const wrongCookies = { capacity: 60, perSecond: 0.5 }
/** Sessions that this node has found before: they are looked up whoever else is at their address. */
const mostKnown = 20_000

/**
 * Nothing is kept in between but that a cookie was good once: a sign-out ends a session at once, on every node. People click
 * far less often than programs call.
 *
 * @param steady milliseconds of a steady clock
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
  const guesses = createTokenBuckets(wrongCookies, steady)
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
      const group = addressGroup(address)
      // Taken before the look-up, so that many at once do not pass together; given back for a good one.
      const isKnown = known.has(hash)
      const { secondsToWait } = isKnown ? { secondsToWait: 0 } : guesses.take(group)
      if (secondsToWait > 0) return err(tooManyCookies(secondsToWait))
      const user = await find(hash)
      if (user === null) {
        known.delete(hash)
        return err(sessionEnded())
      }
      remember(hash)
      if (!isKnown) guesses.giveBack(group)
      return ok(user)
    },
  }
}

const tooManyCookies = (seconds: number): ServiceError =>
  serviceError('rate_limited', `Too many sessions that there are not were tried. Wait ${seconds} s.`, {
    retryAfter: seconds,
  })

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
