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
  // A busy computer may leave the whole process waiting, but hardly each time.
  const shares: number[] = []
  while (shares.length < 10 && !shares.some((share) => share < 0.5)) shares.push(await blockedShare(folder))
  expect(Math.min(...shares)).toBeLessThan(0.5)
})

/** Copies the databases. @returns the longest time in which nothing else ran, as a share of the whole time */
async function blockedShare(folder: string): Promise<number> {
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
  expect((await stat(join(to, 'service', 'service.db'))).size).toBeGreaterThan(40_000_000)
  return longest / (performance.now() - began)
}
