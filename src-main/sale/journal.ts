import { copyFile, type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type SaleState, saleFactsSchema, saleStateSchema } from '../../src-shared/pos/sale.ts'
import type { Log } from '../log.ts'

/**
 * The sale's state, one JSON line each time it changes, on the disk (fsync) before the request that follows from it
 * leaves. The last line is the truth; a torn line is ignored, for its request never left. No card data.
 */
export interface SaleJournal {
  /** What the last run left. */
  readonly last: SaleState
  /** The intents of sales that were left unpaid, whose cancel nobody has answered yet. */
  readonly unclosed: readonly UnclosedIntent[]
  /** Resolves when the line is on the disk. Lines are written in the order of the calls. */
  write(state: SaleState, at: string, unclosed: readonly UnclosedIntent[]): Promise<void>
  close(): Promise<void>
}

const unclosedSchema = z.array(z.object({ sale_id: z.string(), intent_id: z.string() }))
export type UnclosedIntent = z.infer<typeof unclosedSchema>[number]

export async function openJournal(path: string, log: Log): Promise<SaleJournal> {
  await mkdir(dirname(path), { recursive: true })
  const { state: last, unclosed, unreadable } = lastState(await readFile(path, 'utf8').catch(ignoreMissing))
  if (unreadable) {
    const kept = `${path}.${Date.now()}.unreadable`
    await copyFile(path, kept)
    log.error({ kept, state: last.kind }, 'the journal ends with lines that cannot be read')
  }
  const file = await compacted(path, last, unclosed)
  let queue: Promise<void> = Promise.resolve()
  return {
    last,
    unclosed,
    write(state, at, unclosed) {
      // It begins on a line of its own, lest the half that a full disk left behind swallow it.
      const line = `\n${JSON.stringify({ at, state, unclosed })}\n`
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

/**
 * What the newest whole line says. What is no JSON was torn while it was written, and nothing of it was sent. Whole
 * lines of another version were sent: their sale is known, so it is looked up.
 *
 * @returns `unclosed`, see the journal; `unreadable` when whole lines had to be passed over.
 */
export function lastState(text: string): {
  readonly state: SaleState
  readonly unclosed: readonly UnclosedIntent[]
  readonly unreadable: boolean
} {
  let unreadable = false
  const lines = text.split('\n')
  for (const [index, line] of [...lines.entries()].reverse()) {
    if (line === '') continue
    const state = stateOf(line)
    const unclosed = unclosedSchema.safeParse(valueIn(line, 'unclosed')).data ?? []
    if (state !== null) return { state, unclosed, unreadable }
    // Only the last one has no line break after it: it was cut off.
    unreadable ||= index < lines.length - 1
    const foreign = foreignState(line)
    if (foreign !== null) return { state: foreign, unclosed, unreadable }
  }
  return { state: { kind: 'ready' }, unclosed: [], unreadable }
}

function stateOf(line: string): SaleState | null {
  return saleStateSchema.safeParse(valueIn(line, 'state')).data ?? null
}

/** A sale whose state this version does not know: its outcome is what the service says. */
function foreignState(line: string): SaleState | null {
  const sale = saleFactsSchema.safeParse(memberOf(valueIn(line, 'state'), 'sale')).data
  if (sale === undefined || sale.intent_id === null) return null
  return {
    kind: 'checking',
    sale,
    tries: 0,
    refusals: 0,
    cause: 'restarted',
    cancelling: false,
    otherwise: 'interrupted',
    detail: '',
    ended: false,
    ends_at: null,
  }
}

function valueIn(line: string, name: string): unknown {
  try {
    return memberOf(JSON.parse(line), name)
  } catch {
    return undefined
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Starts the file anew with its last state, by renaming a finished one over it. */
async function compacted(
  path: string,
  last: SaleState,
  unclosed: readonly UnclosedIntent[],
): Promise<FileHandle> {
  const fresh = `${path}.new`
  const file = await open(fresh, 'w', 0o600)
  await file.appendFile(`${JSON.stringify({ at: new Date().toISOString(), state: last, unclosed })}\n`)
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
