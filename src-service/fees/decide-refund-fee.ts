import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Fee, RefundFeeBody } from '../../src-shared/api/schemas/fee.ts'
import { err, ok } from '../../src-shared/result.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { insertFee } from './decide-create-fee.ts'
import { feeSources, newFee } from './documents.ts'

/** Section 8: maximum number of refunds of a fee. */
export const maximumFeeRefunds = 10

/** A fee and the number of its refunds, read in this order: a refund in between changes the fee's version. */
export interface RefundableFee {
  readonly fee: Row<Fee>
  readonly refunds: number
}

/**
 * Section 4.2, refund ad hoc fee: makes a fee in the opposite direction, whose source is the original. The original's
 * row is written too, so that concurrent refunds cannot exceed the fee.
 */
export function decideRefundFee(
  { fee: row, refunds }: RefundableFee,
  body: RefundFeeBody,
  { now, newId }: DecisionContext,
): DecisionResult<Fee> {
  const fee = row.document
  const refusal = refuseRefund(fee, refunds, body.amount)
  if (refusal !== null) return err(refusal)
  const refund = newFee(
    {
      id: newId('fee'),
      created_at: isoTime(now),
      currency: fee.currency,
      fee_type: fee.fee_type,
      amount: body.amount,
      from_owner_id: fee.to_owner_id,
      from_owner_type: fee.to_owner_type,
      to_owner_id: fee.from_owner_id,
      to_owner_type: fee.from_owner_type,
      source_type: feeSources.refund,
      source_account_id: fee.source_account_id,
    },
    {
      source_id: fee.id,
      is_refund: true,
      description: body.description,
      reference_id: body.reference_id ?? null,
      ...(body.user_fields === undefined ? {} : { user_fields: body.user_fields }),
    },
  )
  const document: Fee = {
    ...fee,
    amount_refunded: fee.amount_refunded + body.amount,
    updated_at: isoTime(now),
  }
  const account_id = row.account_id
  return ok({
    writes: [insertFee(refund, now), updateOf('fee', nextRow(row, document, now))],
    events: [
      { account_id, type: 'v2.fee.created', object: refund },
      { account_id, type: 'v2.fee.refunded', object: document },
    ],
    reply: refund,
  })
}

function refuseRefund(fee: Fee, refunds: number, amount: number): ServiceError | null {
  if (fee.source_type !== feeSources.adHoc) {
    const what = fee.is_refund ? 'is itself a refund' : `was charged for a ${fee.source_type}`
    return serviceError(
      'state_conflict',
      `Fee ${fee.id} ${what}; only ad hoc fees, which are created with POST /fees, can be refunded.`,
      { param: 'id' },
    )
  }
  if (amount === 0) {
    return serviceError('parameter_invalid', 'amount must be at least 1 cent, but is 0.', {
      param: 'amount',
    })
  }
  if (refunds >= maximumFeeRefunds) {
    return serviceError(
      'fee_refund_limit',
      `Fee ${fee.id} was already refunded ${refunds} times; the maximum is ${maximumFeeRefunds} refunds.`,
      { param: 'id' },
    )
  }
  const left = fee.amount - fee.amount_refunded
  if (amount <= left) return null
  return serviceError(
    'fee_refund_limit',
    `Cannot refund ${amount} cents of fee ${fee.id}: ${left} of its ${fee.amount} cents are left to refund. Send at most that amount.`,
    { param: 'amount' },
  )
}
