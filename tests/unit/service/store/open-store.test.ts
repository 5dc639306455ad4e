import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../../src-service/store/open-store.ts'
import { makePostgresUrl } from '../../../support/postgres-store.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a service on PostgreSQL warns of SQLite data in the same folder, and leaves it unchanged', async () => {
  const databaseUrl = await makePostgresUrl()
  const databaseFile = join(await temporaryFolder('open-store'), 'service.db')
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...line: unknown[]) => void warnings.push(line) }
  const open = async () => (await openStore({ databaseUrl, databaseFile, log })).close()
  await open()
  expect(warnings).toEqual([])
  writeFileSync(databaseFile, '')
  await open()
  expect(warnings).toEqual([
    [{ file: databaseFile, moved_by: 'move-to-postgres' }, 'database.sqlite_not_used'],
  ])
})
