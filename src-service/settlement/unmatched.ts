import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import {
  mostUnmatched,
  type SettlementRecord,
  type UnmatchedItem,
  type UnmatchedList,
  type UnmatchedQuery,
} from '../../src-shared/api/schemas/settlement.ts'
import type { Result } from '../../src-shared/result.ts'
import { publicRefund, type RefundDocument } from '../refunds/documents.ts'
import type { Condition, Row, Store } from '../store/store.ts'
import { type Part, pageOfParts } from './page-of-parts.ts'

const external = (status: string): readonly Condition[] => [
  { column: 'settlement_status', is: '=', value: 'unsettled' },
  { column: 'external', is: '=', value: 1 },
  { column: 'status', is: '=', value: status },
]

/** In the order of the list. */
const parts: readonly Part<UnmatchedItem>[] = [
  { kind: 'payment', where: external('captured'), item: (row) => ofPayment(row) },
  { kind: 'refund', where: external('processing'), item: (row) => ofRefund(row) },
  {
    kind: 'settlement_record',
    where: [{ column: 'status', is: '=', value: 'unmatched' }],
    item: (row) => ofRecord(row),
  },
]

/**
 * Section 4.2: external payments and refunds that no record has settled, and records that settled nothing; of each type
 * the newest first. A row that has been matched since is still a valid cursor.
 */
export const listUnmatched = (
  store: Pick<Store, 'find' | 'list'>,
  accountIds: readonly string[],
  { starting_after, limit = mostUnmatched }: UnmatchedQuery,
): Promise<Result<UnmatchedList, ServiceError>> =>
  pageOfParts(store, { accountIds, parts, isPassing: true }, { starting_after, limit })

const nothing = { payment: null, refund: null, record: null } as const

const reported = (gateway_response: Readonly<Record<string, unknown>>) => ({
  retrieval_reference: textOf(gateway_response.retrieval_reference),
  gateway_created_at: textOf(gateway_response.created_at),
})
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const ofPayment = ({ id, account_id, document }: Row<Payment>): UnmatchedItem => ({
  type: 'payment',
  id,
  account_id,
  amount: document.amount_captured,
  ...reported(document.gateway_response),
  ...nothing,
  payment: document,
})

const ofRefund = ({ id, account_id, document }: Row<RefundDocument>): UnmatchedItem => ({
  type: 'refund',
  id,
  account_id,
  amount: document.amount,
  ...reported(document.gateway_response),
  ...nothing,
  refund: publicRefund(document),
})

const ofRecord = ({ id, account_id, document }: Row<SettlementRecord>): UnmatchedItem => ({
  type: 'record',
  id,
  account_id,
  amount: document.amount,
  retrieval_reference: document.retrieval_reference,
  gateway_created_at: document.gateway_created_at,
  ...nothing,
  record: document,
})
