import { expect, onTestFinished, test } from 'vitest'
import { createPool } from '../../../../src-service/store/postgres/connection.ts'
import { migrate } from '../../../../src-service/store/postgres/migrate.ts'
import { startTestServer } from '../../../support/embedded-postgres.ts'
import { eventually } from '../../../support/eventually.ts'

test('a PostgreSQL migration may take longer than the time limit of a statement', async () => {
  const server = await startTestServer()
  const pool = createPool({ connectionString: await server.createDatabase(), answerTimeoutMs: 2_000 })
  onTestFinished(async () => {
    await pool.end()
    await server.stop()
  })
  await migrate(pool, { known: [{ number: 1, name: 'long', sql: 'SELECT pg_sleep(3)' }] })
  const { rows } = await pool.query('SELECT name FROM migrations')
  expect(rows).toEqual([{ name: 'long' }])
})

test('a PostgreSQL migration that deadlocks with another node is retried', async () => {
  const server = await startTestServer()
  const pool = createPool({ connectionString: await server.createDatabase() })
  onTestFinished(async () => {
    await pool.end()
    await server.stop()
  })
  await pool.query('CREATE TABLE one (id int); CREATE TABLE two (id int)')
  const other = await pool.connect()
  await other.query('BEGIN')
  await other.query('SELECT * FROM two')
  const sql = 'ALTER TABLE one ADD COLUMN added int; ALTER TABLE two ADD COLUMN added int;'
  const migrated = migrate(pool, { known: [{ number: 1, name: 'both', sql }] })
  const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'two'::regclass"
  await eventually(async () => expect((await pool.query(waiting)).rowCount).toBe(1))
  // The server aborts one of the two transactions.
  await Promise.allSettled([other.query('SELECT * FROM one')])
  await other.query('COMMIT')
  other.release()
  await migrated
  const added = "SELECT 1 FROM information_schema.columns WHERE column_name = 'added'"
  expect((await pool.query(added)).rowCount).toBe(2)
})
