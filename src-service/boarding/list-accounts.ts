import type { z } from 'zod'
import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Account, listAccountsQuerySchema } from '../../src-shared/api/schemas/account.ts'
import type { Result } from '../../src-shared/result.ts'
import { accountsReached } from '../accounts/accounts-in-reach.ts'
import { reachOfCaller } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../services.ts'
import type { Page } from '../store/read-page.ts'
import { accountOf } from './account-view.ts'
import { pageOfList } from './memory-page.ts'

/** Lists the accounts that the key reaches (section 5), newest first; only of the business that the request names. */
export async function listAccounts(
  { accounts }: Pick<Services, 'accounts'>,
  caller: Caller,
  { name, ...query }: z.infer<typeof listAccountsQuerySchema>,
): Promise<Result<Page<Account>, ServiceError>> {
  const words = name?.toLowerCase() ?? ''
  const key = reachOfCaller(caller)
  const found = key === null ? [] : await accountsReached(accounts, key, caller.businessId)
  const listed = found.filter(({ document }) => document.name.toLowerCase().includes(words))
  return pageOfList(listed.map(accountOf), query)
}
