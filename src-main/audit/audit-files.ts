import { open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { linesFromEnd } from '../journal/line-file.ts'
import { syncFolder } from '../sync-folder.ts'
import { type AuditHead, type Chained, chainedIn, emptyHead, headOf } from './audit-chain.ts'

/**
 * The audit's files: `audit.jsonl` grows; when it is full it becomes `audit.000001.jsonl`, the next one `audit.000002.jsonl`
 * and so on. None is ever removed: they are kept for years.
 */

/** Bytes of a file that is full: some thousand entries. */
export const fullAt = 2_000_000

/** How much is read at once, bytes. */
const chunkBytes = 65_536

export const auditHeadSchema = z.object({ count: z.number().int().min(0), hash: z.string() })

/** Where the head of the chain is kept: beside the lines, so that an end that was cut off is missed. */
export const auditHeadPath = (path: string): string => `${path}.head.json`

const numberOf = (name: string): number | null => {
  const found = /^audit\.(\d{6,})\.jsonl$/.exec(name)
  return found === null ? null : Number(found[1])
}

/** The full ones, the oldest first. */
async function fullFiles(path: string): Promise<readonly string[]> {
  const names = await readdir(dirname(path)).catch(onlyMissing([]))
  return names
    .flatMap((name) => {
      const number = numberOf(name)
      return number === null ? [] : [{ name, number }]
    })
    .sort((one, other) => one.number - other.number)
    .map(({ name }) => join(dirname(path), name))
}

/** All there are, the oldest first. */
export async function auditFiles(path: string): Promise<readonly string[]> {
  const isThere = await stat(path).then(() => true, onlyMissing(false))
  return [...(await fullFiles(path)), ...(isThere ? [path] : [])]
}

/** Puts a full file aside under the next number. */
export async function putFullFileAside(path: string): Promise<string> {
  const number = numberOf(basename((await fullFiles(path)).at(-1) ?? '')) ?? 0
  const full = join(dirname(path), `audit.${String(number + 1).padStart(6, '0')}.jsonl`)
  await rename(path, full)
  await syncFolder(dirname(path))
  return basename(full)
}

/** The head of what was put aside: the file that is written to goes on from it. */
export async function headBefore(path: string): Promise<AuditHead> {
  for (const file of [...(await fullFiles(path))].reverse()) {
    for await (const { text } of linesFromEnd(file)) {
      const line = chainedIn(text)
      if (line !== null) return headOf(line)
    }
  }
  return emptyHead
}

/** The head that was kept; null where there is none, or of another form. Throws where it is there and cannot be read. */
export async function keptHead(path: string): Promise<AuditHead | null> {
  const text = await readFile(auditHeadPath(path), 'utf8').catch(onlyMissing(null))
  if (text === null) return null
  try {
    return auditHeadSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The lines of a file from its beginning, one at a time. Throws where it is there and cannot be read. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file, 'r')
  try {
    const buffer = Buffer.alloc(chunkBytes)
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes)
      if (bytesRead === 0) break
      const lines = `${rest}${decoder.write(buffer.subarray(0, bytesRead))}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    yield `${rest}${decoder.end()}`
  } finally {
    await handle.close()
  }
}

/** The entry of this number or, where it is missing, the one after it; null where there is none. Looked for from the end. */
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

const onlyMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }
