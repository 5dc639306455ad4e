import type { Log } from '../log.ts'
import { createSqliteStore } from './sqlite/sqlite-store.ts'
import type { Store } from './store.ts'

export interface StoreConfig {
  readonly databaseUrl?: string
  /** Of SQLite, where there is no URL. */
  readonly databaseFile: string
  readonly log: Log
}

/** Either engine of the store. Who needs no PostgreSQL does not load it. */
export async function openStore({ databaseUrl, databaseFile, log }: StoreConfig): Promise<Store> {
  if (databaseUrl === undefined) return createSqliteStore(databaseFile)
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  return openPostgresStore({
    connectionString: databaseUrl,
    onConnectionLost: (error) => log.warn({ err: error }, 'database.connection_lost'),
  })
}
