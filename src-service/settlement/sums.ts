import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { maximumAmount, sumOf } from '../../src-shared/money.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { Row, Store } from '../store/store.ts'
import { type SumName, stampedLines, sumNames } from './lines.ts'
import type { Stoppable } from './stoppable.ts'

export type Sums = Pick<Settlement, 'payment_count' | 'refund_count' | SumName>

/**
 * Adds up the rows that a settlement has stamped. Reading the rows keeps the sums right after an interrupted run.
 * @returns a state_conflict if a sum exceeds the maximum amount, instead of an inexact sum
 * @throws when the service stops; the next start counts again.
 */
export async function sumsOf(
  services: { readonly store: Pick<Store, 'list'> } & Stoppable,
  run: Row<Settlement>,
): Promise<Result<Sums, ServiceError>> {
  const counts = { payment: 0, refund: 0, fee: 0, transaction: 0 }
  const amounts: Record<SumName, number[]> = {
    amount_captured: [],
    amount_refunded: [],
    amount_fees: [],
    amount_splits: [],
    amount_disputed: [],
    amount_reversed: [],
  }
  for await (const { kind, name, amount } of stampedLines(services, run)) {
    counts[kind] += 1
    amounts[name].push(amount)
  }
  const sums = {
    amount_captured: sumOf(amounts.amount_captured),
    amount_refunded: sumOf(amounts.amount_refunded),
    amount_disputed: sumOf(amounts.amount_disputed),
    amount_reversed: sumOf(amounts.amount_reversed),
    amount_fees: sumOf(amounts.amount_fees),
    amount_splits: sumOf(amounts.amount_splits),
  }
  if (!areExact(sums)) {
    const message = `The amounts of settlement ${run.id} add up to more than ${maximumAmount} cents, the maximum of an amount. The settlement stays open.`
    return refuse('state_conflict', message)
  }
  return ok({ payment_count: counts.payment, refund_count: counts.refund, ...sums })
}

const areExact = <Name extends string>(
  sums: Readonly<Record<Name, number | null>>,
): sums is Readonly<Record<Name, number>> => Object.values(sums).every((sum) => sum !== null)

const names = ['payment_count', 'refund_count', ...sumNames] as const satisfies readonly (keyof Sums)[]

export const sameSums = (one: Sums, other: Sums): boolean =>
  names.every((name) => (one[name] ?? 0) === (other[name] ?? 0))
