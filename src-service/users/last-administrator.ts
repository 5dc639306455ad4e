import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Write } from '../store/store.ts'
import type { UserDocument, UserRow } from './documents.ts'

/**
 * A business or partner keeps at least one administrator who may sign in; otherwise none of its users could admit
 * another. A key above it (the tenant's, or for a business also its partner's) may deactivate the last one, because it
 * can make the next.
 */

const isAdministrator = ({ role, status }: Pick<UserDocument, 'role' | 'status'>): boolean =>
  role === 'ADMIN' && status === 'ACTIVE'

export interface AdministratorChange {
  /** The user's role or status after the change; `param` is the changed field. */
  readonly after: Partial<Pick<UserDocument, 'role' | 'status'>>
  readonly param: 'role' | 'status'
}

/**
 * Finds another administrator of the same owner, who must still be one when the change is written. If two remove each
 * other's rights at the same moment, the second commit finds its row changed and is decided again.
 * @returns null if none is needed; the error last_administrator if there is none
 */
export async function otherAdministrator(
  { store }: Pick<Services, 'store'>,
  caller: Caller,
  { account_id, id, document }: UserRow,
  { after, param }: AdministratorChange,
): Promise<Result<UserRow | null, ServiceError>> {
  if (!isAdministrator(document) || isAdministrator({ ...document, ...after })) return ok(null)
  if (standsAbove(caller, document)) return ok(null)
  const { business_id, partner_id } = document
  const owner =
    business_id === null
      ? ({ column: 'partner_id', is: '=', value: partner_id ?? '' } as const)
      : ({ column: 'business_id', is: '=', value: business_id } as const)
  for await (const row of rowsOf<UserDocument>(store, 'user', { account_id, where: [owner] })) {
    const isSameOwner = row.document.business_id === business_id
    if (isSameOwner && row.id !== id && isAdministrator(row.document)) return ok(row)
  }
  const whose = business_id === null ? `partner ${partner_id}` : `business ${business_id}`
  const message = `User ${id} is the last active administrator of ${whose}, so ${param} was not changed. Make another user an active administrator first.`
  return refuse('last_administrator', message, { param })
}

function standsAbove(caller: Caller, { business_id }: Pick<UserDocument, 'business_id'>): boolean {
  const own = reachOfCaller(caller)
  return own !== null && (business_id === null ? own.partner_id === null : own.business_id === null)
}

/** Writes the other's unchanged row as its next version, so that a concurrent change of it is decided again. */
export const stillAdministrator = (other: UserRow | null, now: number): readonly Write[] =>
  other === null ? [] : [updateOf('user', nextRow(other, other.document, now))]
