import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { type Currency, defaultCurrency } from '../../src-shared/currency.ts'
import type { Services } from '../services.ts'
import type { AccountDocument } from './documents.ts'

/** The one currency in which an account charges and is paid. Final once it has charged (docs/decisions/0071). */
export const currencyOf = (account: Pick<AccountDocument, 'currency'> | null | undefined): Currency =>
  account?.currency ?? defaultCurrency

/** The same, by the account's id. */
export const accountCurrency = async (
  { accounts }: Pick<Services, 'accounts'>,
  accountId: string,
): Promise<Currency> => currencyOf((await accounts.account(accountId))?.document)

/** Amounts in two currencies cannot be added, so an account has one. @returns null unless the request names another */
export const refuseCurrency = (
  own: Currency,
  sent: string | undefined,
  param = 'currency',
): ServiceError | null =>
  sent === undefined || sent === own
    ? null
    : serviceError(
        'parameter_invalid',
        `${param} is ${sent}, but the account's currency is ${own}, and amounts are not converted. Leave ${param} out, or use an account in ${sent}.`,
        { param },
      )
