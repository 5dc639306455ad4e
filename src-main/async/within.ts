import { setTimeout as delay } from 'node:timers/promises'

/** Waits for the end of a task, at most for `ms` milliseconds: a device that hangs never ends it. Rejects if the task does. */
export async function within(ms: number, task: Promise<unknown>): Promise<'done' | 'late'> {
  const over = new AbortController()
  try {
    return await Promise.race([
      task.then(() => 'done' as const),
      delay(ms, 'late' as const, { signal: over.signal }),
    ])
  } finally {
    over.abort()
  }
}
