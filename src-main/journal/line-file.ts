import { type FileHandle, mkdir, open, readFile, rename, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../sync-folder.ts'

/** A journal's file: JSON, one line each, on the disk (fsync) when the promise resolves. */
export interface LineFile {
  /** Lines are written in the order of the calls. */
  append(value: unknown): Promise<void>
  close(): Promise<void>
}

export interface FoundLine {
  readonly text: string
  /** Undefined when it is no JSON. */
  readonly value: unknown
  /** The last line of the file without a line break: it was cut off while it was written. */
  readonly cutOff: boolean
}

/** A journal's text; empty when there is no file. */
export const readJournal = (path: string): Promise<string> => readFile(path, 'utf8').catch(ignoreMissing)

/** Newest first, read only as far back as somebody asks: a day's journal is long. */
export function* newestFirst(text: string): Generator<FoundLine> {
  const lines = text.split('\n')
  for (const [index, line] of [...lines.entries()].reverse()) {
    if (line !== '') yield { text: line, value: parsed(line), cutOff: index === lines.length - 1 }
  }
}

/** Starts the file anew with these lines, by renaming a finished one over it, and goes on writing to it. */
export async function startLineFile(path: string, first: readonly unknown[]): Promise<LineFile> {
  await mkdir(dirname(path), { recursive: true })
  return lineFile(await replaced(path, first))
}

/** Goes on writing where the file's last whole line ends: what was cut off would be no last line any more. */
export async function openLineFile(path: string): Promise<LineFile> {
  await mkdir(dirname(path), { recursive: true })
  const left = await readFile(path).catch(() => Buffer.alloc(0))
  const end = left.lastIndexOf(lineBreak) + 1
  // A whole record that only misses its line break was read as one.
  if (end < left.length && parsed(left.toString('utf8', end)) === undefined) await truncate(path, end)
  const file = await open(path, 'a', 0o600)
  await syncFolder(dirname(path))
  return lineFile(file)
}

function lineFile(file: FileHandle): LineFile {
  let queue: Promise<void> = Promise.resolve()
  return {
    append(value) {
      // It begins on a line of its own: half a line that a full disk left behind must not swallow it.
      const line = `\n${JSON.stringify(value)}\n`
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

async function replaced(path: string, lines: readonly unknown[]): Promise<FileHandle> {
  const fresh = `${path}.new`
  const file = await open(fresh, 'w', 0o600)
  await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await file.datasync()
  await rename(fresh, path)
  await syncFolder(dirname(path))
  return file
}

const lineBreak = 10

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const ignoreMissing = (error: unknown): string => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
  throw error
}
