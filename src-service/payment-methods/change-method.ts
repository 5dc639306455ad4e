import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { EventTypeOf } from '../../src-shared/api/event-types.ts'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { PaymentMethod, UpdatePaymentMethodBody } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok } from '../../src-shared/result.ts'
import { spentMethod } from '../authorize/payable.ts'
import { forgedField, readByTerminal } from '../intents/read-by-terminal.ts'
import { isExpired } from '../processor/card-rules.ts'
import { changed, nextRow, updateOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import type { Decided, DecisionContext, DecisionResult } from '../use-case.ts'
import type { VaultEntry } from '../vault/vault.ts'

/** A payment method with what belongs to it. */
export interface MethodState {
  readonly method: Row<PaymentMethod>
  /** Null if the card is held elsewhere or was deleted. */
  readonly entry: Row<VaultEntry> | null
  /** The customer of the method, or the one it is being attached to. */
  readonly customer: Row<Customer> | null
}

/** @param type such as `v2.payment_method.updated`. */
export function methodChanged(
  method: Row<PaymentMethod>,
  change: Partial<PaymentMethod>,
  type: EventTypeOf<'payment_method'>,
  now: number,
): Decided<PaymentMethod> {
  const row = changed(method, change, now)
  return {
    writes: [updateOf('payment_method', row)],
    events: [{ account_id: row.account_id, type, object: row.document }],
    reply: row.document,
  }
}

export const unchanged = ({ document: reply }: Row<PaymentMethod>): Decided<PaymentMethod> => ({
  writes: [],
  events: [],
  reply,
})

type Update = UpdatePaymentMethodBody
type Expiry = { readonly exp_month: string; readonly exp_year: string }

/** Returns the new expiry of the card; null if it does not change or there is no card. */
export function expiryAfter({ card }: PaymentMethod, { card: given }: Update): Expiry | null {
  if (card === null || given === undefined || Object.keys(given).length === 0) return null
  return { exp_month: given.exp_month ?? card.exp_month, exp_year: given.exp_year ?? card.exp_year }
}

/** Section 4.2, update payment method. @param resealed the card with its new expiry, when that changes. */
export function decideUpdateMethod(
  { method, entry }: MethodState,
  body: Update,
  resealed: VaultEntry | null,
  { now }: DecisionContext,
): DecisionResult<PaymentMethod> {
  const { id, status, card } = method.document
  if (status !== 'active') return err(spentMethod(id, status, 'id'))
  if (body.card !== undefined && card === null) return err(noCard(id, 'card'))
  const expiry = expiryAfter(method.document, body)
  if (expiry !== null && isExpired(expiry, now)) {
    const param = body.card?.exp_year === undefined ? 'card.exp_month' : 'card.exp_year'
    return refuse('parameter_invalid', 'The expiry date of the card is in the past. Send another date.', {
      param,
    })
  }
  const forged = forgedField(method.document, body.meta_data ?? {})
  if (forged !== null) return err(writtenByTerminals(forged))
  const read = readByTerminal(method.document)
  const change: Partial<PaymentMethod> = {
    ...(body.billing_details === undefined ? {} : { billing_details: body.billing_details }),
    ...(body.meta_data === undefined ? {} : { meta_data: { ...body.meta_data, ...read } }),
    ...(expiry === null || card === null
      ? {}
      : { card: { ...card, ...expiry, reuse_eligible: true }, attention_required: null }),
  }
  if (Object.keys(change).length === 0) return ok(unchanged(method))
  const decided = methodChanged(method, change, 'v2.payment_method.updated', now)
  return ok({ ...decided, writes: [...decided.writes, ...resealWrites(entry, resealed, now)] })
}

export const resealWrites = (
  entry: Row<VaultEntry> | null,
  resealed: VaultEntry | null,
  now: number,
): readonly Write[] =>
  entry === null || resealed === null ? [] : [updateOf('vault_entry', nextRow(entry, resealed, now))]

/** Section 4.2: the card networks are no longer asked for this card's successor. This cannot be undone. */
export function decideDisableUpdater(
  { method }: MethodState,
  { now }: DecisionContext,
): DecisionResult<PaymentMethod> {
  const { id, card } = method.document
  if (card === null) return err(noCard(id, 'id'))
  if (card.account_updater_enabled === false) return ok(unchanged(method))
  const change = { card: { ...card, account_updater_enabled: false } }
  return ok(methodChanged(method, change, 'v2.payment_method.updated', now))
}

const writtenByTerminals = (field: string): ServiceError =>
  serviceError(
    'parameter_invalid',
    `meta_data.${field} states how a terminal read the card and can only be set by a terminal. Leave it out.`,
    { param: `meta_data.${field}` },
  )

export const noCard = (id: string, param: string): ServiceError =>
  serviceError('parameter_invalid', `Payment method ${id} is a bank account; it has no card.`, { param })
