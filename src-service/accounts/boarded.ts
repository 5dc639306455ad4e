import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { AccountDirectory } from './directory.ts'
import type { AccountDocument } from './documents.ts'

/**
 * Refuses to charge with an account that is not boarded. Refunds and other operations on earlier charges are allowed.
 * @returns null if the account may charge, or is missing
 */
export const refuseUnboarded = (
  accountId: string,
  account: Pick<AccountDocument, 'status'> | null | undefined,
): ServiceError | null =>
  account == null || account.status === 'boarded'
    ? null
    : serviceError(
        'account_not_boarded',
        `Account ${accountId} is ${account.status}, not boarded, so it cannot charge. Earlier payments can still be refunded.`,
        { param: 'x-account-id' },
      )

/** The same, by the account's id. */
export async function mayCharge(
  accounts: Pick<AccountDirectory, 'account'>,
  accountId: string,
): Promise<Result<null, ServiceError>> {
  const refusal = refuseUnboarded(accountId, (await accounts.account(accountId))?.document)
  return refusal === null ? ok(null) : err(refusal)
}
