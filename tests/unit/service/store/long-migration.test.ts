import { expect, onTestFinished, test } from 'vitest'
import { createPool } from '../../../../src-service/store/postgres/connection.ts'
import { migrate } from '../../../../src-service/store/postgres/migrate.ts'
import { startTestServer } from '../../../support/embedded-postgres.ts'

test('a PostgreSQL database is brought forward however long that takes, beyond the limit of a statement', async () => {
  const server = await startTestServer()
  const pool = createPool({ connectionString: await server.createDatabase(), answerTimeoutMs: 500 })
  onTestFinished(async () => {
    await pool.end()
    await server.stop()
  })
  await migrate(pool, { known: [{ number: 1, name: 'long', sql: 'SELECT pg_sleep(1)' }] })
  const { rows } = await pool.query('SELECT name FROM migrations')
  expect(rows).toEqual([{ name: 'long' }])
})
