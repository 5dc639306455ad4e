import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { Customer, CustomerAccount } from '../../src-shared/api/schemas/customer.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { callerSeesBusiness } from '../accounts/businesses-in-reach.ts'
import type { AccountRow } from '../accounts/documents.ts'
import { callerReaches } from '../accounts/reach.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices } from '../services.ts'
import type { Row } from '../store/store.ts'
import { newestLink } from './links.ts'

/**
 * A customer belongs to a business (section 2.9). A caller that reaches an account of that business sees the customer,
 * whichever account it is linked to. Any other customer gives the same error as a missing one.
 */
export async function loadCustomer(
  services: ReadingServices,
  caller: Caller,
  id: string,
): Promise<Result<Row<Customer>, ServiceError>> {
  const row = await services.store.get<Customer>('customer', caller.tenantId, id)
  if (row !== null && (await callerSeesBusiness(services, caller, row.document.business_id))) return ok(row)
  return refuse('resource_missing', `There is no customer ${id} in this business.`, { param: 'id' })
}

/** A customer, and the payment method that is to become its default. */
export interface UpdateState {
  readonly customer: Row<Customer>
  readonly method: Row<PaymentMethod> | null
}

export async function loadUpdate(
  services: ReadingServices,
  caller: Caller,
  id: string,
  methodId: string | null,
): Promise<Result<UpdateState, ServiceError>> {
  const customer = await loadCustomer(services, caller, id)
  if (!customer.ok) return customer
  const method =
    methodId === null ? null : await services.store.find<PaymentMethod>('payment_method', methodId)
  return ok({ customer: customer.value, method })
}

/** A customer, an account of its business, and their current link. */
export interface LinkState {
  readonly customer: Row<Customer>
  readonly account: AccountRow
  readonly link: Row<CustomerAccount> | null
}

/** @param param the name of the request field with the account. */
export async function loadLink(
  services: ReadingServices,
  caller: Caller,
  { id, accountId, param }: { readonly id: string; readonly accountId: string; readonly param: string },
): Promise<Result<LinkState, ServiceError>> {
  const customer = await loadCustomer(services, caller, id)
  if (!customer.ok) return customer
  const account = await services.accounts.account(accountId)
  const known =
    account !== null &&
    callerReaches(caller, account) &&
    account.document.business_id === customer.value.document.business_id
  if (!known) {
    return refuse('resource_missing', `There is no account ${accountId} in the customer's business.`, {
      param,
    })
  }
  return ok({
    customer: customer.value,
    account,
    link: await newestLink(services.store, accountId, id),
  })
}
