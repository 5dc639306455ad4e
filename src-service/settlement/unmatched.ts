import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import {
  mostUnmatched,
  type SettlementRecord,
  type UnmatchedItem,
  type UnmatchedList,
  type UnmatchedQuery,
} from '../../src-shared/api/schemas/settlement.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { publicRefund, type RefundDocument } from '../refunds/documents.ts'
import { createPageFilling, cursorNotInList } from '../store/read-page.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Condition, Kind, Query, Row, Store } from '../store/store.ts'

const external = (status: string): readonly Condition[] => [
  { column: 'settlement_status', is: '=', value: 'unsettled' },
  { column: 'external', is: '=', value: 1 },
  { column: 'status', is: '=', value: status },
]

interface Part {
  readonly kind: Kind
  readonly where: readonly Condition[]
  item(row: Row<never>): UnmatchedItem
}

/** In the order of the list. */
const parts: readonly Part[] = [
  { kind: 'payment', where: external('captured'), item: (row) => ofPayment(row) },
  { kind: 'refund', where: external('processing'), item: (row) => ofRefund(row) },
  {
    kind: 'settlement_record',
    where: [{ column: 'status', is: '=', value: 'unmatched' }],
    item: (row) => ofRecord(row),
  },
]

type ListStore = Pick<Store, 'find' | 'list'>

/**
 * Section 4.2: external payments and refunds that no record has settled, and records that settled nothing; of each type
 * the newest first. A page ends after about a megabyte, like any list's.
 */
export async function listUnmatched(
  store: ListStore,
  accountIds: readonly string[],
  { starting_after, limit = mostUnmatched }: UnmatchedQuery,
): Promise<Result<UnmatchedList, ServiceError>> {
  const from = starting_after === undefined ? ok(start) : await placeOf(store, accountIds, starting_after)
  if (!from.ok) return from
  const fits = createPageFilling()
  const data: UnmatchedItem[] = []
  for await (const item of itemsFrom(store, accountIds, from.value)) {
    const last = data.at(-1)
    const isOver = data.length === limit || !fits(item)
    if (isOver && last !== undefined) {
      return ok({ data, meta: { has_more: true, limit, next_cursor: last.id } })
    }
    data.push(item)
  }
  return ok({ data, meta: { has_more: false, limit } })
}

/** Where a page begins: in which part, and after which row of it. */
interface Place {
  readonly part: number
  readonly after: Query['after']
}
const start: Place = { part: 0, after: undefined }

/** A row that has been matched since is still a valid cursor; an id of another tenant counts as unknown. */
async function placeOf(
  store: ListStore,
  accountIds: readonly string[],
  id: string,
): Promise<Result<Place, ServiceError>> {
  for (const [part, { kind }] of parts.entries()) {
    const row = await store.find(kind, id)
    if (row === null || !accountIds.includes(row.account_id)) continue
    return ok({ part, after: { created_at: row.created_at, id } })
  }
  return err(cursorNotInList(id, 'starting_after'))
}

/** More than usual: on SQLite every read looks into each account. */
const rowsAtOnce = 250

async function* itemsFrom(
  store: ListStore,
  account_ids: readonly string[],
  { part: first, after }: Place,
): AsyncGenerator<UnmatchedItem> {
  for (const [index, { kind, where, item }] of parts.entries()) {
    if (index < first) continue
    const place = index === first && after !== undefined ? { after } : {}
    const rows = rowsOf<never>(store, kind, { account_ids, where, ...place }, rowsAtOnce)
    for await (const row of rows) yield item(row)
  }
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
