import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchApp, type TestApp } from './support/app.ts'
import { expect, test } from './support/counter.ts'

/** Much longer than the app may take to end (src-main/process/quit.ts), in ms. */
const limitMs = 30_000

/** Quits the app. @returns the signal that ended its process; null if it ended by itself */
async function endOf(app: TestApp): Promise<string | null> {
  const program = app.electron.process()
  const ended = new Promise<string | null>((resolve) => program.once('exit', (_, signal) => resolve(signal)))
  await app.electron.evaluate(({ app: running }) => running.quit()).catch(() => undefined)
  const end = await Promise.race([ended, delay(limitMs, 'still running', { ref: false })])
  program.kill('SIGKILL')
  await app.close().catch(() => undefined)
  return end
}

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

test('without such a device, the app ends by itself', async () => {
  expect(await endOf(await launchApp())).toBeNull()
})
