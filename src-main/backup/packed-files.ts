import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { SealedError } from './sealed-stream.ts'

// One after the other: the length of a line about the file, 4 bytes; that line, JSON; the file.

const aboutSchema = z.strictObject({
  /** Such as sales/acct_1.jsonl: below the folder of the counter, with / on every system. */
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
  /** Where it lies, or what it holds. */
  readonly from: string | Buffer
}

interface Taking {
  /** The path of the file that is held in the memory, which is small. */
  readonly secret: string
  /** Asked of each file but that one, before anything of it is written. */
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
 * Unpacks into a folder, and puts every file on the disk, but for one that is held in the memory.
 * @throws SealedError where it is no such list of files, or one of them has no business there
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
    // Cut off, it would keep the file open that it is read from.
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

/** No line about a file is longer. */
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
    /** Exactly so many; null at the end. */
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
