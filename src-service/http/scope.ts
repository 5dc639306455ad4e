import type { IncomingHttpHeaders } from 'node:http'
import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { seesBusiness } from '../accounts/business-reach.ts'
import type { AccountDirectory } from '../accounts/directory.ts'
import type { AccountRow } from '../accounts/documents.ts'
import { type KeyReach, reaches } from '../accounts/reach.ts'
import type { Caller, CallerSession } from '../caller.ts'

type Scope = Result<Caller, ServiceError>

/** What identifies the caller: a key, or a user's sign-in. */
export interface Proof {
  /** The key's id, or the user's. */
  readonly id: string
  readonly document: KeyReach
  readonly session?: CallerSession
}

/**
 * Determines the account and the business of a request, and checks that the key reaches them (section 5). Others are
 * reported as missing: 404. The data is nearly always cached; then the result is not a promise.
 */
export function admitScope(
  accounts: AccountDirectory,
  operation: OperationFacts,
  headers: IncomingHttpHeaders,
  key: Proof,
): Scope | Promise<Scope> {
  const caller = admitAccount(accounts, operation, headers, key)
  const business = operation.business === true ? headers['x-business-id'] : undefined
  if (business === undefined || business === '') return caller
  return Promise.resolve(caller).then((admitted) =>
    admitted.ok ? admitBusiness(accounts, key, admitted.value, String(business)) : admitted,
  )
}

const accountId = /^acct_[0-9a-z]{1,59}$/
const businessId = /^bus_[0-9a-z]{1,60}$/

function admitAccount(
  accounts: AccountDirectory,
  operation: OperationFacts,
  headers: IncomingHttpHeaders,
  key: Proof,
): Scope | Promise<Scope> {
  const header = headers['x-account-id']
  const bound = key.document.account_id
  const asked = operation.account === 'none' || header === undefined || header === '' ? bound : String(header)
  if (asked === null) {
    if (operation.account !== 'required') return ok(callerOf(key, null))
    const message =
      'x-account-id is required: this key reaches several accounts. Send the id of one (acct_…).'
    return refuse('parameter_missing', message, { param: 'x-account-id' })
  }
  if (!accountId.test(asked)) {
    const message = 'x-account-id must be the id of an account, such as acct_01h455vb4pex5vsknk084sn02q.'
    return refuse('parameter_invalid', message, { param: 'x-account-id' })
  }
  const account = accounts.account(asked)
  return account instanceof Promise
    ? account.then((found) => admitFound(key, asked, found))
    : admitFound(key, asked, account)
}

function admitFound(key: Proof, asked: string, account: AccountRow | null): Scope {
  if (account !== null && reaches(key.document, account)) return ok(callerOf(key, asked, account.document))
  const message = `There is no account ${asked} that this key can access. Check x-account-id.`
  return refuse('resource_missing', message, { param: 'x-account-id' })
}

async function admitBusiness(
  accounts: AccountDirectory,
  key: Proof,
  caller: Caller,
  asked: string,
): Promise<Scope> {
  const param = 'x-business-id'
  if (!businessId.test(asked)) {
    const message = `${param} must be the id of a business, such as bus_01h455vb4pex5vsknk084sn02q.`
    return refuse('parameter_invalid', message, { param })
  }
  if (!(await seesBusiness(accounts, key.document, asked))) {
    const message = `There is no business ${asked} that this key can access. Check ${param}.`
    return refuse('resource_missing', message, { param })
  }
  if (caller.accountId !== null) {
    const account = await accounts.account(caller.accountId)
    if (account?.document.business_id !== asked) {
      const message = `Account ${caller.accountId} does not belong to business ${asked}. Send only one of them.`
      return refuse('resource_missing', message, { param: 'x-account-id' })
    }
  }
  return ok({ ...caller, businessId: asked })
}

/** A single object literal: V8 keeps an object that is spread and extended slow for good. */
const callerOf = (
  { id, document, session }: Proof,
  accountId: string | null,
  account?: AccountRow['document'],
): Caller => {
  const { tenant_id: tenantId, level, partner_id, business_id, account_id } = document
  const bounds = { partner_id, business_id, account_id }
  return { keyId: id, tenantId, level, bounds, accountId, account, session }
}
