import { copyFile } from 'node:fs/promises'
import { z } from 'zod'
import { type SaleState, saleFactsSchema, saleStateSchema } from '../../src-shared/pos/sale.ts'
import { newestFirst, readJournal, startLineFile } from '../journal/line-file.ts'
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
  const { state: last, unclosed, unreadable } = lastState(await readJournal(path))
  if (unreadable) {
    const kept = `${path}.${Date.now()}.unreadable`
    await copyFile(path, kept)
    log.error({ kept, state: last.kind }, 'sale.journal_unreadable')
  }
  const file = await startLineFile(path, [{ at: new Date().toISOString(), state: last, unclosed }])
  return {
    last,
    unclosed,
    write: (state, at, unclosed) => file.append({ at, state, unclosed }),
    close: file.close,
  }
}

/**
 * The state in the newest whole line. What is no JSON was torn while it was written, and nothing of it was sent. Whole
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
  for (const { value, cutOff } of newestFirst(text)) {
    const state = stateOf(value)
    const unclosed = unclosedSchema.safeParse(memberOf(value, 'unclosed')).data ?? []
    if (state !== null) return { state, unclosed, unreadable }
    unreadable ||= !cutOff
    const foreign = foreignState(value)
    if (foreign !== null) return { state: foreign, unclosed, unreadable }
  }
  return { state: { kind: 'ready' }, unclosed: [], unreadable }
}

const stateOf = (line: unknown): SaleState | null =>
  saleStateSchema.safeParse(memberOf(line, 'state')).data ?? null

/** A sale whose state this version does not know: its outcome is looked up. */
function foreignState(line: unknown): SaleState | null {
  const sale = saleFactsSchema.safeParse(memberOf(memberOf(line, 'state'), 'sale')).data
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

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
