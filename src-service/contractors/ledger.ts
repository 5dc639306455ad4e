import type { Transaction } from '../../src-shared/api/schemas/contractor.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { contractorShares } from '../../src-shared/payments/refund-splits.ts'
import { ok } from '../../src-shared/result.ts'
import { type Stamp, stampOf } from '../settlement/stamp.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import type { Row, Store, Write } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'

/**
 * The payout ledger: what settlements pay to contractors. The shares of a payment are written in the commit that
 * settles it, and the shares that a refund takes back in the commit that settles the refund. Both are settled once, so
 * the lines are written once. When something is undone after its settlement, a correction is written, which the next
 * settlement includes, as it does with fees.
 */

type Splits = PaymentIntent['payment_splits']

const notSettled = { settlement_id: null, settlement_status: 'unsettled', settled_at: null } as const

type About = Pick<
  Transaction,
  'type' | 'account_id' | 'currency' | 'payment_id' | 'payment_intent_id' | 'refund_id'
>

const lineId = (key: string, index: number): string => `txn_${key}_${index}`

/** @param key determines the ids, so that the same lines are never written twice */
const lines = (
  splits: Splits,
  about: About,
  { key, sign, stamp }: { readonly key: string; readonly sign: 1 | -1; readonly stamp: Stamp | null },
  now: number,
): readonly Write[] =>
  splits.flatMap(({ account_id: contractor_id, amount, description = null }, index) => {
    if (amount === 0) return []
    const line: Transaction = {
      ...{ id: lineId(key, index), entity: 'transaction', contractor_id },
      ...{ ...about, amount: sign * amount, description, ...(stamp ?? notSettled) },
      ...{ created_at: isoTime(now), updated_at: isoTime(now) },
    }
    return [inserted('transaction', about.account_id, line, now)]
  })

const aboutPayment = ({ account_id, currency, id, payment_intent_id }: Payment) => ({
  ...{ account_id, currency, payment_id: id, payment_intent_id, refund_id: null },
})
const aboutRefund = ({ account_id, currency, id, payment_id, payment_intent_id }: Refund) => ({
  ...{ account_id, currency, payment_id, payment_intent_id, refund_id: id },
})

/** Returns the writes for the shares of a settled payment. */
export const sharesPaid = (payment: Payment, splits: Splits, stamp: Stamp, now: number) =>
  lines(splits, { type: 'split', ...aboutPayment(payment) }, { key: payment.id, sign: 1, stamp }, now)

/** Whether a settlement has paid the shares of this payment: all of them are written in one commit. */
export async function hasPaidShares(
  store: Pick<Store, 'get'>,
  { account_id, id }: Row<Payment>,
  splits: Splits,
): Promise<boolean> {
  const first = splits.findIndex(({ amount }) => amount !== 0)
  return first !== -1 && (await store.get('transaction', account_id, lineId(id, first))) !== null
}

/** Returns the writes for the shares that a settled refund takes back. */
export const sharesTakenBack = (refund: Refund, stamp: Stamp, now: number) =>
  lines(
    refund.refund_splits,
    { type: 'refund', ...aboutRefund(refund) },
    { key: refund.id, sign: -1, stamp },
    now,
  )

/**
 * Returns the writes that take back the shares of a payment that was rejected after its settlement.
 * @param taken its refunds that already take back a part of the shares
 */
export const sharesRejected = (
  payment: Payment,
  splits: Splits,
  taken: readonly Pick<Refund, 'status' | 'refund_splits'>[],
  now: number,
) =>
  lines(
    contractorShares(splits, taken).map(({ account_id, description, left }) => ({
      ...{ account_id, amount: left },
      ...(description === '' ? {} : { description }),
    })),
    { type: 'correction', ...aboutPayment(payment) },
    { key: `${payment.id}_rejected`, sign: -1, stamp: null },
    now,
  )

/** Returns the writes that give back the shares of a settled refund that the customer's bank has sent back. */
export const sharesReturned = (refund: Refund, now: number) =>
  lines(
    refund.refund_splits,
    { type: 'correction', ...aboutRefund(refund) },
    { key: `${refund.id}_returned`, sign: 1, stamp: null },
    now,
  )

/** Settles a correction with the next settlement. */
export function decideSettleLine(
  row: Row<Transaction>,
  settlementId: string,
  { now }: DecisionContext,
): DecisionResult<unknown> {
  if (row.document.settlement_status === 'settled') return ok({ writes: [], events: [], reply: null })
  const next = changed(row, stampOf(settlementId, now), now)
  return ok({ writes: [updateOf('transaction', next)], events: [], reply: null })
}

/** Returns the sum of the ledger lines among these writes, in cents. */
export const sharesIn = (writes: readonly Write[]): number =>
  writes.reduce(
    (sum, write) =>
      write.op === 'insert' && write.kind === 'transaction'
        ? sum + (write.row.document as Transaction).amount
        : sum,
    0,
  )
