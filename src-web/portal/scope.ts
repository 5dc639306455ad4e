import type { CurrentUserSession } from '../../src-shared/api/schemas/user.ts'

type Reach = Pick<CurrentUserSession, 'businesses'>
export type ReachedAccount = CurrentUserSession['businesses'][number]['accounts'][number]

/** The scope of the lists: everything that the user can access, a business, or one account. */
export interface Scope {
  readonly accountId: string | null
  readonly businessId: string | null
}
export const everything: Scope = { accountId: null, businessId: null }

/** @param chosen the id of an account or a business, or '' */
export function scopeOf({ businesses }: Reach, chosen: string): Scope {
  if (businesses.some(({ id }) => id === chosen)) return { accountId: null, businessId: chosen }
  const isAccount = businesses.some(({ accounts }) => accounts.some(({ id }) => id === chosen))
  return isAccount ? { accountId: chosen, businessId: null } : everything
}

export const accountsOf = ({ businesses }: Reach): readonly ReachedAccount[] =>
  businesses.flatMap(({ accounts }) => accounts)

/** The account for pages that need one: the chosen one, else the first of the chosen business, or of all. */
export function accountIn(reach: Reach, { accountId, businessId }: Scope): ReachedAccount | null {
  const all = accountsOf(reach)
  if (accountId !== null) return all.find(({ id }) => id === accountId) ?? null
  const within = reach.businesses.find(({ id }) => id === businessId)
  return (within === undefined ? all : within.accounts)[0] ?? null
}

/** The business that new items belong to; null if the user must choose one. */
export function businessIn({ businesses }: Reach, { accountId, businessId }: Scope): string | null {
  if (businessId !== null) return businessId
  const own = businesses.find(({ accounts }) => accounts.some(({ id }) => id === accountId))
  if (own !== undefined) return own.id
  return businesses.length === 1 ? (businesses[0]?.id ?? null) : null
}

/** Adds the businesses found by a search, which the first page of a long list lacks. */
export function withFound<Session extends Reach>(session: Session, found: Reach['businesses']): Session {
  const known = new Set(session.businesses.map(({ id }) => id))
  const others = found.filter(({ id }) => !known.has(id))
  return others.length === 0 ? session : { ...session, businesses: [...session.businesses, ...others] }
}

/** Whether there is no choice of account. */
export const isOneAccount = (reach: Reach): boolean =>
  reach.businesses.length <= 1 && accountsOf(reach).length <= 1
