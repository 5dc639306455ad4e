import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'
import { wasKilled } from './was-killed.ts'

/**
 * The files of a service that was killed. A database in this process could change at any time: libsql closes it on
 * garbage collection.
 */
export const databaseOf = (mark: string): Promise<readonly [database: Buffer, log: Buffer]> => {
  const kept = databases.get(mark) ?? makeDatabase(mark)
  databases.set(mark, kept)
  return kept
}
const databases = new Map<string, ReturnType<typeof makeDatabase>>()

async function makeDatabase(mark: string): Promise<readonly [Buffer, Buffer]> {
  const path = join(await temporaryFolder('database'), 'service.db')
  const program = `
    import Libsql from 'libsql'
    const database = new Libsql(process.env.DATABASE)
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE sales (mark TEXT)')
    database.prepare('INSERT INTO sales VALUES (?)').run(process.env.MARK)
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, DATABASE: path, MARK: mark },
    stdio: 'inherit',
  })
  expect(wasKilled(await once(child, 'exit'))).toBe(true)
  return [await readFile(path), await readFile(`${path}-wal`)]
}
