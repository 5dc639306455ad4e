import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../../../src-service/store/sqlite/sqlite-store.ts'
import { tables } from '../../../../src-service/store/tables.ts'
import { guessedFunding } from './guessed-funding.ts'
import { describeStore } from './store-conformance.ts'
import { describeSearch } from './store-search-conformance.ts'

const temporaryFile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  return { file: join(folder, 'service.db'), remove: () => rmSync(folder, { recursive: true }) }
}

describeStore('SQLite', async () => {
  const { file, remove } = temporaryFile()
  return {
    open: async () => createSqliteStore(file),
    events: async () => {
      const database = new Libsql(file)
      const found = database.prepare('SELECT type, object FROM event_log ORDER BY id').all() as {
        type: string
        object: string
      }[]
      database.close()
      return found.map(({ type, object }) => ({ type, object: JSON.parse(object) }))
    },
    destroy: async () => remove(),
  }
})

describeSearch('SQLite', async () => {
  const { file, remove } = temporaryFile()
  const store = createSqliteStore(file)
  onTestFinished(async () => {
    await store.close()
    remove()
  })
  return store
})

describe('the SQLite file', () => {
  const withDatabase = async (check: (database: Libsql.Database) => void) => {
    const { file, remove } = temporaryFile()
    const store = createSqliteStore(file)
    await store.close()
    const database = new Libsql(file)
    check(database)
    database.close()
    remove()
  }

  test('the SQLite file has a column for every field that tables.ts declares', () =>
    withDatabase((database) => {
      for (const { name, columns } of Object.values(tables)) {
        const found = database.prepare(`SELECT name FROM pragma_table_info('${name}')`).all() as {
          name: string
        }[]
        expect(found.map((column) => column.name).sort()).toEqual(
          ['account_id', 'id', 'version', 'created_at', 'updated_at', 'document', ...columns].sort(),
        )
      }
    }))

  test('the SQLite file is refused when a newer version wrote it', async () => {
    const { file, remove } = temporaryFile()
    await createSqliteStore(file).close()
    const database = new Libsql(file)
    database.exec("INSERT INTO migrations (number, name) VALUES (99999, 'future')")
    database.close()
    expect(() => createSqliteStore(file)).toThrow('written by a newer version')
    remove()
  })

  test('the SQLite file forgets the funding that was guessed of a stored card, and no word of its merchant', async () => {
    const { file, remove } = temporaryFile()
    onTestFinished(remove)
    const { migration, stored, corrected } = guessedFunding()
    const before = createSqliteStore(file)
    await before.commit({ writes: [{ op: 'insert', kind: 'payment_method', row: stored }] })
    await before.close()
    const database = new Libsql(file)
    database.exec(migration)
    database.close()
    const after = createSqliteStore(file)
    const found = await after.find('payment_method', stored.id)
    await after.close()
    expect(found?.document).toEqual(corrected)
  })

  test('the SQLite file runs each migration once', async () => {
    const { file, remove } = temporaryFile()
    await createSqliteStore(file).close()
    await createSqliteStore(file).close()
    remove()
  })
})
