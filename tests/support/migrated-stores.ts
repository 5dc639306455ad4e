import { join } from 'node:path'
import pg from 'pg'
import { postgresSql } from '../../src-service/store/postgres/dialect.ts'
import { openPostgresStore } from '../../src-service/store/postgres/postgres-store.ts'
import { openDatabase } from '../../src-service/store/sqlite/database.ts'
import type { Store } from '../../src-service/store/store.ts'
import { makePostgresUrl } from './postgres-store.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A store, and access to its tables. */
interface MigratedStore {
  readonly store: Store
  /** Runs the statements of a migration on the same tables. */
  readonly run: (sql: string) => Promise<void>
}

/** Opens a new store on each engine, for tests that repeat a migration’s statements on rows of their own. */
export const migratedStores = {
  async SQLite(): Promise<MigratedStore> {
    const file = join(await temporaryFolder('migrated-store'), 'service.db')
    return {
      store: openSqliteStore(file),
      async run(sql) {
        const database = openDatabase(file)
        database.exec(sql)
        database.close()
      },
    }
  },
  async PostgreSQL(): Promise<MigratedStore> {
    const connectionString = await makePostgresUrl()
    return {
      store: await openPostgresStore({ connectionString }),
      async run(sql) {
        const client = new pg.Client({ connectionString })
        await client.connect()
        await client.query(postgresSql(sql)).finally(() => client.end())
      },
    }
  },
} as const
