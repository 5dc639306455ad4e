import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { SealedError } from './sealed-stream.ts'

// The format, repeated per file: length of the header, 4 bytes; the header, JSON; the file's content.

const aboutSchema = z.strictObject({
  /** For example sales/acct_1.jsonl: relative to the counter's folder, with / on every system. */
  path: z.string().max(500).refine(isBelow),
  size: z.number().int().min(0),
})

function isBelow(path: string): boolean {
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part))
}

export interface PackedFile {
  readonly path: string
  /** The path of the file, or its content. */
  readonly from: string | Buffer
}

interface Taking {
  /** The path of the small file that is kept in memory instead of being written. */
  readonly secret: string
  /** Called for each other file before any of it is written. */
  isTaken(path: string): Promise<boolean>
}

export async function* pack(files: readonly PackedFile[]): AsyncGenerator<Buffer> {
  for (const { path, from } of files) {
    const size = typeof from === 'string' ? (await stat(from)).size : from.length
    const about = Buffer.from(JSON.stringify({ path, size }))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(about.length)
    yield Buffer.concat([length, about])
    if (typeof from !== 'string') yield from
    else if (size > 0)
      for await (const chunk of createReadStream(from, { end: size - 1 })) yield chunk as Buffer
  }
}

/**
 * Unpacks into a folder and flushes every file, except the one that is kept in memory.
 * @throws SealedError where the data is not such a list of files, or contains a file that does not belong there
 */
export async function unpack(
  plain: AsyncIterable<Buffer>,
  folder: string,
  taking: Taking,
): Promise<{ readonly paths: readonly string[]; readonly held: Buffer | null }> {
  const source = plain[Symbol.asyncIterator]()
  try {
    return await unpackFrom(createReader(source), folder, taking)
  } finally {
    // Closes the file that it is read from, also after an error.
    await source.return?.()
  }
}

async function unpackFrom(
  bytes: ReturnType<typeof createReader>,
  folder: string,
  { secret, isTaken }: Taking,
) {
  const paths: string[] = []
  let held: Buffer | null = null
  for (;;) {
    const length = await bytes.take(4)
    if (length === null) return { paths, held }
    const text = await bytes.take(length.readUInt32BE())
    const about = aboutSchema.safeParse(text === null ? null : parsed(text.toString('utf8')))
    if (!about.success) throw new SealedError('damaged')
    const { path, size } = about.data
    if (path === secret) {
      held = await bytes.take(size)
      continue
    }
    if (!(await isTaken(path))) throw new SealedError('damaged')
    const target = join(folder, ...path.split('/'))
    await mkdir(dirname(target), { recursive: true })
    const file = await open(target, 'wx', 0o600)
    try {
      for (let left = size; left > 0; ) {
        const chunk = await bytes.upTo(left)
        if (chunk === null) throw new SealedError('damaged')
        await file.writeFile(chunk)
        left -= chunk.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
    paths.push(path)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Maximum length of a header. */
const longestTake = 10_000

function createReader(source: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0)
  async function fill(): Promise<boolean> {
    const next = await source.next()
    if (next.done === true) return false
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
    return true
  }
  const cut = (length: number): Buffer => {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }
  return {
    /** Exactly `length` bytes; null at the end. */
    async take(length: number): Promise<Buffer | null> {
      if (length > longestTake) throw new SealedError('damaged')
      while (rest.length < length) {
        if (await fill()) continue
        if (rest.length > 0) throw new SealedError('damaged')
        return null
      }
      return cut(length)
    },
    async upTo(length: number): Promise<Buffer | null> {
      while (rest.length === 0) if (!(await fill())) return null
      return cut(Math.min(length, rest.length))
    },
  }
}
