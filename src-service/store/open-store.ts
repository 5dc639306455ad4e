import { existsSync } from 'node:fs'
import type { Log } from '../log.ts'
import { type KeptKinds, keepRows } from './keep-rows.ts'
import { createSqliteStore } from './sqlite/sqlite-store.ts'
import type { StartWriter } from './sqlite/write-set.ts'
import type { Store } from './store.ts'

export interface StoreConfig {
  readonly databaseUrl?: string
  /** Of SQLite, where there is no URL. */
  readonly databaseFile: string
  readonly log: Log
  /** SQLite is written by a thread of its own; without it the caller's thread writes. */
  readonly startWriter?: StartWriter | undefined
  /** The database is an older program's, and is brought forward before it opens. */
  readonly onUpdating?: (() => void) | undefined
}

/**
 * Threads that write to SQLite.
 * @param lost called should one end by itself: what was asked of it last may be written or not, so that nobody may be
 *   answered any more. Without it there are none.
 */
export async function writerThreads(
  lost: ((error: Error) => void) | undefined,
): Promise<StartWriter | undefined> {
  if (lost === undefined) return undefined
  const { startWriter } = await import('./sqlite/writer.ts')
  return (file) => startWriter(file, lost)
}

/** Each operation on a terminal asks for both, once or twice. */
const ofTerminals: KeptKinds = {
  terminal: { most: 2_000, as: 'read' },
  terminal_session: { most: 2_000, as: 'read' },
}
/**
 * Each step of a sale goes on with what the one before wrote, on PostgreSQL as far as its commit finds out what another node has
 * changed. No more than that: what is held for seconds costs (docs/performance/service.md, What V8 makes slow). The
 * embedded service, with a sale at a time, reads them.
 */
const ofSales: KeptKinds = {
  payment_intent: { most: 128, as: 'written' },
  payment: { most: 128, as: 'written' },
}

/** On PostgreSQL the sandbox's bank has its books in the database, too: a page for each payment (processor/shared-bank.ts). */
export const rememberedOnPostgres: KeptKinds = { ...ofSales, sandbox_entry: { most: 128, as: 'written' } }

/** Either engine of the store. Who needs no PostgreSQL does not load it. */
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
  // Who sets an address for a service that has sold already would look for its sales in vain.
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
