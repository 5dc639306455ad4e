import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type SaleState, saleStateSchema } from '../../src-shared/pos/sale.ts'

/**
 * The sale's state, one JSON line each time it changes, on the disk (fsync) before the request that follows from it
 * leaves. The last line is the truth; a torn last line is ignored, for its request never left. No card data.
 */
export interface SaleJournal {
  /** What the last run left. */
  readonly last: SaleState
  /** Resolves when the line is on the disk. Lines are written in the order of the calls. */
  write(state: SaleState, at: string): Promise<void>
  close(): Promise<void>
}

export async function openJournal(path: string): Promise<SaleJournal> {
  await mkdir(dirname(path), { recursive: true })
  const last = lastState(await readFile(path, 'utf8').catch(ignoreMissing))
  const file = await compacted(path, last)
  let queue: Promise<void> = Promise.resolve()
  return {
    last,
    write(state, at) {
      const line = `${JSON.stringify({ at, state })}\n`
      const written = queue.then(async () => {
        await file.appendFile(line)
        await file.datasync()
      })
      queue = written.catch(() => undefined)
      return written
    },
    async close() {
      await queue
      await file.close()
    },
  }
}

/** The newest line that can be read. Lines after it are torn or from a newer version: nothing of them was sent. */
export function lastState(text: string): SaleState {
  for (const line of text.split('\n').reverse()) {
    const state = stateOf(line)
    if (state !== null) return state
  }
  return { kind: 'ready' }
}

function stateOf(line: string): SaleState | null {
  try {
    const entry: unknown = JSON.parse(line)
    if (typeof entry !== 'object' || entry === null || !('state' in entry)) return null
    return saleStateSchema.safeParse(entry.state).data ?? null
  } catch {
    return null
  }
}

/** Starts the file anew with its last state, by renaming a finished one over it. */
async function compacted(path: string, last: SaleState): Promise<FileHandle> {
  const fresh = `${path}.new`
  const file = await open(fresh, 'w', 0o600)
  await file.appendFile(`${JSON.stringify({ at: new Date().toISOString(), state: last })}\n`)
  await file.datasync()
  await rename(fresh, path)
  await syncFolder(dirname(path))
  return file
}

/** A rename is on the disk only once its folder is. Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const ignoreMissing = (error: unknown): string => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
  throw error
}
