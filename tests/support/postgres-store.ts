import { onTestFinished } from 'vitest'
import { openPostgresStore } from '../../src-service/store/postgres/postgres-store.ts'
import type { Store } from '../../src-service/store/store.ts'
import { startTestServer } from './embedded-postgres.ts'

/** Makes a database of PostgreSQL that goes with the test, its tables in it. @returns its address */
export async function makePostgresUrl(): Promise<string> {
  // A server that others use as well keeps nothing of ours, so there is no database to copy.
  const isOurs = process.env.DATABASE_URL === undefined && process.env.COUNTERTOP_TEST_POSTGRES !== undefined
  return makeUrl(isOurs ? await databaseWithTables() : undefined)
}

/** The same, with nothing in it. */
export const makeEmptyPostgresUrl = (): Promise<string> => makeUrl(undefined)

async function makeUrl(copyOf: string | undefined): Promise<string> {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const connectionString = await server.createDatabase(copyOf)
  onTestFinished(() => server.dropDatabase(connectionString))
  return connectionString
}

/** @returns opens a store on a database of PostgreSQL that goes with the test, as often as it is called */
export async function makePostgresDatabase(): Promise<() => Promise<Store>> {
  const connectionString = await makePostgresUrl()
  return () => openPostgresStore({ connectionString })
}

let withTables: Promise<string> | undefined

/** A copy of a database takes a third of the time that fifty migrations take; each process has one to copy. */
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
