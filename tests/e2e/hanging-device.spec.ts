import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchApp } from './support/app.ts'
import { expect, test } from './support/counter.ts'
import { endOf } from './support/end-of-app.ts'

// A driver whose device hangs keeps the call that opens it for ever, in one of the threads with which Node.js reads and
// writes files. A pipe that nobody writes to does the same.
test('the app ends although devices hang in three of its four threads for files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hanging-device-'))
  const app = await launchApp()
  for (const name of ['scanner', 'pole', 'printer']) {
    const path = join(folder, name)
    execFileSync('mkfifo', [path])
    await app.electron.evaluate((_, device) => {
      const { open } = process.getBuiltinModule('node:fs')
      open(device, 'r', () => undefined)
    }, path)
  }
  const end = await endOf(app)
  await rm(folder, { recursive: true, force: true })
  expect(end).toBe('SIGKILL')
})
