import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import { randomText } from '../secrets/random.ts'
import { hashOfSecret } from '../secrets/secret-hash.ts'
import type { Services } from '../services.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import type { Write } from '../store/store.ts'
import { noLink } from './decide-user.ts'
import type { UserDocument, UserRow, UserSessionDocument } from './documents.ts'
import { sessionsOf } from './load.ts'
import { sessionLifeMs } from './session-cookie.ts'

export interface SignedIn {
  readonly user: UserDocument
  /** ms by verified time. */
  readonly expiresAt: number
  readonly secret: string
}

interface State {
  readonly user: UserRow
  /** The writes that delete sessions that are over. */
  readonly over: readonly Write[]
}

/**
 * Signs in with a link, once: the row's version lets only one of two clicks win. The browser has only one cookie, so
 * its former session is deleted; otherwise it would stay open and could not be ended.
 *
 * @param formerSecret the secret in the browser's cookie
 */
export async function signIn(
  services: Services,
  token: string,
  formerSecret: string | null,
): Promise<Result<SignedIn, ServiceError>> {
  const secret = randomText(32)
  const { store } = services
  const hash = hashOfSecret(token)
  const load = async (): Promise<Result<State, ServiceError>> => {
    const where = [{ column: 'login_hash', is: '=', value: hash }] as const
    const [user] = await store.list<UserDocument>('user', { where, limit: 1 })
    const now = services.clock.verified()
    if (user === undefined || user.document.status !== 'ACTIVE') return err(linkIsOver())
    if (now >= (user.document.login_until ?? 0)) return err(linkIsOver())
    const over = await sessionsOf(services, user, ({ expires_at }) => expires_at <= now)
    const former = await formerSession(store, formerSecret)
    const isOver = over.some((write) => write.op === 'delete' && write.id === former?.id)
    return ok({ user, over: former === null || isOver ? over : [...over, former] })
  }
  return runDecision<State, SignedIn>(services, {
    load,
    decide({ user, over }, { now, verified, newId }) {
      const next = changed(user, { ...noLink, last_sign_in: verified }, now)
      const expiresAt = verified + sessionLifeMs
      const session: UserSessionDocument & { readonly id: string } = {
        ...{ id: newId('user_session'), user_id: user.id, hash: hashOfSecret(secret), expires_at: expiresAt },
      }
      return ok({
        writes: [updateOf('user', next), inserted('user_session', user.account_id, session, now), ...over],
        events: [],
        reply: { user: next.document, expiresAt, secret },
      })
    },
  })
}

type DeleteWrite = Extract<Write, { op: 'delete' }>

/** Returns the write that deletes the browser's former session, whichever user's it is. */
async function formerSession(store: Services['store'], secret: string | null): Promise<DeleteWrite | null> {
  if (secret === null || secret === '') return null
  const where = [{ column: 'hash', is: '=', value: hashOfSecret(secret) }] as const
  const [row] = await store.list<UserSessionDocument>('user_session', { where, limit: 1 })
  if (row === undefined) return null
  return { op: 'delete', kind: 'user_session', account_id: row.account_id, id: row.id }
}

/** The same error for every reason, so that guessing reveals nothing. */
const linkIsOver = (): ServiceError =>
  serviceError(
    'resource_missing',
    'This link is no longer valid: it was used, it is older than 15 minutes, or a newer link has replaced it. Request another link.',
    { param: 'token' },
  )
