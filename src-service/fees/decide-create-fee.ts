import type { CreateFeeBody, Fee } from '../../src-shared/api/schemas/fee.ts'
import { ok } from '../../src-shared/result.ts'
import { currencyOf } from '../accounts/currency.ts'
import type { AccountRow } from '../accounts/documents.ts'
import { inserted } from '../store/row-writes.ts'
import type { Write } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { feeEarner, feeSources, newFee } from './documents.ts'

/** Section 4.2, create fee: the account owes it to its partner or tenant. It is ad hoc, so it can be refunded. */
export function decideCreateFee(
  account: AccountRow,
  body: CreateFeeBody,
  { now, newId }: DecisionContext,
): DecisionResult<Fee> {
  const { fee_type, amount, description, currency = currencyOf(account.document), reference_id = null } = body
  const fee = newFee(
    {
      id: newId('fee'),
      created_at: isoTime(now),
      currency,
      fee_type,
      amount,
      from_owner_id: account.id,
      from_owner_type: 'account',
      ...feeEarner(account.document),
      source_type: feeSources.adHoc,
      source_account_id: account.id,
    },
    {
      description,
      reference_id,
      ...(body.user_fields === undefined ? {} : { user_fields: body.user_fields }),
    },
  )
  return ok({
    writes: [insertFee(fee, now)],
    events: [{ account_id: account.id, type: 'v2.fee.created', object: fee }],
    reply: fee,
  })
}

/** The row of a fee belongs to the account that pays it, and so does the row of its refund. */
export const insertFee = (fee: Fee, now: number): Write => inserted('fee', fee.source_account_id, fee, now)
