import type { ServiceError } from '../../src-shared/api/errors.ts'
import { defaultPageSize } from '../../src-shared/api/schemas/common.ts'
import type {
  ListSettlementLinesQuery,
  Settlement,
  SettlementLine,
} from '../../src-shared/api/schemas/settlement.ts'
import { takenBackOf } from '../../src-shared/payments/taken-back.ts'
import type { Result } from '../../src-shared/result.ts'
import { feeSources } from '../fees/documents.ts'
import type { Page } from '../store/read-page.ts'
import type { Row, Store } from '../store/store.ts'
import { isCounted, lineOf, type Settled, type SettledKind, type SumName } from './lines.ts'
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

/** The type of the lines that a sum adds up. */
const typeOf = {
  amount_captured: 'payment',
  amount_refunded: 'refund',
  amount_fees: 'fee',
  amount_splits: 'split',
  amount_disputed: 'dispute',
  amount_reversed: 'reversal',
} as const satisfies Record<SumName, SettlementLine['type']>

type Details = Pick<SettlementLine, 'payment_id'> & Partial<Pick<SettlementLine, 'fee_type' | 'description'>>

function partsOf({ id, document: { currency } }: Row<Settlement>): readonly Part<SettlementLine>[] {
  const where = [{ column: 'settlement_id', is: '=', value: id }] as const
  const partOf = <Kind extends SettledKind>(
    kind: Kind,
    detailsOf: (document: Settled[Kind]) => Details,
  ): Part<SettlementLine> => ({
    kind,
    where,
    item({ document }: Row<Settled[Kind]>) {
      if (!isCounted(kind, document, currency)) return null
      const { name, amount } = lineOf(kind, document)
      return {
        id: document.id,
        entity: 'settlement_line',
        settlement_id: id,
        type: typeOf[name],
        amount: name === 'amount_captured' ? amount : minus(amount),
        currency,
        fee_type: null,
        description: null,
        created_at: document.created_at,
        ...detailsOf(document),
      }
    },
  })
  return [
    partOf('payment', (payment) => ({ payment_id: payment.id })),
    partOf('refund', ({ payment_id }) => ({ payment_id })),
    partOf('fee', (fee) => ({
      payment_id: fee.source_type === feeSources.payment ? fee.source_id : null,
      fee_type: takenBackOf(fee) === null ? fee.fee_type : null,
      description: fee.description,
    })),
    partOf('transaction', ({ payment_id, description }) => ({ payment_id, description })),
  ]
}

/** Never −0. */
const minus = (amount: number): number => 0 - amount
