import type { ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { ApiKeyDocument } from '../accounts/documents.ts'
import type { KeyDirectory } from '../accounts/keys.ts'
import { accessOf, keysBeyond, revokeBeyond, revoked } from '../api-keys/made-by.ts'
import { runDecision } from '../commit.ts'
import type { HandlersOf } from '../http/handler.ts'
import type { Row, Write } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { decideSignedOut, decideStatus, decideUpdateUser } from './decide-user.ts'
import { type UserDocument, type UserRow, withView } from './documents.ts'
import { type AdministratorChange, otherAdministrator, stillAdministrator } from './last-administrator.ts'
import { loadUser, refuseSameEmail, sessionsOf } from './load.ts'
import type { LoginServices } from './login-link.ts'
import type { UserSessions } from './user-sessions.ts'

interface WithSessions {
  readonly user: UserRow
  readonly sessions: readonly Write[]
}
interface WithOther extends WithSessions {
  /** The administrator who remains when this user is no longer one. */
  readonly other: UserRow | null
}

type Keys = readonly Row<ApiKeyDocument>[]

type ChangeOperation = 'users.update' | 'users.set_status' | 'users.sign_out'

/**
 * Operations that may change a user's rights. They end sessions, and revoke keys that the user may not have before or
 * after the change: those that a change before missed (revokeBeyond) would return with the rights.
 */
export function changeHandlers(
  services: LoginServices,
  openSessions: Pick<UserSessions, 'reportEnd'>,
  keys: Pick<KeyDirectory, 'forget'>,
): HandlersOf<ChangeOperation> {
  const { store, clock } = services
  const withMessage = (decision: DecisionResult<UserDocument>, message: string) => {
    const seen = withView(decision, clock)
    return seen.ok ? ok({ ...seen.value, reply: { message, user: seen.value.reply } }) : seen
  }
  const withSessions = async (caller: Parameters<typeof loadUser>[1], id: string) => {
    const user = await loadUser(services, caller, id)
    return user.ok ? ok({ user: user.value, sessions: await sessionsOf(services, user.value) }) : user
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
  /** Drops the user's revoked keys from this process: one may have been read just as its maker's rights returned. */
  const forgetAll = (made: Keys): void => {
    for (const { document } of made) keys.forget(document.hash)
  }

  return {
    'users.update': async ({ caller, params: { id }, body, idempotency }) => {
      const { tenantId } = caller
      const { role, email } = body
      let made: Keys = []
      const updated = await runDecision(services, {
        allowedBy: () => accessOf(store, caller),
        load: async () => {
          const after = role === undefined ? {} : { role }
          const loaded = await withOther(caller, id, { after, param: 'role' })
          if (!loaded.ok) return loaded
          const { document } = loaded.value.user
          if (role !== undefined)
            made = await keysBeyond(store, tenantId, id, document, { ...document, role })
          if (email === undefined) return loaded
          const same = await refuseSameEmail(services, { ...document, tenant_id: tenantId }, email, id)
          return same.ok ? loaded : same
        },
        decide: ({ user, sessions, other }: WithOther, context) =>
          withView(
            guarded(other, revoking(made, decideUpdateUser(user, body, sessions, context), context), context),
            clock,
          ),
        idempotency,
      })
      if (email !== undefined) openSessions.reportEnd()
      if (updated.ok) forgetAll(made)
      // A key may have been made in the meantime.
      if (updated.ok && role === 'READ_ONLY') await revokeBeyond(services, keys, tenantId, id)
      return updated
    },

    'users.set_status': async ({ caller, params: { id }, body: { status }, idempotency }) => {
      let made: Keys = []
      const set = await runDecision(services, {
        allowedBy: () => accessOf(store, caller),
        load: async () => {
          const loaded = await withOther(caller, id, { after: { status }, param: 'status' })
          if (!loaded.ok) return loaded
          const { document } = loaded.value.user
          made = await keysBeyond(store, caller.tenantId, id, document, { ...document, status })
          return loaded
        },
        decide: ({ user, sessions, other }: WithOther, context) =>
          withMessage(
            guarded(other, revoking(made, decideStatus(user, status, sessions, context), context), context),
            status === 'ACTIVE'
              ? 'The user can sign in.'
              : 'The user is signed out and can no longer sign in. The keys that the user created are revoked.',
          ),
        idempotency,
      })
      openSessions.reportEnd()
      if (set.ok) forgetAll(made)
      if (set.ok && status === 'INACTIVE') await revokeBeyond(services, keys, caller.tenantId, id)
      return set
    },

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
  }
}

/** Adds the write of the other administrator's row if the change depends on it. */
const guarded = <Reply>(other: UserRow | null, decision: DecisionResult<Reply>, { now }: DecisionContext) =>
  decision.ok
    ? ok({ ...decision.value, writes: [...decision.value.writes, ...stillAdministrator(other, now)] })
    : decision

const revoking = <Reply>(made: Keys, decision: DecisionResult<Reply>, { now }: DecisionContext) =>
  decision.ok
    ? ok({ ...decision.value, writes: [...decision.value.writes, ...revoked(made, now)] })
    : decision
