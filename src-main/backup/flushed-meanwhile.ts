import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** From the end of one flush to the begin of the next, ms. */
const everyMs = 50

/**
 * Brings a large file to the disk while it is being written: all of it at the end would keep the writes of sales waiting,
 * which the same disk makes durable. What is written last still has to be flushed when the work is done.
 * @throws what the work throws, or else a flush
 */
export async function flushedMeanwhile<Value>(path: string, work: Promise<Value>): Promise<Value> {
  const over = new AbortController()
  const [done, flushed] = await Promise.allSettled([
    work.finally(() => over.abort()),
    flushUntil(over.signal, path),
  ])
  if (done.status === 'rejected') throw done.reason
  // Seen here once, a fault of the disk would not be said again.
  if (flushed.status === 'rejected') throw flushed.reason
  return done.value
}

async function flushUntil(over: AbortSignal, path: string): Promise<void> {
  let file: FileHandle | null = null
  try {
    while (!over.aborted) {
      await pause(everyMs, undefined, { signal: over }).catch(() => {})
      if (over.aborted) return
      file ??= await openIfThere(path)
      await file?.datasync()
    }
  } finally {
    await file?.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r+')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
