import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createTurns } from '../async/in-turn.ts'
import { moveFile } from '../files/move-file.ts'
import { syncFolder } from '../files/sync-folder.ts'

/** A journal's file: one line of JSON per record, on the disk (fsync) when the promise resolves. */
export interface LineFile {
  /** Lines are written in the order of the calls. A rejected line is removed from the file again. */
  append(value: unknown): Promise<void>
  close(): Promise<void>
}

export interface FoundLine {
  readonly text: string
  /** Undefined where the line is not JSON. */
  readonly value: unknown
  /** Whether it is the last line without a line break: it was cut off while it was written. */
  readonly cutOff: boolean
}

/** A journal's text; empty when there is no file. */
export const readJournal = (path: string): Promise<string> => readFile(path, 'utf8').catch(ignoreMissing)

/** Newest first, parsed lazily: a day's journal is long. */
export function* newestFirst(text: string): Generator<FoundLine> {
  const lines = text.split('\n')
  for (const [index, line] of [...lines.entries()].reverse()) {
    if (line !== '') yield { text: line, value: parsed(line), cutOff: index === lines.length - 1 }
  }
}

/** Bytes per read. */
const chunkBytes = 65_536

interface FoundBytes {
  readonly bytes: Buffer
  /** The line's offset in the file. */
  readonly start: number
  readonly cutOff: boolean
}

/** A file's lines, the newest first, read lazily in chunks from the end. */
async function* bytesFromEnd(file: FileHandle, size: number, chunk: number): AsyncGenerator<FoundBytes> {
  /** The end of a line that begins before the bytes read so far. */
  let rest = Buffer.alloc(0)
  let end = size
  for (let position = size; position > 0; ) {
    const length = Math.min(chunk, position)
    position -= length
    const read = Buffer.alloc(length)
    await file.read(read, 0, length, position)
    rest = Buffer.concat([read, rest])
    for (let at = rest.lastIndexOf(lineBreak); at !== -1; at = rest.lastIndexOf(lineBreak)) {
      const start = position + at + 1
      if (start < end) yield { bytes: rest.subarray(at + 1), start, cutOff: end === size }
      rest = rest.subarray(0, at)
      end = start - 1
    }
  }
  if (rest.length > 0) yield { bytes: rest, start: 0, cutOff: end === size }
}

/** Like `newestFirst`, for a file that may be too long to be read as a whole. */
export async function* linesFromEnd(path: string, chunk = chunkBytes): AsyncGenerator<FoundLine> {
  const file = await open(path, 'r')
  try {
    yield* linesBefore(file, (await file.stat()).size, chunk)
  } finally {
    await file.close()
  }
}

/** Like `linesFromEnd`, for the first bytes of an open file: later writes do not matter. */
export async function* linesBefore(
  file: FileHandle,
  size: number,
  chunk = chunkBytes,
): AsyncGenerator<FoundLine> {
  for await (const { bytes, cutOff } of bytesFromEnd(file, size, chunk)) {
    const text = bytes.toString('utf8')
    yield {
      text,
      cutOff,
      get value() {
        return parsed(text)
      },
    }
  }
}

/** The bytes after a file's last whole line, cut off while they were written. Null where there are none. */
export async function tornTail(
  file: FileHandle,
): Promise<{ readonly bytes: Buffer; readonly start: number } | null> {
  for await (const { bytes, start, cutOff } of bytesFromEnd(file, (await file.stat()).size, chunkBytes)) {
    // A complete record that only lacks its line break was read as a line.
    return cutOff && parsed(bytes.toString('utf8')) === undefined ? { bytes, start } : null
  }
  return null
}

/** Replaces the file by one with these lines, atomically by a rename, and opens it for further lines. */
export async function startLineFile(path: string, first: readonly unknown[]): Promise<LineFile> {
  await mkdir(dirname(path), { recursive: true })
  return lineFile(await replaced(path, first))
}

/**
 * Opens a file for writing after its last whole line: a cut-off line must not be followed by another. Only one user at
 * a time may have the file open: each writes at its own end.
 * @param end the end of the last valid line, in bytes; null: of the last whole line
 */
export async function openLineFile(path: string, end: number | null = null): Promise<LineFile> {
  await mkdir(dirname(path), { recursive: true })
  // Not in append mode: Windows does not truncate such a file.
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    const from = end ?? (await tornTail(file))?.start ?? null
    if (from !== null) await file.truncate(from)
    await syncFolder(dirname(path))
    return await lineFile(file)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function lineFile(file: FileHandle): Promise<LineFile> {
  const { inTurn, settled } = createTurns()
  /** The end of the last written line, and whether a failed line is behind it. */
  let end = (await file.stat()).size
  let isLeft = false

  /** The writer is informed that the line was not written: the next start must not find any part of it. */
  async function takeOut(): Promise<void> {
    if (!isLeft) return
    await file.truncate(end)
    await file.datasync()
    isLeft = false
  }

  async function write(line: Buffer): Promise<void> {
    await takeOut()
    isLeft = true
    for (let done = 0; done < line.length; ) {
      done += (await file.write(line, done, line.length - done, end + done)).bytesWritten
    }
    await file.datasync()
    end += line.length
    isLeft = false
  }

  return {
    append(value) {
      // Begins on a new line, whatever an earlier version or another disk left behind.
      const line = Buffer.from(`\n${JSON.stringify(value)}\n`)
      return inTurn(() =>
        write(line).catch(async (error: unknown) => {
          await takeOut().catch(() => undefined)
          throw error
        }),
      )
    },
    async close() {
      await settled()
      await takeOut().catch(() => undefined)
      await file.close()
    },
  }
}

async function replaced(path: string, lines: readonly unknown[]): Promise<FileHandle> {
  const fresh = `${path}.new`
  const file = await open(fresh, 'w', 0o600)
  try {
    await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await file.datasync()
    await moveFile(fresh, path)
    await syncFolder(dirname(path))
    return file
  } catch (error) {
    await file.close()
    throw error
  }
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
