import { err, ok } from '../../src-shared/result.ts'
import type { HandlersOf } from '../http/handler.ts'
import { createWrongSecrets } from '../http/wrong-secrets.ts'
import { isoTime } from '../time/clock.ts'
import { userView } from './documents.ts'
import type { LoginServices } from './login-link.ts'
import { currentSession, endEverySession, endSession } from './own-session.ts'
import { endedCookie, sessionCookie } from './session-cookie.ts'
import { signIn } from './sign-in.ts'
import type { UserSessions } from './user-sessions.ts'

type SessionOperation = 'user_sessions.create' | 'user_sessions.current' | 'user_sessions.end'

/** Handlers for signing in with a link and for the session. */
export function sessionHandlers(
  services: LoginServices,
  openSessions: Pick<UserSessions, 'reportBegin' | 'reportEnd'>,
): HandlersOf<SessionOperation> {
  const { clock } = services
  const wrong = createWrongSecrets('links', () => performance.now())
  return {
    // Without an idempotency key: the link signs in only once, and a repeat gets no cookie.
    'user_sessions.create': async ({ body, address, sessionSecret, setHeader }) => {
      // A valid link always works: one person's guesses must not lock out everyone at the same address.
      const signed = await signIn(services, body.token, sessionSecret)
      if (!signed.ok) {
        const tooMany = wrong.count(address)
        return tooMany === null ? signed : err(tooMany)
      }
      const { user, expiresAt, secret } = signed.value
      setHeader('set-cookie', sessionCookie(secret))
      openSessions.reportBegin(secret)
      if (sessionSecret !== null) openSessions.reportEnd()
      return ok({ user: userView(user, clock), expires_at: isoTime(clock.dated(expiresAt)) })
    },

    'user_sessions.current': ({ caller, query }) => currentSession(services, caller, query.name ?? ''),

    'user_sessions.end': async ({ caller, query: { everywhere }, setHeader }) => {
      const end = everywhere === 'true' ? endEverySession : endSession
      const ended = await end(services, caller)
      if (ended.ok) setHeader('set-cookie', endedCookie)
      openSessions.reportEnd()
      return ended
    },
  }
}
