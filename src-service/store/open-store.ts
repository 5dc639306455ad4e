import { existsSync } from 'node:fs'
import type { Log } from '../log.ts'
import { type KeptKinds, keepRows } from './keep-rows.ts'
import { createSqliteStore } from './sqlite/sqlite-store.ts'
import type { StartWriter } from './sqlite/write-set.ts'
import type { Store } from './store.ts'

export interface StoreConfig {
  readonly databaseUrl?: string
  /** Path of the SQLite file, used when there is no URL. */
  readonly databaseFile: string
  readonly log: Log
  /** Starts a separate thread that writes to SQLite; without it the caller's thread writes. */
  readonly startWriter?: StartWriter | undefined
  /** Called when the database is of an older version, before it is migrated. */
  readonly onUpdating?: (() => void) | undefined
}

/**
 * Returns a starter of threads that write to SQLite.
 * @param lost called if a thread ends by itself. The last writes sent to it may or may not be written, so that the
 *   service must not answer any more requests. Without it no thread is used.
 */
export async function writerThreads(
  lost: ((error: Error) => void) | undefined,
): Promise<StartWriter | undefined> {
  if (lost === undefined) return undefined
  const { startWriter } = await import('./sqlite/writer.ts')
  return (file) => startWriter(file, lost)
}

/** Each operation on a terminal reads both once or twice. */
const ofTerminals: KeptKinds = {
  terminal: { most: 2_000, as: 'read' },
  terminal_session: { most: 2_000, as: 'read' },
}
/**
 * Each step of a sale continues with what the previous step wrote; on PostgreSQL only if its commit detects changes by
 * another node. The limits are low because objects that live for seconds are expensive (docs/performance/service.md,
 * What V8 makes slow). The embedded service, with one sale at a time, reads these rows.
 */
const ofSales: KeptKinds = {
  payment_intent: { most: 128, as: 'written' },
  payment: { most: 128, as: 'written' },
}

/**
 * On PostgreSQL the sandbox's bank keeps its ledger in the database as well: one row for each payment
 * (processor/shared-bank.ts).
 */
export const rememberedOnPostgres: KeptKinds = { ...ofSales, sandbox_entry: { most: 128, as: 'written' } }

/** Opens the store with either engine. PostgreSQL's driver is loaded only when it is used. */
export async function openStore({
  databaseUrl,
  databaseFile,
  log,
  startWriter,
  onUpdating,
}: StoreConfig): Promise<Store> {
  if (databaseUrl === undefined) {
    const store = createSqliteStore(databaseFile, { onUpdating, startWriter })
    return keepRows(store, startWriter === undefined ? ofTerminals : { ...ofTerminals, ...ofSales })
  }
  // Warns an operator who sets DATABASE_URL for a service that already has sales in SQLite: they would not appear.
  const isThere = existsSync(databaseFile)
  const moved = isThere ? (await import('./left-in-sqlite.ts')).movedFrom(databaseFile) : null
  if (isThere && moved === null) {
    log.warn({ file: databaseFile, moved_by: 'move-to-postgres' }, 'database.sqlite_not_used')
  }
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  const store = await openPostgresStore({
    connectionString: databaseUrl,
    ...{ onUpdating, moved },
    onConnectionLost: (error) => log.warn({ err: error }, 'database.connection_lost'),
  })
  return keepRows(store, rememberedOnPostgres)
}
