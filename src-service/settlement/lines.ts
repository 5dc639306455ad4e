import type { Transaction } from '../../src-shared/api/schemas/contractor.ts'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import type { Cents } from '../../src-shared/money.ts'
import { takenBackOf } from '../../src-shared/payments/taken-back.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store } from '../store/store.ts'
import { endIfStopped, type Stoppable } from './stoppable.ts'

/** The amounts that a settlement adds up. */
export const sumNames = [
  'amount_captured',
  'amount_refunded',
  'amount_fees',
  'amount_splits',
  'amount_disputed',
  'amount_reversed',
] as const satisfies readonly (keyof Settlement)[]
export type SumName = (typeof sumNames)[number]

export const noSums = (): Record<SumName, Cents> => ({
  amount_captured: 0,
  amount_refunded: 0,
  amount_fees: 0,
  amount_splits: 0,
  amount_disputed: 0,
  amount_reversed: 0,
})

/** What a settled row adds to its settlement, in cents: below 0 if it reduces the sum. */
export interface Line {
  readonly kind: SettledKind
  readonly name: SumName
  readonly amount: Cents
}

export interface Settled {
  readonly payment: Payment
  readonly refund: RefundDocument
  readonly fee: Fee
  readonly transaction: Transaction
}
export type SettledKind = keyof Settled
export const settledKinds: readonly SettledKind[] = ['payment', 'refund', 'fee', 'transaction']

const feeSums = { fee: 'amount_fees', dispute: 'amount_disputed', reversal: 'amount_reversed' } as const

const lineIn: { readonly [Kind in SettledKind]: (document: Settled[Kind]) => Omit<Line, 'kind'> } = {
  payment: ({ amount_captured }) => ({ name: 'amount_captured', amount: amount_captured }),
  refund: ({ amount }) => ({ name: 'amount_refunded', amount }),
  fee: (fee) => ({
    name: feeSums[takenBackOf(fee) ?? 'fee'],
    amount: fee.is_refund ? -fee.amount : fee.amount,
  }),
  transaction: ({ amount }) => ({ name: 'amount_splits', amount }),
}

export const lineOf = <Kind extends SettledKind>(kind: Kind, document: Settled[Kind]): Line => ({
  kind,
  ...lineIn[kind](document),
})

/** Settlements of former versions also stamped fees in other currencies, which cannot be added. */
export const isCounted = (
  kind: SettledKind,
  document: { readonly currency: string },
  currency: string,
): boolean => kind !== 'fee' || document.currency === currency

/**
 * Reads the lines of all rows that a settlement has stamped.
 * @throws when the service stops
 */
export async function* stampedLines(
  services: { readonly store: Pick<Store, 'list'> } & Stoppable,
  { account_id, id, document: { currency } }: Row<Settlement>,
): AsyncGenerator<Line> {
  const where = [{ column: 'settlement_id', is: '=', value: id }] as const
  for (const kind of settledKinds) {
    for await (const { document } of rowsOf<Settled[typeof kind]>(services.store, kind, {
      account_id,
      where,
    })) {
      endIfStopped(services)
      if (isCounted(kind, document, currency)) yield lineOf(kind, document)
    }
  }
}
