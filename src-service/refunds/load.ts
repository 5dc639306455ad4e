import { createHash } from 'node:crypto'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { loadAttempt } from '../intents/load.ts'
import { rowsOf } from '../store/rows-of.ts'
import { type IdempotencyClaim, idempotencyWindowMs, type Row, type Store } from '../store/store.ts'
import type { RefundState } from './decide-finish-refund.ts'
import type { RefundDocument } from './documents.ts'

export async function loadRefund(
  store: Pick<Store, 'get'>,
  accountId: string,
  id: string,
): Promise<Result<Row<RefundDocument>, ServiceError>> {
  const row = await store.get<RefundDocument>('refund', accountId, id)
  if (row !== null) return ok(row)
  return err(serviceError('resource_missing', `There is no refund ${id} in this account.`, { param: 'id' }))
}

/** A refund with the payment and the intent it belongs to. */
export async function loadRefundState(
  store: Pick<Store, 'get'>,
  accountId: string,
  refundId: string,
): Promise<Result<RefundState, ServiceError>> {
  const refund = await loadRefund(store, accountId, refundId)
  if (!refund.ok) return refund
  const attempt = await loadAttempt(store, accountId, refund.value.document.payment_id)
  return attempt.ok ? ok({ refund: refund.value, attempt: attempt.value }) : attempt
}

/** Every refund of a payment, newest first. */
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

/** What a refund keeps of the idempotent request that made it. */
export const requestOf = (
  claim: IdempotencyClaim | null,
): Pick<RefundDocument, 'request_key' | 'request_fingerprint'> =>
  claim === null
    ? { request_key: null, request_fingerprint: null }
    : { request_key: keyOf(claim), request_fingerprint: claim.fingerprint }

const keyOf = ({ scope }: IdempotencyClaim): string => createHash('sha256').update(scope).digest('base64url')

/**
 * The refund that a former run of the same request made. Its process may have died before it could save the
 * answer: without this look a repeat would pay back twice.
 */
export async function refundOfRequest(
  store: Pick<Store, 'list'>,
  accountId: string,
  claim: IdempotencyClaim,
  now: number,
): Promise<Row<RefundDocument> | null> {
  const [found] = await store.list<RefundDocument>('refund', {
    account_id: accountId,
    where: [{ column: 'request_key', is: '=', value: keyOf(claim) }],
    limit: 1,
  })
  return found === undefined || found.created_at <= now - idempotencyWindowMs ? null : found
}
