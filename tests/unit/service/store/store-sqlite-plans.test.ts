import { afterAll, expect, test } from 'vitest'
import { accountEventsSql } from '../../../../src-service/store/event-sql.ts'
import { intentSearches } from '../../../../src-service/store/intent-columns.ts'
import { listSql } from '../../../../src-service/store/list-sql.ts'
import { openDatabase } from '../../../../src-service/store/sqlite/database.ts'
import { sqliteDialect } from '../../../../src-service/store/sqlite/dialect.ts'
import { pendingEventsSql } from '../../../../src-service/store/sqlite/read-events.ts'
import type { Condition, Kind, Query } from '../../../../src-service/store/store.ts'
import { sumsSql } from '../../../../src-service/store/sums-sql.ts'
import { valuesSql } from '../../../../src-service/store/values-sql.ts'

const is = (column: string, value: string | number): Condition => ({ column, is: '=', value })
const unsettled = is('settlement_status', 'unsettled')
const made = (external: 0 | 1, status: string) => [unsettled, is('external', external), is('status', status)]
const completed: Condition = { column: 'status', is: 'in', value: ['captured', 'pending'] }

/** The frequent lists, of accounts with a million rows. */
const lists: readonly (readonly [what: string, Kind, where: readonly Condition[], index: string])[] = [
  ['payments of an intent', 'payment', [is('payment_intent_id', 'pi_1')], 'payments_by_intent'],
  ['payments to settle', 'payment', made(0, 'captured'), 'payments_to_settle'],
  ['payments without a record', 'payment', made(1, 'captured'), 'payments_to_settle'],
  ['payments of a settlement', 'payment', [is('settlement_id', 'se_1')], 'payments_by_settlement'],
  ['payments of a customer', 'payment', [is('customer_id', 'cus_1')], 'payments_by_customer'],
  [
    'intents of a customer',
    'payment_intent',
    [is('customer_id', 'cus_1'), completed],
    'payment_intents_by_customer',
  ],
  ['methods of a customer', 'payment_method', [is('customer_id', 'cus_1')], 'payment_methods_by_customer'],
  ['links of a customer', 'customer_account', [is('customer_id', 'cus_1')], 'customer_accounts_by_customer'],
  ['customers of a business', 'customer', [is('business_id', 'bus_1')], 'customers_by_business'],
  ['customers of a tenant', 'customer', [], 'customers_by_age'],
  ['refunds of a payment', 'refund', [is('payment_id', 'pmt_1')], 'refunds_by_payment'],
  ['refunds to settle', 'refund', made(0, 'processing'), 'refunds_to_settle'],
  ['refunds of a settlement', 'refund', [is('settlement_id', 'se_1')], 'refunds_by_settlement'],
  ['fees to settle', 'fee', [unsettled], 'fees_to_settle'],
  ['fees of a settlement', 'fee', [is('settlement_id', 'se_1')], 'fees_by_settlement'],
  ['fees of a type', 'fee', [is('fee_type', 'CHARGEBACK')], 'fees_by_type'],
  ['fees of a payment', 'fee', [is('source_id', 'pmt_1')], 'fees_by_source'],
  ['refunds of a fee', 'fee', [is('source_id', 'fee_1'), is('is_refund', 1)], 'fees_by_source'],
  ['lines of a contractor', 'transaction', [is('contractor_id', 'ctrct_1')], 'transactions_by_contractor'],
  [
    'records without a partner',
    'settlement_record',
    [is('status', 'unmatched')],
    'settlement_records_by_status',
  ],
]

/** Nothing is written to it: plans depend on its tables and indexes alone. */
const database = openDatabase(':memory:')
afterAll(() => void database.close())

const stepsOf = (sql: string, values: readonly unknown[]): readonly string[] =>
  (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[]).map(
    ({ detail }) => detail,
  )

const plan = (kind: Kind, query: Query): string => {
  const { text, values } = listSql(sqliteDialect, kind, query)
  return stepsOf(text, values).join('; ')
}

test.each(lists)('SQLite lists %s by their own index, already sorted', (_, kind, where, index) => {
  const found = plan(kind, { account_id: 'acct_1', where, limit: 200 })
  expect(found).toContain(` USING INDEX ${index} `)
  expect(found).not.toContain('TEMP B-TREE')
})

test("SQLite finds the repair job's payments and refunds of all accounts by an index", () => {
  const refunds = plan('refund', { where: [is('awaits', 'processor')], limit: 50 })
  expect(refunds).toContain('refunds_waiting')
  for (const status of ['processing', 'uncaptured']) {
    expect(plan('payment', { where: [is('status', status)], limit: 50 })).toContain('payments_by_status')
  }
})

/** Besides the lists above, the queries of the tables that a sale writes. */
const others: readonly (readonly [Kind, Query])[] = [
  ['payment', { where: [is('status', 'processing')], limit: 50 }],
  ['payment', { account_id: 'acct_1', where: [{ column: 'unresolved', is: 'not null' }], limit: 50 }],
  ['payment', { account_id: 'acct_1', where: [{ column: 'has_dispute', is: 'not null' }], limit: 50 }],
  ['refund', { where: [is('awaits', 'processor')], limit: 50 }],
  ['refund', { account_id: 'acct_1', where: [{ column: 'unresolved', is: 'not null' }], limit: 50 }],
  ['payment_intent', { where: [{ column: 'folded', is: 'null' }], limit: 50 }],
  ['fee', { account_id: 'acct_1', limit: 50 }],
  ['vault_entry', { where: [{ column: 'created_at', is: '<=', value: 1 }], limit: 50 }],
]

test('every index of the tables that a sale writes is used by some query, since each index slows down every write', () => {
  const asked = [
    ...lists.map(([, kind, where]) => [kind, { account_id: 'acct_1', where, limit: 9 }] as const),
    ...others,
  ]
  const plansOfAll = [
    ...asked.map(([kind, query]) => plan(kind, query)),
    stepsOf(pendingEventsSql, ['evt_1', 5]).join('; '),
    stepsOf(accountEventsSql({ limit: 5 }, 'id', '?1', () => '?2').text, ['acct_1', 5]).join('; '),
  ]
  // Indexes that the store names itself are used, and unique indexes are needed as constraints.
  const named = new Set(intentSearches.map(({ name }) => name))
  const indexes = database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT LIKE 'CREATE UNIQUE%' AND tbl_name IN
        ('payment_intents', 'payments', 'refunds', 'payment_methods', 'vault_entries', 'events', 'event_copies', 'fees')`,
    )
    .all() as { name: string }[]
  const unused = indexes
    .map(({ name }) => name)
    .filter((name) => !named.has(name) && !plansOfAll.some((one) => new RegExp(`INDEX ${name}\\b`).test(one)))
  expect(indexes.length).toBeGreaterThan(20)
  expect(unused).toEqual([])
})

test('SQLite finds due deliveries by the index of each endpoint, without a sort', () => {
  const where = [is('endpoint_id', 'we_1'), { column: 'due_at', is: '<=', value: 1 } as const]
  const asked = { where, leastOf: 'due_at', limit: 8 } as const
  const ofOne = plan('webhook_delivery', asked)
  expect(ofOne).toBe(
    'SEARCH webhook_deliveries USING INDEX webhook_deliveries_due_by_endpoint (endpoint_id=? AND due_at<?)',
  )
  const { text, values } = valuesSql(sqliteDialect, 'webhook_delivery', {
    ...{ by: 'endpoint_id', of: 'due_at', upTo: 1 },
  })
  const steps = stepsOf(text, values).filter((detail) => detail.includes('webhook_deliveries'))
  const index = 'webhook_deliveries USING COVERING INDEX webhook_deliveries_due_by_endpoint'
  // The covering index is in this order: only its first entry is read.
  expect([...new Set(steps)]).toEqual([
    `SCAN ${index}`,
    `SEARCH ${index} (endpoint_id>?)`,
    `SEARCH ${index} (endpoint_id=? AND due_at>?)`,
  ])
})

test('SQLite finds the endpoints of an event by what they listen to, without reading all endpoints', () => {
  const covering: Condition = { column: 'listens_to', is: 'in', value: ['acct_1', 'ten_1'] }
  const unsaid: Condition = { column: 'listens_to', is: 'null' }
  for (const who of [covering, unsaid]) {
    const found = plan('webhook_endpoint', { where: [who], limit: 50 })
    expect(found).toContain(' USING INDEX webhook_endpoints_by_listens_to ')
  }
})

test('SQLite adds up a ledger from its index alone, without a sort', () => {
  const asked = { of: 'amount', by: 'currency', where: [is('contractor_id', 'ctrct_1')] } as const
  const { text, values } = sumsSql(sqliteDialect, 'transaction', asked)
  expect(stepsOf(text, values)).toEqual([
    'SEARCH transactions USING COVERING INDEX transactions_sums (contractor_id=?)',
  ])
})
