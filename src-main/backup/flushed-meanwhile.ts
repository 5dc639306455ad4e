import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Pause between two flushes, in ms. */
const everyMs = 50

/**
 * Flushes a large file repeatedly while it is written: a single flush at the end would delay the durable writes of
 * sales on the same disk. The last part still has to be flushed after the work.
 * @throws the error of the work, or else of a flush
 */
export async function flushedMeanwhile<Value>(path: string, work: Promise<Value>): Promise<Value> {
  const over = new AbortController()
  const [done, flushed] = await Promise.allSettled([
    work.finally(() => over.abort()),
    flushUntil(over.signal, path),
  ])
  if (done.status === 'rejected') throw done.reason
  // The disk reports a fault only once, so it must not be lost here.
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
