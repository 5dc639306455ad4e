import { type ListSql, listSql } from '../list-sql.ts'
import { type RawRow, rowColumns, toRow } from '../rows.ts'
import type { Kind, Query, Search, Store, Wanted } from '../store.ts'
import { type RawSum, sumsSql, toSum } from '../sums-sql.ts'
import { type ColumnValue, tables } from '../tables.ts'
import { type RawPart, rowsTogether, togetherSql } from '../together-sql.ts'
import { valuesSql } from '../values-sql.ts'
import { createBatchCommit } from './commit-batch.ts'
import { createCommitQueue } from './commit-queue.ts'
import { createPool, createPreparedNames, type PostgresOptions, placeOf } from './connection.ts'
import { postgresDialect, storable } from './dialect.ts'
import { reasonOf } from './failures.ts'
import { keepRecords, purgeRecords, readRecords, serverTime } from './idempotency.ts'
import { migrate } from './migrate.ts'
import { createEventReads } from './read-events.ts'
import { createReadQueue } from './read-queue.ts'
import {
  allWordsSql,
  leadingWord,
  listAcrossSql,
  mayLackRows,
  type SearchRow,
  searchResult,
  searchSql,
  wordCountSql,
} from './search-sql.ts'

/**
 * The engine for several nodes: PostgreSQL, or a database with its protocol. Migrates the database first.
 * @throws when the database cannot be reached, or is of a newer version.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const pool = createPool(options)
  try {
    await migrate(pool, { onUpdating: options.onUpdating, moved: options.moved })
  } catch (error) {
    await pool.end()
    const where = placeOf(options.connectionString)
    throw new Error(`the PostgreSQL database ${where} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
  const prepared = createPreparedNames()
  const { commit, waiting, idle } = createCommitQueue(createBatchCommit(pool, prepared))
  const read = createReadQueue(pool, prepared)
  let closed = false

  const one = async <Document>(text: string, values: readonly string[]) => {
    const [found] = (await read(text, values.map(storable))) as readonly RawRow[]
    return found === undefined ? null : toRow<Document>(found)
  }

  const select = async <Document>(text: string, values: ListSql<unknown>['values']) => {
    const { rows } = await pool.query<RawRow & unknown[]>({
      ...prepared(text),
      values: [...values],
      rowMode: 'array',
    })
    return rows.map((row) => toRow<Document>(row))
  }

  const wordCounts = async (kind: Kind, search: Search): Promise<readonly number[]> => {
    const counting = wordCountSql(kind, search)
    if (counting === null) return []
    const values = counting.values.map(storableParameter)
    const { rows } = await pool.query<number[]>({ ...prepared(counting.text), values, rowMode: 'array' })
    return rows[0] ?? []
  }

  return {
    shared: true,
    remembered: () => null,
    get: async <Document>(kind: Kind, accountId: string, id: string) => {
      const text = `SELECT ${rowColumns} FROM ${tables[kind].name} WHERE account_id = $1 AND id = $2`
      return one<Document>(text, [accountId, id])
    },
    find: async <Document>(kind: Kind, id: string) => {
      const text = `SELECT ${rowColumns} FROM ${tables[kind].name} WHERE id = $1`
      return one<Document>(text, [id])
    },
    together: (async (wanted: readonly Wanted[]) => {
      const { text, values } = togetherSql(postgresDialect, wanted)
      return rowsTogether(wanted, (await read(text, values.map(storable))) as readonly RawPart[])
    }) as Store['together'],
    list: async <Document>(kind: Kind, query: Query) => {
      const across = query.account_ids !== undefined
      const { text, values, reversed } = across
        ? listAcrossSql(kind, query)
        : listSql(postgresDialect, kind, query)
      const found = await select<Document>(text, values.map(storableParameter))
      return reversed ? found.reverse() : found
    },
    sums: async (kind, asked) => {
      const { text, values } = sumsSql(postgresDialect, kind, asked)
      const parameters = values.map(storableParameter)
      const { rows } = await pool.query({ ...prepared(text), values: parameters, rowMode: 'array' })
      return (rows as unknown as RawSum[]).map(toSum)
    },
    valuesUpTo: async (kind, asked) => {
      const { text, values } = valuesSql(postgresDialect, kind, asked)
      const parameters = values.map(storableParameter)
      const { rows } = await pool.query({ ...prepared(text), values: parameters, rowMode: 'array' })
      return (rows as unknown as [string][]).map(([value]) => value)
    },
    search: async <Document>(kind: Kind, search: Search) => {
      // Not prepared, so that the planner sees the values and chooses the index with the fewest matching rows.
      const ask = async ({ text, values }: ReturnType<typeof searchSql>) => {
        const asked = { text, values: values.map(storableParameter), rowMode: 'array' } as const
        return (await pool.query<SearchRow & unknown[]>(asked)).rows
      }
      const lead = leadingWord(search, await wordCounts(kind, search))
      const first = await ask(searchSql(kind, search, lead))
      const rows = mayLackRows(search, lead, first) ? await ask(allWordsSql(kind, search)) : first
      return searchResult<Document>(search, rows)
    },
    now: () => serverTime(pool),
    idempotencyRecord: async (scope) => (await readRecords(pool, [scope])).get(scope) ?? null,
    commit: (set) => (closed ? Promise.reject(new Error('the store is closed')) : commit(set)),
    waiting,
    purgeIdempotency: (times) => purgeRecords(pool, times),
    ...createEventReads(pool),
    keepIdempotency: (times) => keepRecords(pool, times),
    close: async () => {
      if (closed) return
      closed = true
      await idle()
      await pool.end()
    },
  }
}

const storableParameter = (value: ColumnValue | readonly ColumnValue[]) =>
  typeof value === 'object' ? value : storable(value)
