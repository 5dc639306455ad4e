import { boundBeyond } from '../accounts/business-reach.ts'
import type { ApiKeyDocument } from '../accounts/documents.ts'
import { type KeyReach, reachesWholeTenant } from '../accounts/reach.ts'
import { type AccessLevel, accessLevels } from '../caller.ts'
import type { Services } from '../services.ts'

/** The highest level is tenant_admin. A key manages keys of its own level and below. */
export const isAtOrBelow = (level: AccessLevel, own: AccessLevel): boolean =>
  accessLevels.indexOf(level) >= accessLevels.indexOf(own)

/** Whether a key may see and revoke another one: a key of its level or below, and within its reach. */
export async function manages(
  { accounts }: Pick<Services, 'accounts'>,
  own: KeyReach,
  other: ApiKeyDocument,
): Promise<boolean> {
  if (other.tenant_id !== own.tenant_id || !isAtOrBelow(other.level, own.level)) return false
  return reachesWholeTenant(own) || (await boundBeyond(accounts, own, other)) === null
}
