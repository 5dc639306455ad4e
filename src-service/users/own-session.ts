import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { CurrentUserSession, ReachedBusiness } from '../../src-shared/api/schemas/user.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { accountsReached } from '../accounts/accounts-in-reach.ts'
import type { BusinessRow } from '../accounts/documents.ts'
import { type KeyReach, reachOfCaller } from '../accounts/reach.ts'
import type { AccessLevel, Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import type { Services } from '../services.ts'
import { foldedName } from '../store/name-columns.ts'
import { isoTime } from '../time/clock.ts'
import { decideSignedOut } from './decide-user.ts'
import { type UserDocument, type UserRow, type UserSessionDocument, userView } from './documents.ts'
import { sessionsOf } from './load.ts'
import { sessionEnded } from './session-ended.ts'

/** Maximum number of businesses that a page offers. */
const mostBusinesses = 200

/**
 * Returns who is signed in and what the sign-in reaches. The pages of the portal load this first.
 * @param part a part of the names of the returned businesses or their accounts; '' for all
 */
export async function currentSession(
  { store, accounts, clock, training }: Pick<Services, 'store' | 'accounts' | 'clock' | 'training'>,
  caller: Caller,
  part: string,
): Promise<Result<CurrentUserSession, ServiceError>> {
  const own = reachOfCaller(caller)
  const { session, tenantId } = caller
  const level = levelOf(caller.level)
  if (session === undefined || own === null || level === null) return err(sessionEnded())
  const user = await store.get<UserDocument>('user', tenantId, session.user_id)
  const row = await store.get<UserSessionDocument>('user_session', tenantId, session.id)
  if (user === null || row === null) return err(sessionEnded())
  const all = await reachedBusinesses(accounts, own, foldedName(part))
  return ok({
    user: userView(user.document, clock),
    expires_at: isoTime(clock.dated(row.document.expires_at)),
    level,
    businesses: all.slice(0, mostBusinesses),
    has_more: all.length > mostBusinesses,
    training: training === true,
  })
}

const levelOf = (level: AccessLevel): CurrentUserSession['level'] | null =>
  level === 'partner' || level === 'business' || level === 'read_only' ? level : null

/** A partner may reach a hundred thousand: none of the steps looks at every account of every business. */
async function reachedBusinesses(
  accounts: Services['accounts'],
  own: KeyReach,
  part: string,
): Promise<readonly ReachedBusiness[]> {
  const accountsOf = new Map<string, ReachedBusiness['accounts'][number][]>()
  for (const { id, document } of await accountsReached(accounts, own, undefined)) {
    const { business_id, name, status, merchant } = document
    const account = { id, name, status, timezone: merchant.timezone }
    const others = accountsOf.get(business_id)
    if (others === undefined) accountsOf.set(business_id, [account])
    else others.push(account)
  }
  const { compare } = new Intl.Collator()
  return (await businessesWithin(accounts, own, accountsOf))
    .map(({ id, document: { name } }) => ({ id, name, accounts: accountsOf.get(id) ?? [] }))
    .filter((business) => part === '' || isNamed(business, part))
    .sort((one, other) => compare(one.name, other.name))
}

const isNamed = ({ name, accounts }: ReachedBusiness, part: string): boolean =>
  [name, ...accounts.map((account) => account.name)].some((one) => foldedName(one).includes(part))

async function businessesWithin(
  accounts: Services['accounts'],
  own: KeyReach,
  withAccounts: ReadonlyMap<string, unknown>,
): Promise<readonly BusinessRow[]> {
  if (own.business_id !== null) {
    const business = await accounts.business(own.business_id)
    return business === null ? [] : [business]
  }
  const { tenant_id, partner_id } = own
  if (partner_id === null) return accounts.businessesOfTenant(tenant_id)
  const ofPartner = await accounts.businessesOfPartner(tenant_id, partner_id)
  const known = new Set(ofPartner.map(({ id }) => id))
  // A business of another partner, or of none, may have an account of this one.
  const others = [...withAccounts.keys()].filter((id) => !known.has(id)).map((id) => accounts.business(id))
  return [...ofPartner, ...(await Promise.all(others)).filter((business) => business !== null)]
}

type SignedOut = Result<{ message: string }, ServiceError>

/** Signs out of this session only. */
export async function endSession(
  { store }: Pick<Services, 'store'>,
  { tenantId, session }: Caller,
): Promise<SignedOut> {
  if (session === undefined) return err(sessionEnded())
  const ended = await store.commit({
    writes: [{ op: 'delete', kind: 'user_session', account_id: tenantId, id: session.id }],
  })
  if (!ended.ok) throw new Error(`a session could not be ended: ${JSON.stringify(ended.error)}`)
  return ok({ message: 'You are signed out.' })
}

/** Signs out everywhere, which also invalidates the login link. */
export async function endEverySession(services: Services, { tenantId, session }: Caller): Promise<SignedOut> {
  if (session === undefined) return err(sessionEnded())
  const { store } = services
  const ended = await runDecision<readonly [UserRow, Awaited<ReturnType<typeof sessionsOf>>], UserDocument>(
    services,
    {
      load: async () => {
        const user = await store.get<UserDocument>('user', tenantId, session.user_id)
        return user === null ? err(sessionEnded()) : ok([user, await sessionsOf(services, user)])
      },
      decide: ([user, sessions], context) => decideSignedOut(user, user.document.status, sessions, context),
    },
  )
  return ended.ok ? ok({ message: 'You are signed out everywhere.' }) : ended
}
