import { onTestFinished } from 'vitest'
import { openPostgresStore } from '../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../src-service/store/store.ts'
import { startTestServer } from './embedded-postgres.ts'

/** Makes a database of PostgreSQL that goes with the test. @returns its address */
export async function makePostgresUrl(): Promise<string> {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const connectionString = await server.createDatabase()
  onTestFinished(() => server.dropDatabase(connectionString))
  return connectionString
}

/** @returns opens a store on a database of PostgreSQL that goes with the test, as often as it is called */
export async function makePostgresDatabase(): Promise<() => Promise<Store>> {
  const connectionString = await makePostgresUrl()
  return () => openPostgresStore({ connectionString })
}
