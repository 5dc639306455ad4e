import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok } from '../../src-shared/result.ts'
import { isoTime } from '../clock.ts'
import { addressGroup } from '../http/address-group.ts'
import type { HandlersOf } from '../http/handler.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import { userView } from './documents.ts'
import type { LoginServices } from './login-link.ts'
import { currentSession, endSession } from './own-session.ts'
import { endedCookie, sessionCookie } from './session-cookie.ts'
import { signIn } from './sign-in.ts'
import type { UserSessions } from './user-sessions.ts'

/** Limit of failed sign-ins from one address: a burst, then one every two seconds. */
const wrongLinks = { capacity: 60, perSecond: 0.5 }

const tooManySignIns = (seconds: number): ServiceError =>
  serviceError('rate_limited', `Too many invalid links were tried. Wait ${seconds} s.`, {
    retryAfter: seconds,
  })

type SessionOperation = 'user_sessions.create' | 'user_sessions.current' | 'user_sessions.end'

/** Handlers for signing in with a link and for the session. */
export function sessionHandlers(
  services: LoginServices,
  openSessions: Pick<UserSessions, 'reportBegin' | 'reportEnd'>,
): HandlersOf<SessionOperation> {
  const { clock } = services
  const guesses = createTokenBuckets(wrongLinks, () => performance.now())
  return {
    // Without an idempotency key: the link signs in only once, and a repeat gets no cookie.
    'user_sessions.create': async ({ body, address, sessionSecret, setHeader }) => {
      // A valid link always works: one person's guesses must not lock out everyone at the same address.
      const signed = await signIn(services, body.token, sessionSecret)
      if (!signed.ok) {
        const { secondsToWait } = guesses.take(addressGroup(address))
        return secondsToWait > 0 ? err(tooManySignIns(secondsToWait)) : signed
      }
      const { user, expiresAt, secret } = signed.value
      setHeader('set-cookie', sessionCookie(secret))
      openSessions.reportBegin(secret)
      if (sessionSecret !== null) openSessions.reportEnd()
      return ok({ user: userView(user, clock), expires_at: isoTime(clock.dated(expiresAt)) })
    },

    'user_sessions.current': ({ caller, query }) => currentSession(services, caller, query.name ?? ''),

    'user_sessions.end': async ({ caller, query: { everywhere }, setHeader }) => {
      const ended = await endSession(services, caller, everywhere === 'true')
      if (ended.ok) setHeader('set-cookie', endedCookie)
      openSessions.reportEnd()
      return ended
    },
  }
}
