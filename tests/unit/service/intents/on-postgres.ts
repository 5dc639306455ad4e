import { onTestFinished } from 'vitest'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import { startTestServer } from '../../../support/embedded-postgres.ts'
import { openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

/** The payments harness on a database of PostgreSQL that goes with the test. */
export async function onPostgres(): Promise<PaymentsHarness> {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const connectionString = await server.createDatabase()
  onTestFinished(() => server.dropDatabase(connectionString))
  return openPaymentsHarness(() => openPostgresStore({ connectionString }))
}
