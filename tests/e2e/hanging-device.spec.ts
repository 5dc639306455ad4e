import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { launchApp } from './support/app.ts'

// A driver whose device hangs keeps the call that opens it for ever, in one of the threads with which Node.js reads and
// writes files. A pipe that nobody writes to does the same.
test('the app ends although devices hang in three of its four threads for files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hanging-device-'))
  const app = await launchApp()
  const { electron } = app
  for (const name of ['scanner', 'pole', 'printer']) {
    const path = join(folder, name)
    execFileSync('mkfifo', [path])
    await electron.evaluate((_, device) => {
      const { open } = process.getBuiltinModule('node:fs')
      open(device, 'r', () => undefined)
    }, path)
  }
  const program = electron.process()
  const ended = new Promise<'ended'>((resolve) => program.once('exit', () => resolve('ended')))
  await electron.evaluate(({ app }) => app.quit()).catch(() => undefined)
  const end = await Promise.race([ended, delay(20_000, 'still running', { ref: false })])
  program.kill('SIGKILL')
  await app.close().catch(() => undefined)
  expect(end).toBe('ended')
  await rm(folder, { recursive: true, force: true })
})
