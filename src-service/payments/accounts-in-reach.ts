import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { ApiKeyDocument } from '../accounts/documents.ts'
import { reaches } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'

/** The accounts a list is of: the one the request names, else every account that the key reaches (section 5). */
export async function accountsInReach(
  services: Pick<Services, 'store' | 'accounts'>,
  caller: Caller,
): Promise<Result<readonly string[], ServiceError>> {
  if (caller.accountId !== null) return ok([caller.accountId])
  const accounts = await services.accounts.accountsOfTenant(caller.tenantId)
  if (caller.level === 'tenant_admin') return ok(accounts.map((account) => account.id))
  const key = await services.store.find<ApiKeyDocument>('api_key', caller.keyId)
  if (key === null) {
    return err(
      serviceError(
        'parameter_missing',
        'x-account-id is required with this key. Send the id of an account.',
        {
          param: 'x-account-id',
        },
      ),
    )
  }
  return ok(accounts.filter((account) => reaches(key.document, account)).map((account) => account.id))
}
