import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Transaction } from '../../src-shared/api/schemas/contractor.ts'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { maximumAmount, sumOf } from '../../src-shared/money.ts'
import { type TakenBack, takenBackOf } from '../../src-shared/payments/taken-back.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'
import { endIfStopped, type Stoppable } from './stoppable.ts'

export type Sums = Pick<
  Settlement,
  | 'payment_count'
  | 'refund_count'
  | 'amount_captured'
  | 'amount_refunded'
  | 'amount_fees'
  | 'amount_splits'
  | 'amount_disputed'
  | 'amount_reversed'
>

/**
 * Adds up the rows that a settlement has stamped. Reading the rows keeps the sums right after an interrupted run.
 * @returns a state_conflict if a sum exceeds the maximum amount, instead of an inexact sum
 * @throws when the service stops; the next start counts again.
 */
export async function sumsOf(
  services: { readonly store: Pick<Store, 'list'> } & Stoppable,
  { account_id, id, document: { currency } }: Row<Settlement>,
): Promise<Result<Sums, ServiceError>> {
  const where = [{ column: 'settlement_id', is: '=', value: id }] as const
  const read = async <Document>(
    kind: 'payment' | 'refund' | 'fee' | 'transaction',
    take: (document: Document) => void,
  ) => {
    for await (const { document } of rowsOf<Document>(services.store, kind, { account_id, where })) {
      endIfStopped(services)
      take(document)
    }
  }
  const payments: number[] = []
  const refunds: number[] = []
  const fees: Record<TakenBack | 'fee', number[]> = { fee: [], dispute: [], reversal: [] }
  const splits: number[] = []
  await read<Payment>('payment', ({ amount_captured }) => payments.push(amount_captured))
  await read<RefundDocument>('refund', ({ amount }) => refunds.push(amount))
  await read<Fee>('fee', (fee) => {
    // Settlements of former versions also stamped fees in other currencies, which cannot be added.
    if (fee.currency === currency)
      fees[takenBackOf(fee) ?? 'fee'].push(fee.is_refund ? -fee.amount : fee.amount)
  })
  await read<Transaction>('transaction', ({ amount }) => splits.push(amount))
  const sums = {
    amount_captured: sumOf(payments),
    amount_refunded: sumOf(refunds),
    amount_disputed: sumOf(fees.dispute),
    amount_reversed: sumOf(fees.reversal),
    amount_fees: sumOf(fees.fee),
    amount_splits: sumOf(splits),
  }
  if (!areExact(sums)) {
    const message = `The amounts of settlement ${id} add up to more than ${maximumAmount} cents, the maximum of an amount. The settlement stays open.`
    return err(serviceError('state_conflict', message))
  }
  return ok({ payment_count: payments.length, refund_count: refunds.length, ...sums })
}

const areExact = <Name extends string>(
  sums: Readonly<Record<Name, number | null>>,
): sums is Readonly<Record<Name, number>> => Object.values(sums).every((sum) => sum !== null)

const names = [
  'payment_count',
  'refund_count',
  'amount_captured',
  'amount_refunded',
  'amount_fees',
  'amount_splits',
  'amount_disputed',
  'amount_reversed',
] as const satisfies readonly (keyof Sums)[]

export const sameSums = (one: Sums, other: Sums): boolean =>
  names.every((name) => (one[name] ?? 0) === (other[name] ?? 0))
