import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { postgresSql } from '../../../../src-service/store/postgres/dialect.ts'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import { tables } from '../../../../src-service/store/tables.ts'
import { firstEventIdAt } from '../../../../src-shared/ids.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { endpointWrite } from '../../../support/endpoint-write.ts'
import { makePostgresUrl } from '../../../support/postgres-store.ts'
import { guessedFunding } from './guessed-funding.ts'
import { describeStore } from './store-conformance.ts'
import { account, start } from './store-samples.ts'
import { describeSearch } from './store-search-conformance.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows
}

/** One database for all tests, emptied after each: creating one takes a fifth of a second. */
const conformance: { connectionString?: string } = {}
const emptyEverything = [
  ...Object.values(tables).map(({ name }) => name),
  ...['events', 'pending_events', 'idempotency_records'],
]
  .map((name) => `DELETE FROM ${name};`)
  .join('\n')

describeStore('PostgreSQL', async () => {
  conformance.connectionString ??= await server.createDatabase()
  const { connectionString } = conformance
  return {
    open: () => openPostgresStore({ connectionString }),
    events: async () => {
      const sql = 'SELECT type, object FROM event_log ORDER BY id'
      const found = await query<{ type: string; object: string }>(connectionString, sql)
      return found.map(({ type, object }) => ({ type, object: JSON.parse(object) }))
    },
    destroy: async () => void (await query(connectionString, emptyEverything)),
  }
})

describeSearch('PostgreSQL', async () => {
  const store = await openPostgresStore({ connectionString: await makePostgresUrl() })
  onTestFinished(() => store.close())
  return store
})

describe('the PostgreSQL database', () => {
  const withDatabase = async (check: (connectionString: string) => Promise<void>) => {
    const connectionString = await server.createDatabase()
    await check(connectionString)
    await server.dropDatabase(connectionString)
  }
  const open = (connectionString: string) => openPostgresStore({ connectionString })

  test('the PostgreSQL database has a column for every field that tables.ts declares', () =>
    withDatabase(async (connectionString) => {
      await (await open(connectionString)).close()
      for (const { name, columns } of Object.values(tables)) {
        const found = await query<{ column_name: string }>(
          connectionString,
          `SELECT column_name FROM information_schema.columns WHERE table_name = '${name}'`,
        )
        expect(found.map((column) => column.column_name).sort()).toEqual(
          ['account_id', 'id', 'version', 'created_at', 'updated_at', 'document', ...columns].sort(),
        )
      }
    }))

  test('the PostgreSQL database has no sequences, which distributed engines with this protocol lack', () =>
    withDatabase(async (connectionString) => {
      await (await open(connectionString)).close()
      expect(await query(connectionString, 'SELECT * FROM pg_sequences')).toEqual([])
    }))

  test('the PostgreSQL migration removes the guessed funding of a stored card, and changes no text of the merchant', () =>
    withDatabase(async (connectionString) => {
      const { migration, stored, corrected } = guessedFunding()
      const before = await open(connectionString)
      await before.commit({ writes: [{ op: 'insert', kind: 'payment_method', row: stored }] })
      await before.close()
      await query(connectionString, postgresSql(migration))
      const after = await open(connectionString)
      const found = await after.find('payment_method', stored.id)
      await after.close()
      expect(found?.document).toEqual(corrected)
    }))

  test('an event that a node of the previous version marked as pending is found and settled, and purged completely', () =>
    withDatabase(async (connectionString) => {
      const store = await open(connectionString)
      const event = { account_id: account, type: 'created', created_at: start, sequence: 1, object: {} }
      const ids = ['1', '2', '3'].map((end) => `${firstEventIdAt(start)}000000000000000${end}`)
      const [first = '', second = '', third = ''] = ids
      await store.commit({ writes: [endpointWrite()] })
      await store.commit({ writes: [], events: ids.map((id) => ({ ...event, id })) })
      await query(connectionString, `DELETE FROM pending_events WHERE id = '${second}'`)
      await query(connectionString, `UPDATE events SET pending = 1 WHERE id = '${second}'`)
      const pending = async () => (await store.events({ pending: true, limit: 9 })).map(({ id }) => id)
      expect(await pending()).toEqual(ids)
      await store.settleEvents([first, second])
      expect(await pending()).toEqual([third])
      // A node of the previous version purges too: it does not know the row in pending_events.
      await query(connectionString, `DELETE FROM events WHERE id = '${third}'`)
      expect(await store.purgeEvents({ before: start + 1, most: 9 })).toBe(2)
      expect(await query(connectionString, 'SELECT id FROM pending_events')).toEqual([])
      await store.close()
    }))

  test('pending rows of events that a node of the previous version removed do not hide later events', () =>
    withDatabase(async (connectionString) => {
      const store = await open(connectionString)
      const event = { account_id: account, type: 'created', created_at: start, sequence: 1, object: {} }
      const ids = ['1', '2', '3', '4'].map((end) => `${firstEventIdAt(start)}000000000000000${end}`)
      const left = ids.at(-1) ?? ''
      await store.commit({ writes: [endpointWrite()] })
      await store.commit({ writes: [], events: ids.map((id) => ({ ...event, id })) })
      await query(connectionString, `DELETE FROM events WHERE id < '${left}'`)
      const pending = await store.events({ pending: true, limit: 3 })
      expect(pending.map(({ id }) => id)).toEqual([left])
      await store.close()
    }))

  test('the PostgreSQL database is refused when a newer version has written it', () =>
    withDatabase(async (connectionString) => {
      await (await open(connectionString)).close()
      await query(connectionString, "INSERT INTO migrations (number, name) VALUES (99999, 'future')")
      await expect(open(connectionString)).rejects.toThrow('written by a newer version')
    }))

  test('the PostgreSQL database is migrated once when many nodes start at the same moment', () =>
    withDatabase(async (connectionString) => {
      const stores = await Promise.all(Array.from({ length: 12 }, () => open(connectionString)))
      await Promise.all(stores.map((store) => store.close()))
      expect(await query(connectionString, 'SELECT number FROM migrations WHERE number = 1')).toHaveLength(1)
    }))
})
