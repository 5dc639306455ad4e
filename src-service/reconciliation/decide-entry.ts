import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { assertNever, ok, type Result } from '../../src-shared/result.ts'
import type { Attempt } from '../intents/attempt.ts'
import { loadAttempt } from '../intents/load.ts'
import type { ReportedEvent } from '../processor/report-entry.ts'
import type { RefundState } from '../refunds/decide-finish-refund.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { loadRefundState, voidsOf } from '../refunds/load.ts'
import type { ReadingServices } from '../services.ts'
import { bookFee } from '../settlement/book-fee.ts'
import { decideCloseDispute, decideDispute, decideReverse } from '../settlement/decide-dispute.ts'
import { decideRejectPayment, loadRejection, type Rejection } from '../settlement/decide-reject-payment.ts'
import { decideReturnRefund } from '../settlement/decide-return-refund.ts'
import { type Payer, payerOf } from '../settlement/plans.ts'
import { type TakenLines, takenLinesOf } from '../settlement/taken-lines.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

/** The payment, rejection or refund that an entry is about. */
export type Reported =
  | {
      readonly type: 'payment'
      readonly attempt: Attempt
      readonly payer: Payer
      readonly lines: TakenLines
      readonly voids: readonly Row<RefundDocument>[]
    }
  | ({ readonly type: 'rejection' } & Rejection)
  | { readonly type: 'refund'; readonly refund: RefundState; readonly payer: Payer }

export async function loadReported(
  services: ReadingServices,
  accountId: string,
  entry: ReportedEvent,
): Promise<Result<Reported, ServiceError>> {
  const { store } = services
  if (entry.type === 'refund_returned') {
    const refund = await loadRefundState(store, accountId, entry.refund_id)
    if (!refund.ok) return refund
    return ok({ type: 'refund', refund: refund.value, payer: await payerOf(services, accountId) })
  }
  const attempt = await loadAttempt(store, accountId, entry.payment_id, 'id')
  if (!attempt.ok) return attempt
  const subject = {
    attempt: attempt.value,
    payer: await payerOf(services, accountId),
    lines: await takenLinesOf(store, attempt.value.payment),
  }
  if (entry.type !== 'rejected') {
    return ok({ type: 'payment', ...subject, voids: await voidsOf(store, attempt.value.payment) })
  }
  const { reason } = entry
  return ok({ type: 'rejection', ...(await loadRejection(store, { ...subject, reason })) })
}

/** Applies an entry to the books, or returns an error if it contradicts them. */
export function decideEntry(
  reported: Reported,
  entry: ReportedEvent,
  context: DecisionContext,
): DecisionResult<Payment | Refund> {
  if (reported.type === 'rejection') return decideRejectPayment(reported, context)
  const { payer } = reported
  if (reported.type === 'refund') return decideReturnRefund(reported.refund, payer, context)
  const { attempt, lines, voids } = reported
  switch (entry.type) {
    case 'dispute': {
      const { amount, inquiry, respond_by } = entry
      const body = { amount: amount ?? undefined, inquiry, respond_by: respond_by ?? undefined }
      return decideDispute(attempt, body, { payer, voids }, context)
    }
    case 'dispute_closed':
      return decideCloseDispute(attempt, entry.outcome, { payer, lines }, context)
    case 'reversal': {
      const { amount, expected, return_code } = entry
      const body = { amount: amount ?? undefined, expected, return_code: return_code ?? undefined }
      return decideReverse(attempt, body, { payer, voids }, context)
    }
    case 'fee': {
      const payment = attempt.payment.document
      return ok({ ...bookFee(payment, payer, entry, context), reply: payment })
    }
    case 'rejected':
    case 'refund_returned':
      throw new Error(`a report entry of the type ${entry.type} was loaded with the state of another type`)
    default:
      return assertNever(entry)
  }
}
