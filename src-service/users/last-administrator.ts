import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Write } from '../store/store.ts'
import type { UserDocument, UserRow } from './documents.ts'

/**
 * A business's, or a partner's, own people keep at least one administrator who may sign in: nobody of theirs could let
 * another one in. A key of whoever stands above them (the tenant's; of a business, also its partner's) may switch the
 * last one off, since it can make the next.
 */

const isAdministrator = ({ role, status }: Pick<UserDocument, 'role' | 'status'>): boolean =>
  role === 'ADMIN' && status === 'ACTIVE'

export interface AdministratorChange {
  /** What the user would be afterwards, and the field that says so. */
  readonly after: Partial<Pick<UserDocument, 'role' | 'status'>>
  readonly param: 'role' | 'status'
}

/**
 * Another administrator of the same owner, who has to be one still when the change is written: of two who take each
 * other's rights at the same moment the second finds its row changed, and looks anew.
 * @returns null where none is needed; last_administrator where there is none
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
  const message = `User ${id} is the last administrator of ${whose} who may sign in, so its ${param} stays. Make another user an active administrator first.`
  return err(serviceError('last_administrator', message, { param }))
}

function standsAbove(caller: Caller, { business_id }: Pick<UserDocument, 'business_id'>): boolean {
  const own = reachOfCaller(caller)
  return own !== null && (business_id === null ? own.partner_id === null : own.business_id === null)
}

/** The other one's row as it is, in its next version: whoever changes it at the same moment has to look again. */
export const stillAdministrator = (other: UserRow | null, now: number): readonly Write[] =>
  other === null ? [] : [updateOf('user', nextRow(other, other.document, now))]
