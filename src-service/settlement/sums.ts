import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'

export type Sums = Pick<
  Settlement,
  'payment_count' | 'refund_count' | 'amount_captured' | 'amount_refunded' | 'amount_fees'
>

/** What a settlement has stamped, counted from the rows themselves: right however often its run was cut off. */
export async function sumsOf(
  store: Pick<Store, 'list'>,
  { account_id, id, document: { currency } }: Row<Settlement>,
): Promise<Sums> {
  const where = [{ column: 'settlement_id', is: '=', value: id }] as const
  const sum = async <Document>(
    kind: 'payment' | 'refund' | 'fee',
    amountOf: (document: Document) => number,
  ) => {
    let [count, amount] = [0, 0]
    for await (const { document } of rowsOf<Document>(store, kind, { account_id, where })) {
      count += 1
      amount += amountOf(document)
    }
    return { count, amount }
  }
  const payments = await sum<Payment>('payment', (payment) => payment.amount_captured)
  const refunds = await sum<RefundDocument>('refund', (refund) => refund.amount)
  // A fee in another currency is settled too, but not added to dollars.
  const fees = await sum<Fee>('fee', (fee) =>
    fee.currency !== currency ? 0 : fee.is_refund ? -fee.amount : fee.amount,
  )
  return {
    payment_count: payments.count,
    refund_count: refunds.count,
    amount_captured: payments.amount,
    amount_refunded: refunds.amount,
    amount_fees: fees.amount,
  }
}

const names = [
  'payment_count',
  'refund_count',
  'amount_captured',
  'amount_refunded',
  'amount_fees',
] as const satisfies readonly (keyof Sums)[]

export const sameSums = (one: Sums, other: Sums): boolean => names.every((name) => one[name] === other[name])
