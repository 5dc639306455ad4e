import type { BusinessRow } from '../accounts/documents.ts'
import type { MakeFirstUser } from '../boarding/applications/approve.ts'
import type { Services } from '../services.ts'
import { rowsOf } from '../store/rows-of.ts'
import { decideCreateUser } from './decide-user.ts'
import type { UserDocument } from './documents.ts'

/**
 * Section 3.4: the named owner becomes the first user of an approved business. An owner who is already a user, through
 * an earlier account of the business, is not changed.
 */
export async function firstUserOf(
  { store }: Pick<Services, 'store'>,
  { id, document: { tenant_id } }: BusinessRow,
): Promise<MakeFirstUser> {
  const known = new Set<string>()
  const where = [{ column: 'business_id', is: '=', value: id }] as const
  for await (const { document } of rowsOf<UserDocument>(store, 'user', { account_id: tenant_id, where })) {
    known.add(document.email)
  }
  return ({ first_name, last_name, email, ...owner }, context) => {
    if (email === '' || known.has(email.toLowerCase())) return { writes: [], events: [] }
    const made = decideCreateUser(owner, { first_name, last_name, email }, context)
    return made.ok ? made.value : { writes: [], events: [] }
  }
}
