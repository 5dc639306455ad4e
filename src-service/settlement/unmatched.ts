import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { SettlementRecord, UnmatchedItem } from '../../src-shared/api/schemas/settlement.ts'
import { publicRefund, type RefundDocument } from '../refunds/documents.ts'
import type { Condition, Kind, Row, Store } from '../store/store.ts'

/** Maximum number of items of each type, newest first: the specification has no pages here (docs/decisions). */
const mostOfEach = 1_000

const external = (status: string): readonly Condition[] => [
  { column: 'settlement_status', is: '=', value: 'unsettled' },
  { column: 'external', is: '=', value: 1 },
  { column: 'status', is: '=', value: status },
]

/** Section 4.2: external payments and refunds that no record has settled, and records that settled nothing. */
export async function listUnmatched(
  store: Pick<Store, 'list'>,
  accountIds: readonly string[],
): Promise<UnmatchedItem[]> {
  const list = <Document>(kind: Kind, where: readonly Condition[]) =>
    store.list<Document>(kind, { account_ids: accountIds, where, limit: mostOfEach })
  const [payments, refunds, records] = await Promise.all([
    list<Payment>('payment', external('captured')),
    list<RefundDocument>('refund', external('processing')),
    list<SettlementRecord>('settlement_record', [{ column: 'status', is: '=', value: 'unmatched' }]),
  ])
  return [...payments.map(ofPayment), ...refunds.map(ofRefund), ...records.map(ofRecord)]
}

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
