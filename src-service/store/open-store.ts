import type { Log } from '../log.ts'
import { createSqliteStore } from './sqlite/sqlite-store.ts'
import type { Store } from './store.ts'

export interface StoreConfig {
  readonly databaseUrl?: string
  /** Of SQLite, where there is no URL. */
  readonly databaseFile: string
  readonly log: Log
  /**
   * SQLite is written by a thread of its own, and this is called should it end by itself: what was asked of it last may be
   * written or not, so that nobody may be answered any more. Without it the caller's thread writes.
   */
  readonly onWriterLost?: ((error: Error) => void) | undefined
  /** The database is an older program's, and is brought forward before it opens. */
  readonly onUpdating?: (() => void) | undefined
}

/** Either engine of the store. Who needs no PostgreSQL does not load it. */
export async function openStore({
  databaseUrl,
  databaseFile,
  log,
  onWriterLost,
  onUpdating,
}: StoreConfig): Promise<Store> {
  if (databaseUrl === undefined) {
    if (onWriterLost === undefined) return createSqliteStore(databaseFile, { onUpdating })
    const { startWriter } = await import('./sqlite/writer.ts')
    return createSqliteStore(databaseFile, {
      onUpdating,
      startWriter: (file) => startWriter(file, onWriterLost),
    })
  }
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  return openPostgresStore({
    connectionString: databaseUrl,
    onUpdating,
    onConnectionLost: (error) => log.warn({ err: error }, 'database.connection_lost'),
  })
}
