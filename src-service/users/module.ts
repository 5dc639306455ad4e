import type { userOperations } from '../../src-shared/api/operations/users.ts'
import { ok } from '../../src-shared/result.ts'
import type { KeyDirectory } from '../accounts/keys.ts'
import { reachOfCaller } from '../accounts/reach.ts'
import { accessOf } from '../api-keys/made-by.ts'
import { runDecision } from '../commit.ts'
import type { ServiceModule } from '../services.ts'
import { filteredRows } from '../store/filtered-rows.ts'
import { equal } from '../store/filters.ts'
import { readPage, showPage } from '../store/read-page.ts'
import { changeHandlers } from './change-handlers.ts'
import { decideCreateUser } from './decide-user.ts'
import { type UserDocument, userView, withView } from './documents.ts'
import { loadUser, ownerOfNewUser, refuseSameEmail, userInReach } from './load.ts'
import { type LoginServices, makeLoginUrl } from './login-link.ts'
import { sessionHandlers } from './session-handlers.ts'
import type { UserSessions } from './user-sessions.ts'

/**
 * Sections 2.11, 3.7 and 4.5: the people who may sign in to the portal.
 */
export function usersModule(
  services: LoginServices,
  openSessions: Pick<UserSessions, 'reportBegin' | 'reportEnd'>,
  keys: Pick<KeyDirectory, 'forget'>,
): ServiceModule<keyof typeof userOperations> {
  const { store, clock } = services
  return {
    handlers: {
      'users.list': async ({ caller, query: { email, type, business_id, ...query } }) => {
        const own = reachOfCaller(caller)
        const where = [
          ...equal({ email: email?.toLowerCase(), type, business_id }),
          ...equal({ business_id: caller.businessId }),
          // A key of a business reaches no other users, so only the rows of the business are read.
          ...equal({ business_id: own?.business_id }),
        ]
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
        return showPage(page, (user) => userView(user, clock))
      },

      'users.create': ({ caller, body: { business_id, ...body }, idempotency }) =>
        runDecision(services, {
          allowedBy: () => accessOf(store, caller),
          load: async () => {
            const owner = await ownerOfNewUser(services, caller, business_id)
            if (!owner.ok) return owner
            const same = await refuseSameEmail(services, owner.value, body.email, null)
            return same.ok ? owner : same
          },
          decide: (owner, context) => withView(decideCreateUser(owner, body, context), clock),
          idempotency,
        }),

      'users.get': async ({ caller, params }) => {
        const user = await loadUser(services, caller, params.id)
        return user.ok ? ok(userView(user.value.document, clock)) : user
      },

      'users.login_url': ({ caller, params }) => makeLoginUrl(services, caller, params.id),

      ...changeHandlers(services, openSessions, keys),
      ...sessionHandlers(services, openSessions),
    },
  }
}
