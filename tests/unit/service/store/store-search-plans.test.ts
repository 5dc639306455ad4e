import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anyField, type WordField, wordFields } from '../../../../src-service/store/intent-words.ts'
import { createPool } from '../../../../src-service/store/postgres/connection.ts'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import {
  allWordsSql,
  leadingWord,
  mayLackRows,
  type SearchRow,
  searchSql,
  wordCountSql,
} from '../../../../src-service/store/postgres/search-sql.ts'
import { openDatabase } from '../../../../src-service/store/sqlite/database.ts'
import { sqliteDialect } from '../../../../src-service/store/sqlite/dialect.ts'
import { createSearch } from '../../../../src-service/store/sqlite/search.ts'
import { createStatements } from '../../../../src-service/store/sqlite/statements.ts'
import type { Condition, Search } from '../../../../src-service/store/store.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'

const is = (column: string, value: string | number): Condition => ({ column, is: '=', value })
const from = (column: string, value: number): Condition => ({ column, is: '>=', value })
const word = (value: string, field?: WordField): Condition => ({
  ...({ column: 'words', is: 'has', value } as const),
  fields: field === undefined ? anyField : wordFields[field],
})

const unsettled = is('settlement_status', 'unsettled')

const count = 40_000
const second = 1_700_000_000_000

/** Every filter of the manager's page, for a shop with many payments, and some combinations. */
const filters: readonly (readonly [name: string, where: readonly Condition[]])[] = [
  ['nothing', []],
  ['last four', [word('0042', 'last_four')]],
  ['a brand that most rows have', [word('visa', 'brand')]],
  ['cashier', [word('ann', 'cashier')]],
  ['terminal', [word('t2', 'terminal')]],
  ['item', [word('latte', 'item')]],
  ['authorization code', [word('a77', 'auth_code')]],
  ['note', [word('table', 'note')]],
  ['receipt number', [word('kt77', 'receipt_number')]],
  ['free text of two words', [word('table'), word('kt77')]],
  ['two words that many rows have', [word('visa'), word('ann')]],
  ['two words that many rows have, but no row both', [word('latte'), word('ann')]],
  ['one customer', [is('customer_id', 'cus_7')]],
  ['several customers', [{ column: 'customer_id', is: 'in', value: ['cus_7', 'cus_8'] }]],
  ['reference', [is('reference_id', 'order 77')]],
  ['amount', [from('amount', 500), { column: 'amount', is: '<=', value: 500 }]],
  ['status', [is('status', 'failed')]],
  ['payment status', [is('payment_status', 'failed')]],
  [
    'period',
    [from('created_at', second + 19_000_000), { column: 'created_at', is: '<=', value: second + 24_000_000 }],
  ],
  ['refunded', [{ column: 'has_refund', is: 'not null' }]],
  ['settled', [{ column: 'settled_at', is: 'not null' }]],
  ['captured and unsettled', [is('payment_status', 'captured'), unsettled]],
  [
    'failed or captured, and unsettled',
    [{ column: 'payment_status', is: 'in', value: ['failed', 'captured'] }, unsettled],
  ],
  ['brand and amount', [word('visa', 'brand'), is('amount', 500)]],
  ['brand, status and period', [word('visa'), is('status', 'captured'), from('created_at', second)]],
]

const searchOf = (where: readonly Condition[], after?: Search['after']): Search => ({
  accountIds: ['acct_1'],
  where,
  sort: { column: 'created_at', direction: 'desc' },
  offset: 0,
  limit: 51,
  ...(after === undefined ? {} : { after }),
})
const pages = [undefined, { key: second + 5_000_000, id: 'pi_05000' }]

/** SQL that fills a shop's payments as the store would write them. */
const filled = (series: string, text: (padded: string) => string) => `
INSERT INTO payment_intents (account_id, id, version, created_at, updated_at, status, amount, settlement_status,
  reference_id, customer_id, payment_status, has_refund, settled_at, folded, document)
SELECT 'acct_1', 'pi_' || ${text('i')}, 1, ${second} + i * 1000, ${second} + i * 1000,
  CASE WHEN i % 200 = 0 THEN 'failed' ELSE 'captured' END, 100 + i % 5000,
  CASE WHEN i % 1000 = 7 THEN 'unsettled' ELSE 'settled' END, 'order ' || i,
  CASE WHEN i % 10 = 0 THEN 'cus_' || (i % 500) END, CASE WHEN i % 200 = 0 THEN 'failed' ELSE 'captured' END,
  CASE WHEN i % 300 = 0 THEN 1 END, CASE WHEN i % 100 = 0 THEN ${second} + i END, 1, '{}'
FROM ${series};
${[
  ["'visa'", wordFields.brand, 'i % 5 < 4'],
  ["'ann'", wordFields.cashier, 'i % 4 = 0'],
  ["'t2'", wordFields.terminal, 'i % 2 = 0'],
  ["'latte'", wordFields.item, 'i % 10 = 3'],
  ["'table'", wordFields.note, 'i % 3 = 0'],
  ["'a' || i", wordFields.auth_code, 'i > 0'],
  ["'kt' || i", wordFields.receipt_number, 'i > 0'],
  ["'00' || (i % 90 + 10)", wordFields.last_four, 'i > 0'],
]
  .map(
    ([value, fields, where]) => `INSERT INTO payment_intent_words (account_id, word, created_at, id, fields)
SELECT 'acct_1', ${value}, ${second} + i * 1000, 'pi_' || ${text('i')}, ${fields} FROM ${series} WHERE ${where};`,
  )
  .join('\n')}`

describe('SQLite', () => {
  /** Runs the searches, and explains every statement that they ran. */
  const explain = async (database: ReturnType<typeof openDatabase>, searches: readonly Search[]) => {
    const asked = new Map<string, readonly unknown[]>()
    const statement = createStatements(database)
    const search = createSearch(sqliteDialect, (sql) => {
      const prepared = statement(sql).raw()
      const keep =
        <Answer>(run: (values: readonly never[]) => Answer) =>
        (values: readonly never[]) => {
          asked.set(sql, values)
          return run(values)
        }
      return {
        get: keep((values) => prepared.get(values)),
        all: keep((values) => prepared.all(values)),
      } as never
    })
    for (const one of searches) await search('payment_intent', one)
    return [...asked].map(([sql, values]) => {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[]
      return { sql, plan: steps.map(({ detail }) => detail) }
    })
  }

  test.each(filters)('SQLite finds by %s through an index, in order', async (_, where) => {
    const database = openDatabase(':memory:')
    onTestFinished(() => void database.close())
    const explained = await explain(
      database,
      pages.map((after) => searchOf(where, after)),
    )
    expect(explained.length).toBeGreaterThan(0)
    const isSorted = where.some((condition) => condition.is === 'in' || condition.column === 'amount')
    for (const { sql, plan } of explained) {
      const looks = plan.filter((detail) => /^(SCAN|SEARCH) (found|other|kept)/.test(detail))
      expect(looks.length, sql).toBeGreaterThan(0)
      for (const look of looks) expect(look, sql).toMatch(/^SEARCH .* USING (COVERING )?(INDEX|PRIMARY KEY)/)
      // Few rows belong to several customers, or have one amount: they are collected and sorted.
      if (!isSorted) expect(plan.join('; '), sql).not.toContain('TEMP B-TREE')
    }
  })

  test('SQLite merges the entries of two common words without storing them', async () => {
    const database = openDatabase(':memory:')
    onTestFinished(() => void database.close())
    const series =
      '(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 14000) SELECT i FROM n)'
    database.exec(filled(series, (i) => `printf('%05d', ${i})`))
    const explained = await explain(database, [searchOf([word('visa'), word('ann')])])
    const merged = explained.filter(({ sql }) => sql.includes('INTERSECT'))
    expect(merged.length).toBeGreaterThan(0)
    for (const { sql, plan } of merged) {
      expect(plan, sql).toContain('MERGE (INTERSECT)')
      for (const look of plan.filter((detail) => /^(SCAN|SEARCH) p/.test(detail)))
        expect(look, sql).toMatch(/^SEARCH .* USING PRIMARY KEY \(account_id=\? AND word=\?/)
    }
  })

  test.each([
    ['its payment', [is('payment_status', 'captured'), unsettled], 'COVERING INDEX'],
    ['both statuses', [is('status', 'captured'), unsettled, is('payment_status', 'captured')], 'INDEX'],
  ])(
    'SQLite finds payments captured by %s and unsettled without reading settled ones',
    async (_, where, index) => {
      const database = openDatabase(':memory:')
      onTestFinished(() => void database.close())
      const series =
        '(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 8000) SELECT i FROM n)'
      database.exec(filled(series, (i) => `printf('%05d', ${i})`))
      const explained = await explain(database, [searchOf(where)])
      const found = explained.filter(({ sql }) => sql.startsWith('SELECT created_at, id'))
      expect(found.length).toBeGreaterThan(0)
      for (const { plan } of found) {
        expect(plan).toEqual([
          `SEARCH found USING ${index} payment_intents_unsettled (account_id=? AND payment_status=?)`,
        ])
      }
    },
  )
})

describe('PostgreSQL', () => {
  let server: TestServer
  let pool: pg.Pool
  beforeAll(async () => {
    server = await startTestServer()
    const connectionString = await server.createDatabase()
    await (await openPostgresStore({ connectionString })).close()
    // Uses the planner settings of the service.
    pool = createPool({ connectionString, answerTimeoutMs: 60_000 })
    await pool.query(filled(`generate_series(1, ${count}) AS i`, (i) => `lpad(${i}::text, 5, '0')`))
    await pool.query('VACUUM ANALYZE')
  })
  afterAll(async () => {
    await pool.end()
    await server.stop()
  })

  interface Step {
    readonly 'Node Type': string
    readonly 'Relation Name'?: string
    readonly 'Index Name'?: string
    readonly 'Rows Removed by Filter'?: number
    readonly 'Rows Removed by Join Filter'?: number
    readonly 'Actual Rows': number
    readonly Plans?: readonly Step[]
  }
  const nameOf = (step: Step) => `${step['Node Type']} ${step['Relation Name']} ${step['Index Name']}`
  const stepsOf = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

  test.each(filters)(
    'PostgreSQL finds by %s without reading every row, and sorts no more than it shows',
    async (_, where) => {
      for (const after of pages) {
        const search = searchOf(where, after)
        const counting = wordCountSql('payment_intent', search)
        const counted =
          counting && (await pool.query({ ...counting, values: [...counting.values], rowMode: 'array' }))
        const lead = leadingWord(search, counted?.rows[0] ?? [])
        const first = searchSql('payment_intent', search, lead)
        const answered = await pool.query<SearchRow & unknown[]>({
          ...first,
          values: [...first.values],
          rowMode: 'array',
        })
        const asked = mayLackRows(search, lead, answered.rows)
          ? [first, allWordsSql('payment_intent', search)]
          : [first]
        const plans = await Promise.all(
          asked.map(({ text, values }) => pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values])),
        )
        const steps = plans.flatMap(({ rows }) => stepsOf(rows[0]['QUERY PLAN'][0].Plan))
        const looked = steps.filter(
          (step) => /Scan/.test(step['Node Type']) && step['Node Type'] !== 'CTE Scan',
        )
        expect(looked.length).toBeGreaterThan(0)
        // The limit for counting, and for collecting rows for it: there are twice as many payments.
        for (const step of looked) {
          expect(
            step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0),
            nameOf(step),
          ).toBeLessThanOrEqual(20_002)
        }
        for (const step of steps) {
          expect(step['Rows Removed by Join Filter'] ?? 0, nameOf(step)).toBeLessThanOrEqual(20_002)
        }
        // The rows of a few customers, or of one amount, are collected: a thousandth of all rows.
        for (const sort of steps.filter((step) => step['Node Type'].includes('Sort'))) {
          expect(sort['Actual Rows'], nameOf(sort)).toBeLessThanOrEqual(100)
        }
      }
    },
  )
})
