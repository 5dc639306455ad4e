import { createHash } from 'node:crypto'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { attemptOf } from '../intents/load.ts'
import type { Services } from '../services.ts'
import { rowsOf } from '../store/rows-of.ts'
import { type IdempotencyClaim, idempotencyWindowMs, type Row, type Store } from '../store/store.ts'
import type { RefundState } from './decide-finish-refund.ts'
import { operationOf, type RefundDocument } from './documents.ts'

export async function loadRefund(
  store: Pick<Store, 'get'>,
  accountId: string,
  id: string,
): Promise<Result<Row<RefundDocument>, ServiceError>> {
  const row = await store.get<RefundDocument>('refund', accountId, id)
  return row === null ? err(missingRefund(id)) : ok(row)
}

/** Loads a refund with its payment and intent. */
export async function loadRefundState(
  store: Pick<Store, 'get' | 'together'>,
  accountId: string,
  refundId: string,
): Promise<Result<RefundState, ServiceError>> {
  const [refund, payment, intent] = await store.together<[RefundDocument, Payment, PaymentIntent]>([
    { kind: 'refund', accountId, is: refundId },
    { kind: 'payment', accountId, is: { of: 0, column: 'payment_id' } },
    { kind: 'payment_intent', accountId, is: { of: 1, column: 'payment_intent_id' } },
  ])
  if (refund === null) return err(missingRefund(refundId))
  const attempt = await attemptOf(store, { payment, intent }, refund.document.payment_id)
  return attempt.ok ? ok({ refund, attempt: attempt.value }) : attempt
}

const missingRefund = (id: string): ServiceError =>
  serviceError('resource_missing', `There is no refund ${id} in this account.`, { param: 'id' })

/** Returns every refund of a payment, newest first. */
export async function refundsOf(
  store: Pick<Store, 'list'>,
  accountId: string,
  paymentId: string,
): Promise<readonly Row<RefundDocument>[]> {
  const where = [{ column: 'payment_id', is: '=', value: paymentId }] as const
  const found: Row<RefundDocument>[] = []
  for await (const row of rowsOf<RefundDocument>(store, 'refund', { account_id: accountId, where })) {
    found.push(row)
  }
  return found
}

/** Returns the voids of a whole payment. Read the payment first: a void that begins or ends changes its version. */
export async function voidsOf(
  store: Pick<Store, 'list'>,
  { account_id, id, document: { amount_refunded, amount_captured } }: Row<Payment>,
): Promise<readonly Row<RefundDocument>[]> {
  if (amount_refunded === 0 || amount_refunded < amount_captured) return []
  const refunds = await refundsOf(store, account_id, id)
  return refunds.filter(({ document }) => operationOf(document) === 'void')
}

const keyOf = ({ scope }: IdempotencyClaim): string => createHash('sha256').update(scope).digest('base64url')

/**
 * Former versions stored in a refund which idempotent request made it, and bound no key to it. Migration 13 dropped the
 * column but not this field, so that repeats are found by it for an hour after an update.
 */
export async function refundOfFormerRequest(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { accountId, paymentId }: { readonly accountId: string; readonly paymentId: string },
  claim: IdempotencyClaim,
): Promise<RefundDocument | null> {
  const youngest = clock.verified() - idempotencyWindowMs
  const made = await refundsOf(store, accountId, paymentId)
  const found = made.find(
    ({ document, created_at }) => document.request_key === keyOf(claim) && created_at > youngest,
  )
  return found?.document ?? null
}
