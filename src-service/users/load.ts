import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { boundBeyond } from '../accounts/business-reach.ts'
import { namedBusiness } from '../accounts/named-business.ts'
import { type KeyReach, reachesWholeTenant, reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices, Services } from '../services.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Write } from '../store/store.ts'
import type { UserOwner } from './decide-user.ts'
import type { UserDocument, UserRow, UserSessionDocument } from './documents.ts'

/** Whether a user is in reach: everything that a sign-in of the user would reach must be. */
export async function userInReach(
  { accounts }: Pick<Services, 'accounts'>,
  own: KeyReach,
  user: Pick<UserDocument, 'business_id' | 'partner_id'>,
): Promise<boolean> {
  if (reachesWholeTenant(own)) return true
  const { business_id } = user
  // The partner of a business's user does not narrow the sign-in (user-sessions.ts).
  const partner_id = business_id === null ? user.partner_id : null
  return (await boundBeyond(accounts, own, { partner_id, business_id, account_id: null })) === null
}

export async function loadUser(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<UserRow, ServiceError>> {
  const own = reachOfCaller(caller)
  const row = await services.store.get<UserDocument>('user', caller.tenantId, id)
  if (row !== null && own !== null && (await userInReach(services, own, row.document))) return ok(row)
  const message = `There is no user ${id} that this key can access.`
  return refuse('resource_missing', message, { param: 'id' })
}

/**
 * Returns the owner of a new user: the business that the request names, else what the key is narrowed to.
 * @param inBody the business that the body names; the header may name it instead
 */
export async function ownerOfNewUser(
  { accounts }: Pick<Services, 'accounts'>,
  caller: Caller,
  inBody: string | undefined,
): Promise<Result<UserOwner, ServiceError>> {
  const own = reachOfCaller(caller)
  const tenant_id = caller.tenantId
  const named = namedBusiness(inBody, caller.businessId)
  if (!named.ok) return named
  const business_id = named.value ?? own?.business_id ?? null
  if (business_id === null) {
    const partner_id = own?.partner_id ?? null
    if (partner_id !== null) return ok({ tenant_id, business_id, partner_id })
    const message =
      'business_id or x-business-id is required, because this key is not restricted to one business.'
    return refuse('parameter_missing', message, { param: 'business_id' })
  }
  const bounds = { partner_id: null, business_id, account_id: null }
  const isReached = own !== null && (await boundBeyond(accounts, own, bounds)) === null
  const business = isReached ? await accounts.business(business_id) : null
  if (business !== null) {
    return ok({ tenant_id, business_id, partner_id: business.document.partner_id ?? null })
  }
  const message = `There is no business ${business_id} that this key can access.`
  const param = inBody === undefined && named.value !== undefined ? 'x-business-id' : 'business_id'
  return refuse('resource_missing', message, { param })
}

/** Refuses an address that another user of the same business or partner has. */
export async function refuseSameEmail(
  { store }: Pick<Services, 'store'>,
  owner: Pick<UserOwner, 'business_id' | 'partner_id'> & { readonly tenant_id: string },
  email: string,
  ownId: string | null,
): Promise<Result<null, ServiceError>> {
  const where = [{ column: 'email', is: '=', value: email.toLowerCase() }] as const
  for await (const { id, document } of rowsOf<UserDocument>(store, 'user', {
    account_id: owner.tenant_id,
    where,
  })) {
    const isSame = document.business_id === owner.business_id && document.partner_id === owner.partner_id
    if (!isSame || id === ownId) continue
    const message = `User ${id} already has the e-mail address ${email}.`
    return refuse('state_conflict', message, { param: 'email' })
  }
  return ok(null)
}

/** Returns the writes that delete a user's sessions: all of them, or those for which `isOver` holds. */
export async function sessionsOf(
  { store }: Pick<Services, 'store'>,
  { account_id, id }: UserRow,
  isOver: (session: UserSessionDocument) => boolean = () => true,
): Promise<readonly Write[]> {
  const writes: Write[] = []
  const where = [{ column: 'user_id', is: '=', value: id }] as const
  for await (const row of rowsOf<UserSessionDocument>(store, 'user_session', { account_id, where })) {
    if (isOver(row.document)) writes.push({ op: 'delete', kind: 'user_session', account_id, id: row.id })
  }
  return writes
}
