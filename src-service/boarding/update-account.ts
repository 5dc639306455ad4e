import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { maskedDigits } from '../../src-shared/api/masks.ts'
import type { Account, AccountStatus, UpdateAccountBody } from '../../src-shared/api/schemas/account.ts'
import type { Company } from '../../src-shared/api/schemas/company.ts'
import type { Location } from '../../src-shared/api/schemas/location.ts'
import { err, ok } from '../../src-shared/result.ts'
import { currencyOf } from '../accounts/currency.ts'
import type { AccountRow } from '../accounts/documents.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { accountOf, merchantDetails } from './account-view.ts'
import { accountEvent } from './applications/approve.ts'
import type { ApplicationDocument } from './applications/documents.ts'
import { type Confidential, maskedNumber, type sealDetails } from './confidential.ts'
import { refuseMcc } from './mccs.ts'

export interface UpdateAccountState {
  readonly account: AccountRow
  /** The location that the body names, of any business; null if there is none. */
  readonly location: Row<Location> | null
  readonly details: Confidential
  /** The application that the account was made from. */
  readonly application: Row<ApplicationDocument> | null
  /** Whether money was already to move in the account's currency. */
  readonly hasCharged: boolean
  readonly seal: (details: Confidential) => ReturnType<typeof sealDetails>
}

/** Section 4.3, update account. Receipts use the new details. */
export function decideUpdateAccount(
  { account, location, details, application, hasCharged, seal }: UpdateAccountState,
  body: UpdateAccountBody,
  { now }: DecisionContext,
): DecisionResult<Account> {
  const { document } = account
  const { location_id } = body
  // The empty string, which section 2.11 allows, names no location.
  if (location_id && location?.document.business_id !== document.business_id) {
    const message = `There is no location ${location_id} in the account's business.`
    return refuse('resource_missing', message, { param: 'location_id' })
  }
  const refusal =
    refuseMcc(body.company.mcc, 'company.mcc') ??
    refuseForeignMask(body.company.ein, document.company?.ein, 'company.ein')
  if (refusal !== null) return err(refusal)
  const { currency = currencyOf(document) } = body
  if (currency !== currencyOf(document) && hasCharged) {
    const message = `Account ${account.id} has payment intents, fees or gift cards in ${currencyOf(document)}, so its currency cannot be changed to ${currency}. Board another account for that currency.`
    return refuse('state_conflict', message, { param: 'currency' })
  }
  const given = body.company.ein
  const ein = given === undefined || maskedDigits.test(given) ? undefined : given.replace('-', '')
  const company: Company = {
    ...document.company,
    ...body.company,
    ...(ein === undefined ? {} : { ein: maskedNumber(ein) }),
  }
  const next = nextRow(
    account,
    {
      ...document,
      name: body.name,
      currency,
      recruited_by: (body.recruited_by === undefined ? document.recruited_by : body.recruited_by) ?? null,
      location_id: (location_id === undefined ? document.location_id : location_id) || null,
      company,
      address: body.address,
      merchant: merchantDetails(document.merchant, company, body.address),
      ...(ein === undefined ? {} : { sealed: seal({ ...details, 'company.ein': ein }) }),
    },
    now,
  )
  return ok({
    writes: [updateOf('account', next)],
    events: [accountEvent('gateway_updated', next, application?.document ?? null)],
    reply: accountOf(next),
  })
}

/** A mask that is sent back means the stored value. Any other mask is refused. */
function refuseForeignMask(
  given: string | undefined,
  current: string | undefined,
  param: string,
): ServiceError | null {
  if (given === undefined || !given.includes('*') || given === current) return null
  const message = `${param} is masked, and the mask does not match the stored value. Send the full value, or leave it out.`
  return serviceError('parameter_invalid', message, { param })
}

/** boarded ↔ suspended → closed, which is final. Done by the processor's risk department; here by the sandbox. */
export function decideAccountStatus(
  { account, application }: Pick<UpdateAccountState, 'account' | 'application'>,
  to: AccountStatus,
  { now }: DecisionContext,
): DecisionResult<Account> {
  const from = account.document.status
  if (from === to) return ok({ writes: [], events: [], reply: accountOf(account) })
  if (from === 'closed') {
    const message = `Account ${account.id} is closed, which is final. Its status cannot be changed to ${to}.`
    return refuse('state_conflict', message, { param: 'to' })
  }
  const next = nextRow(account, { ...account.document, status: to, payouts_enabled: to === 'boarded' }, now)
  const reply = accountOf(next)
  const what =
    reply.payouts_enabled && !accountOf(account).payouts_enabled ? 'payouts_enabled' : 'gateway_updated'
  return ok({
    writes: [updateOf('account', next)],
    events: [accountEvent(what, next, application?.document ?? null)],
    reply,
  })
}
