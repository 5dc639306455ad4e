import { type FileHandle, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { moveFile } from '../files/move-file.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { linesFromEnd, tornTail } from '../journal/line-file.ts'
import { type AuditHead, type Chained, chainedIn, emptyHead, headOf } from './audit-chain.ts'

/**
 * The audit's files: `audit.jsonl` grows; when it is full it becomes `audit.000001.jsonl`, the next one
 * `audit.000002.jsonl` and so on. They are kept for years; the program never removes one.
 */

/** Size at which a file is full, in bytes: some thousand entries. */
export const fullAt = 2_000_000

/** Bytes per read. */
const chunkBytes = 65_536

export const auditHeadSchema = z.object({ count: z.number().int().min(0), hash: z.string() })

/** The file of the chain's head, kept beside the lines to detect a cut-off end. */
export const auditHeadPath = (path: string): string => `${path}.head.json`

export const numberOf = (name: string): number | null => {
  const found = /^audit\.(\d{6,})\.jsonl$/.exec(name)
  return found === null ? null : Number(found[1])
}

/** The full files, the oldest first. */
export async function fullFiles(path: string): Promise<readonly string[]> {
  const names = await readdir(dirname(path)).catch(onlyMissing([]))
  return names
    .flatMap((name) => {
      const number = numberOf(name)
      return number === null ? [] : [{ name, number }]
    })
    .sort((one, other) => one.number - other.number)
    .map(({ name }) => join(dirname(path), name))
}

/** All existing files, the oldest first. */
export async function auditFiles(path: string): Promise<readonly string[]> {
  const isThere = await stat(path).then(() => true, onlyMissing(false))
  return [...(await fullFiles(path)), ...(isThere ? [path] : [])]
}

/** Renames a full file to the next number. */
export async function putFullFileAside(path: string): Promise<string> {
  const number = numberOf(basename((await fullFiles(path)).at(-1) ?? '')) ?? 0
  const full = join(dirname(path), `audit.${String(number + 1).padStart(6, '0')}.jsonl`)
  await moveFile(path, full)
  await syncFolder(dirname(path))
  return basename(full)
}

/** The head of the full files, from which the growing file continues. */
export async function headBefore(path: string): Promise<AuditHead> {
  for (const file of [...(await fullFiles(path))].reverse()) {
    for await (const { text } of linesFromEnd(file)) {
      const line = chainedIn(text)
      if (line !== null) return headOf(line)
    }
  }
  return emptyHead
}

/** The kept head; null where there is none, or it is invalid. Throws where the file exists and cannot be read. */
export async function keptHead(path: string): Promise<AuditHead | null> {
  const text = await readFile(auditHeadPath(path), 'utf8').catch(onlyMissing(null))
  if (text === null) return null
  try {
    return auditHeadSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export interface AuditLine {
  readonly text: string
  /** Whether it is the last line, without a line break: it was cut off while it was written. */
  readonly cutOff: boolean
}

/** The lines of a file from its beginning, one at a time. Throws where the file exists and cannot be read. */
export async function* linesOf(file: string): AsyncGenerator<AuditLine> {
  const handle = await open(file, 'r')
  try {
    yield* linesUpTo(handle, (await handle.stat()).size)
  } finally {
    await handle.close()
  }
}

/** Like `linesOf`, for the first bytes of an open file. */
export async function* linesUpTo(handle: FileHandle, size: number): AsyncGenerator<AuditLine> {
  const buffer = Buffer.alloc(chunkBytes)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for (let position = 0; position < size; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(chunkBytes, size - position), position)
    if (bytesRead === 0) break
    position += bytesRead
    const lines = `${rest}${decoder.write(buffer.subarray(0, bytesRead))}`.split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield { text, cutOff: false }
  }
  const text = `${rest}${decoder.end()}`
  if (text !== '') yield { text, cutOff: true }
}

/**
 * Moves the rest of a line that a power cut left at the end to another file: no answer was based on it.
 * @returns the name of that file; null where the last line is complete
 */
export async function putTornTailAside(path: string, entry: number): Promise<string | null> {
  const file = await open(path, 'r+')
  try {
    const torn = await tornTail(file)
    if (torn === null) return null
    const aside = join(dirname(path), `audit.torn-${String(entry).padStart(6, '0')}.txt`)
    await writeFile(aside, torn.bytes, { mode: 0o600, flush: true })
    await syncFolder(dirname(path))
    await file.truncate(torn.start)
    await file.sync()
    return basename(aside)
  } finally {
    await file.close()
  }
}

/** The entry of this number, else the one after it; null where there is none. Searches from the end. */
export async function entryFrom(path: string, n: number): Promise<Chained | null> {
  let after: Chained | null = null
  for (const file of [...(await auditFiles(path))].reverse()) {
    for await (const { text } of linesFromEnd(file)) {
      const line = chainedIn(text)
      if (line === null) continue
      if (line.n < n) return after
      after = line
      if (line.n === n) return line
    }
  }
  return after
}

export const onlyMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }
