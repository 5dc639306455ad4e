import { setTimeout as delay } from 'node:timers/promises'
import type { TestApp } from './app.ts'

/** Much longer than the app may take to end (src-main/process/quit.ts), in ms. */
const limitMs = 30_000

/** Quits the app. @returns the signal that ended its process; null if it ended by itself */
export async function endOf(app: TestApp): Promise<string | null> {
  const program = app.electron.process()
  const ended = new Promise<string | null>((resolve) => program.once('exit', (_, signal) => resolve(signal)))
  await app.electron.evaluate(({ app: running }) => running.quit()).catch(() => undefined)
  const end = await Promise.race([ended, delay(limitMs, 'still running', { ref: false })])
  program.kill('SIGKILL')
  await app.close().catch(() => undefined)
  return end
}
