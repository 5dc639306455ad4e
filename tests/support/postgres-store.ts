import { onTestFinished } from 'vitest'
import { openPostgresStore } from '../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../src-service/store/store.ts'
import { startTestServer } from './embedded-postgres.ts'

/** Creates a PostgreSQL database with our tables, which is removed after the test. @returns its address */
export async function makePostgresUrl(): Promise<string> {
  // A shared server keeps none of our databases, so there is none to copy.
  const isOurs = process.env.DATABASE_URL === undefined && process.env.COUNTERTOP_TEST_POSTGRES !== undefined
  return makeUrl(isOurs ? await databaseWithTables() : undefined)
}

/** The same without tables. */
export const makeEmptyPostgresUrl = (): Promise<string> => makeUrl(undefined)

async function makeUrl(copyOf: string | undefined): Promise<string> {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const connectionString = await server.createDatabase(copyOf)
  onTestFinished(() => server.dropDatabase(connectionString))
  return connectionString
}

/**
 * @returns a function that opens a store on a PostgreSQL database, which is removed after the test; it can be called
 * repeatedly
 */
export async function makePostgresDatabase(): Promise<() => Promise<Store>> {
  const connectionString = await makePostgresUrl()
  return () => openPostgresStore({ connectionString })
}

let withTables: Promise<string> | undefined

/** Copying a database takes a third of the time of fifty migrations; each process keeps one to copy. */
function databaseWithTables(): Promise<string> {
  withTables ??= makeTables()
  return withTables
}

async function makeTables(): Promise<string> {
  const server = await startTestServer()
  const connectionString = await server.createDatabase()
  await (await openPostgresStore({ connectionString })).close()
  return new URL(connectionString).pathname.slice(1)
}
