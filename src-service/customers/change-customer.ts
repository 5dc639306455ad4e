import { refuse } from '../../src-shared/api/errors.ts'
import type {
  CreateCustomerBody,
  Customer,
  UpdateCustomerBody,
} from '../../src-shared/api/schemas/customer.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { AccountRow } from '../accounts/documents.ts'
import { spentMethod } from '../authorize/payable.ts'
import type { Caller } from '../caller.ts'
import { changed, inserted, noAccount, updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { givenCustomerFields, newCustomer, newLink } from './documents.ts'
import type { UpdateState } from './load.ts'

/** Creates a customer of the account's business, linked to the account, which becomes its billing account. */
export function decideCreateCustomer(
  account: AccountRow,
  { tenantId, keyId }: Pick<Caller, 'tenantId' | 'keyId'>,
  body: CreateCustomerBody,
  { now, newId }: DecisionContext,
): DecisionResult<Customer> {
  const { business_id, partner_id } = account.document
  const created_at = isoTime(now)
  const basis = { id: newId('customer'), business_id, primary_account_id: account.id, created_at }
  const customer = newCustomer(basis, body)
  const link = newLink({
    id: newId('customer_account'),
    customer_id: customer.id,
    account_id: account.id,
    business_id,
    partner_id,
    attached_by: keyId,
    created_at,
  })
  return ok({
    writes: [
      inserted('customer', tenantId, customer, now),
      inserted('customer_account', account.id, link, now),
    ],
    events: [
      { account_id: account.id, type: 'v2.customer.created', object: customer },
      { account_id: account.id, type: 'v2.customer.account_attached', object: link },
    ],
    reply: customer,
  })
}

/** Updates a customer. The default_payment_method must belong to the customer. */
export function decideUpdateCustomer(
  { customer, method }: UpdateState,
  body: UpdateCustomerBody,
  { now }: DecisionContext,
): DecisionResult<Customer> {
  const wanted = body.default_payment_method
  if (typeof wanted === 'string' && method?.document.customer_id !== customer.id) {
    return refuse(
      'parameter_invalid',
      `default_payment_method must be a payment method of the customer, but ${wanted} is not attached to ${customer.id}. Attach it first.`,
      { param: 'default_payment_method' },
    )
  }
  if (method !== null && method.document.status !== 'active') {
    return err(spentMethod(method.id, method.document.status, 'default_payment_method'))
  }
  const given = givenCustomerFields(body)
  if (Object.keys(given).length === 0) return ok({ writes: [], events: [], reply: customer.document })
  const next = changed(customer, given, now)
  const account_id = customer.document.primary_account_id ?? noAccount
  return ok({
    writes: [updateOf('customer', next)],
    events: [{ account_id, type: 'v2.customer.updated', object: next.document }],
    reply: next.document,
  })
}
