import { refuse } from '../../src-shared/api/errors.ts'
import type { Customer, CustomerAccount } from '../../src-shared/api/schemas/customer.ts'
import { err, ok } from '../../src-shared/result.ts'
import { notLinked } from '../intents/customer-rules.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { newLink } from './documents.ts'
import type { LinkState } from './load.ts'

/**
 * Section 4.2, attach account. A repeat changes nothing; a link that has ended is followed by a new one. The first
 * account becomes the billing account. The customer's row is written too, so that two concurrent requests cannot both
 * make a link.
 * @param keyId the key of the caller
 */
export function decideAttachAccount(
  { customer, account, link }: LinkState,
  keyId: string,
  { now, newId }: DecisionContext,
): DecisionResult<CustomerAccount> {
  if (link !== null && link.document.detached_at === null) {
    return ok({ writes: [], events: [], reply: link.document })
  }
  const created = newLink({
    id: newId('customer_account'),
    customer_id: customer.id,
    account_id: account.id,
    business_id: account.document.business_id,
    partner_id: account.document.partner_id,
    attached_by: keyId,
    created_at: isoTime(now),
  })
  const primary_account_id = customer.document.primary_account_id ?? account.id
  return ok({
    writes: [
      updateOf('customer', changed(customer, { primary_account_id }, now)),
      inserted('customer_account', account.id, created, now),
    ],
    events: [{ account_id: account.id, type: 'v2.customer.account_attached', object: created }],
    reply: created,
  })
}

/** Section 4.2, detach account: the link stays, with the time of its end. A billing account is not replaced. */
export function decideDetachAccount(
  { customer, account, link }: LinkState,
  keyId: string,
  { now }: DecisionContext,
): DecisionResult<CustomerAccount> {
  if (link === null) {
    return refuse('resource_missing', `Customer ${customer.id} was never linked to account ${account.id}.`, {
      param: 'accountId',
    })
  }
  if (link.document.detached_at !== null) return ok({ writes: [], events: [], reply: link.document })
  const next = changed(link, { detached_at: isoTime(now), detached_by: keyId }, now)
  const primary = customer.document.primary_account_id
  const primary_account_id = primary === account.id ? null : primary
  return ok({
    writes: [
      updateOf('customer', changed(customer, { primary_account_id }, now)),
      updateOf('customer_account', next),
    ],
    events: [{ account_id: account.id, type: 'v2.customer.account_detached', object: next.document }],
    reply: next.document,
  })
}

/** Section 4.2, change primary (billing) account to another one that the customer is linked to. */
export function decideChangePrimary(
  { customer, account, link }: LinkState,
  { now }: DecisionContext,
): DecisionResult<Customer> {
  if (link === null || link.document.detached_at !== null) return err(notLinked(customer.id, 'account_id'))
  if (customer.document.primary_account_id === account.id) {
    return ok({ writes: [], events: [], reply: customer.document })
  }
  const next = changed(customer, { primary_account_id: account.id }, now)
  return ok({
    writes: [updateOf('customer', next)],
    events: [{ account_id: account.id, type: 'v2.customer.updated', object: next.document }],
    reply: next.document,
  })
}
