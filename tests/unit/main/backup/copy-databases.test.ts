import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, test } from 'vitest'
import { copyDatabases } from '../../../../src-main/backup/copy-databases.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a large database is copied without blocking the main thread', async () => {
  const folder = await temporaryFolder('counter')
  await mkdir(join(folder, 'service'))
  const database = new Libsql(join(folder, 'service', 'service.db'))
  database.exec(`
    CREATE TABLE sales (bytes BLOB);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO sales SELECT randomblob(2000) FROM n`)
  database.close()
  let last = performance.now()
  let longest = 0
  let isRunning = true
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    if (isRunning) setImmediate(look)
  }
  look()
  const began = performance.now()
  const to = await temporaryFolder('copies')
  expect(await copyDatabases(folder, to)).toEqual([join('service', 'service.db')])
  isRunning = false
  look()
  expect(longest).toBeLessThan((performance.now() - began) / 2)
  expect((await stat(join(to, 'service', 'service.db'))).size).toBeGreaterThan(40_000_000)
})
