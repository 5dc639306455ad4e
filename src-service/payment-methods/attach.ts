import { refuse } from '../../src-shared/api/errors.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok } from '../../src-shared/result.ts'
import { notReusable, reusable } from '../authorize/card-brand.ts'
import { nothingStored, spentMethod } from '../authorize/payable.ts'
import { type CustomerLink, notLinked } from '../intents/customer-rules.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { Decided, DecisionContext, DecisionResult } from '../use-case.ts'
import type { VaultEntry } from '../vault/vault.ts'
import { type MethodState, methodChanged, resealWrites, unchanged } from './change-method.ts'

interface Attach extends MethodState {
  readonly link: CustomerLink
  /** The vault entry with the customer's profile at the processor; null if it does not change. */
  readonly resealed: VaultEntry | null
}

/**
 * Section 4.2, attach to customer: makes the method reusable. Allowed only before it was used for a single payment. The
 * first method of a customer becomes the default. A repeat changes nothing.
 */
export function decideAttach(
  { method, entry, customer, link, resealed }: Attach,
  customerId: string,
  { now }: DecisionContext,
): DecisionResult<PaymentMethod> {
  const { id, status, customer_id: owner } = method.document
  if (owner === customerId) return ok(unchanged(method))
  if (owner !== null) {
    return refuse(
      'customer_immutable',
      `Payment method ${id} belongs to another customer, which cannot be changed to ${customerId}.`,
      { param: 'customer_id' },
    )
  }
  if (status !== 'active') return err(spentMethod(id, status, 'id'))
  if (customer === null || !link.linked) return err(notLinked(customerId))
  if (entry === null) return err(nothingStored(method.document, 'id'))
  const change = attachedTo(customerId, method.document)
  const attached = methodChanged(method, change, 'v2.payment_method.attached', now)
  const decided = { ...attached, writes: [...attached.writes, ...resealWrites(entry, resealed, now)] }
  return ok(
    customer.document.default_payment_method === null
      ? defaultMethodWrite(decided, customer, id, now)
      : decided,
  )
}

/** Section 4.2, detach from customer: final, and the number is deleted from the vault. */
export function decideDetach(
  { method, customer }: MethodState,
  { now }: DecisionContext,
): DecisionResult<PaymentMethod> {
  const { id, status, customer_id: owner } = method.document
  if (status === 'detached') return ok(unchanged(method))
  if (owner === null) {
    return refuse('state_conflict', `Payment method ${id} is not attached to a customer.`, { param: 'id' })
  }
  const decided = methodChanged(
    method,
    { customer_id: null, status: 'detached', attention_required: null, card: notReusable(method.document) },
    'v2.payment_method.detached',
    now,
  )
  const { account_id } = method
  const gone: Decided<PaymentMethod> = {
    ...decided,
    writes: [
      ...decided.writes,
      { op: 'delete', kind: 'vault_entry', account_id, id },
      { op: 'delete', kind: 'security_code', account_id, id },
    ],
  }
  return ok(withoutDefault(gone, customer, now))
}

/** Removes a method that can no longer pay as the customer's default. */
export function withoutDefault(
  decided: Decided<PaymentMethod>,
  customer: Row<Customer> | null,
  now: number,
): Decided<PaymentMethod> {
  if (customer === null) return decided
  // Written even if the default stays, so that a concurrent request cannot make this method the default.
  const { default_payment_method: current } = customer.document
  return defaultMethodWrite(decided, customer, current === decided.reply.id ? null : current, now)
}

/** Returns the changes that make a method a customer's, and reusable. */
export const attachedTo = (customer_id: string, method: PaymentMethod): Partial<PaymentMethod> => ({
  customer_id,
  single_use_token: false,
  card: reusable(method),
})

/** Adds the customer's new default to `decided`. */
export function defaultMethodWrite(
  decided: Decided<PaymentMethod>,
  customer: Row<Customer>,
  default_payment_method: string | null,
  now: number,
): Decided<PaymentMethod> {
  const row = changed(customer, { default_payment_method }, now)
  const account_id = decided.reply.account_id
  return {
    ...decided,
    writes: [...decided.writes, updateOf('customer', row)],
    events: [...decided.events, { account_id, type: 'v2.customer.updated', object: row.document }],
  }
}
