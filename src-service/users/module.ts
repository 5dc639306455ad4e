import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { userOperations } from '../../src-shared/api/operations/users.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { ApiKeyDocument } from '../accounts/documents.ts'
import type { KeyDirectory } from '../accounts/keys.ts'
import { reachOfCaller } from '../accounts/reach.ts'
import { keysBeyond, revokeBeyond, revoked } from '../api-keys/made-by.ts'
import { isoTime } from '../clock.ts'
import { runDecision } from '../commit.ts'
import { addressGroup } from '../http/address-group.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import type { ServiceModule } from '../services.ts'
import { filteredRows } from '../store/filtered-rows.ts'
import { readPage } from '../store/read-page.ts'
import type { Row, Write } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { decideCreateUser, decideSignedOut, decideStatus, decideUpdateUser } from './decide-user.ts'
import { type UserDocument, type UserRow, userView } from './documents.ts'
import { type AdministratorChange, otherAdministrator, stillAdministrator } from './last-administrator.ts'
import { loadUser, ownerOfNewUser, refuseSameEmail, sessionsOf, userInReach } from './load.ts'
import { type LoginServices, makeLoginUrl } from './login-link.ts'
import { currentSession, endSession } from './own-session.ts'
import { endedCookie, sessionCookie } from './session-cookie.ts'
import { signIn } from './sign-in.ts'
import type { UserSessions } from './user-sessions.ts'

/** Sign-ins of one address that are not right: a burst of them, then one in two seconds. */
const wrongLinks = { capacity: 60, perSecond: 0.5 }

const tooManySignIns = (seconds: number): ServiceError =>
  serviceError('rate_limited', `Too many links that are not good were tried. Wait ${seconds} s.`, {
    retryAfter: seconds,
  })

/**
 * Sections 2.11, 3.7 and 4.5: the people who may sign in to the portal.
 */
export function usersModule(
  services: LoginServices,
  openSessions: Pick<UserSessions, 'reportBegin' | 'reportEnd'>,
  keys: Pick<KeyDirectory, 'forget'>,
): ServiceModule<keyof typeof userOperations> {
  const { store, clock } = services
  const guesses = createTokenBuckets(wrongLinks, () => performance.now())
  const shown = (decision: DecisionResult<UserDocument>) =>
    decision.ok ? ok({ ...decision.value, reply: userView(decision.value.reply, clock) }) : decision
  const withMessage = (decision: DecisionResult<UserDocument>, message: string) => {
    const seen = shown(decision)
    return seen.ok ? ok({ ...seen.value, reply: { message, user: seen.value.reply } }) : seen
  }
  const withSessions = async (caller: Parameters<typeof loadUser>[1], id: string) => {
    const user = await loadUser(services, caller, id)
    return user.ok ? ok({ user: user.value, sessions: await sessionsOf(services, user.value) }) : user
  }
  interface WithSessions {
    readonly user: UserRow
    readonly sessions: readonly Write[]
  }
  interface WithOther extends WithSessions {
    /** The administrator who is left when this user is one no more. */
    readonly other: UserRow | null
  }
  const withOther = async (
    caller: Parameters<typeof loadUser>[1],
    id: string,
    change: AdministratorChange,
  ): Promise<Result<WithOther, ServiceError>> => {
    const loaded = await withSessions(caller, id)
    if (!loaded.ok) return loaded
    const other = await otherAdministrator(services, caller, loaded.value.user, change)
    return other.ok ? ok({ ...loaded.value, other: other.value }) : other
  }
  /** With the other administrator's row, where the change hangs on it. */
  const guarded = <Reply>(
    other: UserRow | null,
    decision: DecisionResult<Reply>,
    { now }: DecisionContext,
  ) =>
    decision.ok
      ? ok({ ...decision.value, writes: [...decision.value.writes, ...stillAdministrator(other, now)] })
      : decision
  type Keys = readonly Row<ApiKeyDocument>[]
  const revoking = <Reply>(made: Keys, decision: DecisionResult<Reply>, { now }: DecisionContext) =>
    decision.ok
      ? ok({ ...decision.value, writes: [...decision.value.writes, ...revoked(made, now)] })
      : decision
  /** Once a user may do less: nobody here takes its keys any more, nor one that was made meanwhile. */
  const keysFollow = async (tenantId: string, id: string, made: Keys): Promise<void> => {
    for (const { document } of made) keys.forget(document.hash)
    await revokeBeyond(services, keys, tenantId, id)
  }

  return {
    handlers: {
      'users.list': async ({ caller, query: { email, type, business_id, ...query } }) => {
        const own = reachOfCaller(caller)
        const filters = [
          ['email', email?.toLowerCase()],
          ['type', type],
          ['business_id', business_id],
          ['business_id', caller.businessId],
          // No other user is within the reach of a business: the rows of the tenant are not gone through for it.
          ['business_id', own?.business_id ?? undefined],
        ] as const
        const where = filters.flatMap(([column, value]) =>
          value === undefined ? [] : [{ column, is: '=' as const, value }],
        )
        const seen = filteredRows<UserDocument>(
          store,
          'user',
          async ({ document }) => own !== null && userInReach(services, own, document),
        )
        const page = await readPage<UserDocument>(
          seen,
          { kind: 'user', accountIds: [caller.tenantId], where },
          query,
        )
        if (!page.ok) return page
        return ok({ ...page.value, data: page.value.data.map((user) => userView(user, clock)) })
      },

      'users.create': ({ caller, body: { business_id, ...body }, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const owner = await ownerOfNewUser(services, caller, business_id)
            if (!owner.ok) return owner
            const same = await refuseSameEmail(services, owner.value, body.email, null)
            return same.ok ? owner : same
          },
          decide: (owner, context) => shown(decideCreateUser(owner, body, context)),
          idempotency,
        }),

      'users.get': async ({ caller, params }) => {
        const user = await loadUser(services, caller, params.id)
        return user.ok ? ok(userView(user.value.document, clock)) : user
      },

      'users.update': async ({ caller, params: { id }, body, idempotency }) => {
        const { tenantId } = caller
        const { role, email } = body
        let made: Keys = []
        const updated = await runDecision(services, {
          load: async () => {
            const after = role === undefined ? {} : { role }
            const loaded = await withOther(caller, id, { after, param: 'role' })
            if (!loaded.ok) return loaded
            const { document } = loaded.value.user
            if (role === 'READ_ONLY') made = await keysBeyond(store, tenantId, id, { ...document, role })
            if (email === undefined) return loaded
            const same = await refuseSameEmail(services, { ...document, tenant_id: tenantId }, email, id)
            return same.ok ? loaded : same
          },
          decide: ({ user, sessions, other }: WithOther, context) =>
            shown(
              guarded(
                other,
                revoking(made, decideUpdateUser(user, body, sessions, context), context),
                context,
              ),
            ),
          idempotency,
        })
        if (updated.ok && role === 'READ_ONLY') await keysFollow(tenantId, id, made)
        if (email !== undefined) openSessions.reportEnd()
        return updated
      },

      'users.set_status': async ({ caller, params: { id }, body: { status }, idempotency }) => {
        let made: Keys = []
        const set = await runDecision(services, {
          load: async () => {
            const loaded = await withOther(caller, id, { after: { status }, param: 'status' })
            if (loaded.ok && status === 'INACTIVE') {
              made = await keysBeyond(store, caller.tenantId, id, { ...loaded.value.user.document, status })
            }
            return loaded
          },
          decide: ({ user, sessions, other }: WithOther, context) =>
            withMessage(
              guarded(other, revoking(made, decideStatus(user, status, sessions, context), context), context),
              status === 'ACTIVE'
                ? 'The user may sign in.'
                : 'The user is signed out and may not sign in; the keys that it made are revoked.',
            ),
          idempotency,
        })
        if (set.ok && status === 'INACTIVE') await keysFollow(caller.tenantId, id, made)
        openSessions.reportEnd()
        return set
      },

      'users.login_url': ({ caller, params }) => makeLoginUrl(services, caller, params.id),

      'users.sign_out': async ({ caller, params: { id }, idempotency }) => {
        const ended = await runDecision(services, {
          load: () => withSessions(caller, id),
          decide: ({ user, sessions }: WithSessions, context) =>
            withMessage(
              decideSignedOut(user, user.document.status, sessions, context),
              'The user is signed out everywhere.',
            ),
          idempotency,
        })
        openSessions.reportEnd()
        return ended
      },

      // Without an idempotency key: who has the link signs in by it once, and gets no cookie again by a repeat.
      'user_sessions.create': async ({ body, address, sessionSecret, setHeader }) => {
        // A right link always passes: one person's guesses must not lock an office out.
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
    },
  }
}
