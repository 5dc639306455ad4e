import { refuse, type ServiceError } from '../../../src-shared/api/errors.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import { accountsReached } from '../../accounts/accounts-in-reach.ts'
import type { AccountRow } from '../../accounts/documents.ts'
import { callerReaches, reachOfCaller } from '../../accounts/reach.ts'
import type { Caller } from '../../caller.ts'
import type { Services } from '../../services.ts'
import type { Joining } from '../rows.ts'

export const joiningOf = ({ id, document: { tenant_id, merchant_id } }: AccountRow): Joining => ({
  tenant_id,
  account_id: id,
  merchant_id,
})

/** Returns the account that a new terminal joins: x-account-id, the key's own, or the only one that the key reaches. */
export async function accountToJoin(
  { accounts }: Pick<Services, 'accounts'>,
  caller: Caller,
): Promise<Result<Joining, ServiceError>> {
  if (caller.accountId !== null) {
    const row = await accounts.account(caller.accountId)
    if (row !== null) return ok(joiningOf(row))
  }
  const reach = reachOfCaller(caller)
  const [only, another] = reach === null ? [] : await accountsReached(accounts, reach, undefined)
  if (only !== undefined && another === undefined) return ok(joiningOf(only))
  return refuse(
    'terminal_parameter_missing',
    'This key can access several accounts. Name the account of the terminal in the header x-account-id.',
    { param: 'x-account-id' },
  )
}

/** Returns the account of a merchant id, if the caller may access it. */
export async function accountOfMerchant(
  { accounts }: Pick<Services, 'accounts'>,
  caller: Caller,
  merchantId: string,
): Promise<Result<Joining, ServiceError>> {
  const row = await accounts.accountOfMerchant(merchantId)
  const named = caller.accountId === null || caller.accountId === row?.id
  if (row !== null && named && callerReaches(caller, row)) return ok(joiningOf(row))
  return refuse('resource_missing', `There is no merchant ${merchantId} that this key can access.`, {
    param: 'merchant_id',
  })
}
