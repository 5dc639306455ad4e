import type { ServiceError } from '../../src-shared/api/errors.ts'
import { defaultPageSize } from '../../src-shared/api/schemas/common.ts'
import type { Transaction } from '../../src-shared/api/schemas/contractor.ts'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type {
  ListSettlementLinesQuery,
  Settlement,
  SettlementLine,
} from '../../src-shared/api/schemas/settlement.ts'
import { takenBackOf } from '../../src-shared/payments/taken-back.ts'
import type { Result } from '../../src-shared/result.ts'
import { feeSources } from '../fees/documents.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import type { Page } from '../store/read-page.ts'
import type { Row, Store } from '../store/store.ts'
import { type Part, pageOfParts } from './page-of-parts.ts'

/**
 * What a settlement consists of: the same rows that `sumsOf` adds up, each with what it adds to the deposit. The lines of
 * a type add up to the settlement's sum of that type, and all lines to what the account gets.
 */
export const listLines = (
  store: Pick<Store, 'find' | 'list'>,
  settlement: Row<Settlement>,
  { starting_after, limit = defaultPageSize }: ListSettlementLinesQuery,
): Promise<Result<Page<SettlementLine>, ServiceError>> =>
  pageOfParts(
    store,
    { accountIds: [settlement.account_id], parts: partsOf(settlement), isPassing: false },
    { starting_after, limit },
  )

function partsOf({ id, document: { currency } }: Row<Settlement>): readonly Part<SettlementLine>[] {
  const where = [{ column: 'settlement_id', is: '=', value: id }] as const
  const lineOf = (
    row: { readonly id: string; readonly created_at: string },
    line: Pick<SettlementLine, 'type' | 'amount' | 'payment_id'> &
      Partial<Pick<SettlementLine, 'fee_type' | 'description'>>,
  ): SettlementLine => ({
    id: row.id,
    entity: 'settlement_line',
    settlement_id: id,
    fee_type: null,
    description: null,
    ...line,
    currency,
    created_at: row.created_at,
  })
  return [
    {
      kind: 'payment',
      where,
      item: ({ document }: Row<Payment>) =>
        lineOf(document, { type: 'payment', amount: document.amount_captured, payment_id: document.id }),
    },
    {
      kind: 'refund',
      where,
      item: ({ document }: Row<RefundDocument>) =>
        lineOf(document, { type: 'refund', amount: minus(document.amount), payment_id: document.payment_id }),
    },
    {
      kind: 'fee',
      where,
      // Settlements of former versions also stamped fees in other currencies, which their sums leave out.
      item: ({ document }: Row<Fee>) =>
        document.currency === currency ? lineOf(document, ofFee(document)) : null,
    },
    {
      kind: 'transaction',
      where,
      item: ({ document }: Row<Transaction>) =>
        lineOf(document, {
          type: 'split',
          amount: minus(document.amount),
          payment_id: document.payment_id,
          description: document.description,
        }),
    },
  ]
}

function ofFee(fee: Fee) {
  const takenBack = takenBackOf(fee)
  return {
    type: takenBack ?? 'fee',
    amount: fee.is_refund ? fee.amount : minus(fee.amount),
    payment_id: fee.source_type === feeSources.payment ? fee.source_id : null,
    fee_type: takenBack === null ? fee.fee_type : null,
    description: fee.description,
  } as const
}

/** Never −0. */
const minus = (amount: number): number => 0 - amount
