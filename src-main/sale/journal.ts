import { copyFile } from 'node:fs/promises'
import { z } from 'zod'
import { type ParkedSale, parkedSaleSchema } from '../../src-shared/pos/parked-sale.ts'
import {
  type SaleFacts,
  type SaleState,
  saleFactsSchema,
  saleStateSchema,
} from '../../src-shared/pos/sale.ts'
import { firstLook } from '../../src-shared/pos/transition/step.ts'
import { type FoundLine, newestFirst, readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * The sale's state, one JSON line each time it changes, on the disk (fsync) before the request that follows from it
 * leaves. The last line is the truth; a line that was cut off is ignored, for its request never left. No card data.
 */
export interface SaleJournal {
  /** What the last run left. */
  readonly last: SaleState
  /** The intents of sales that were left unpaid, whose cancel nobody has answered yet. */
  readonly unclosed: readonly UnclosedIntent[]
  /** Sales that were parked, and not acknowledged yet. */
  readonly parked: readonly ParkedSale[]
  /** Resolves when the line is on the disk. Lines are written in the order of the calls. */
  write(line: JournalLine): Promise<void>
  close(): Promise<void>
}

/** All that outlives the run, in one line: it is on the disk as a whole or not at all. */
export interface JournalLine {
  readonly at: string
  readonly state: SaleState
  readonly unclosed: readonly UnclosedIntent[]
  readonly parked: readonly ParkedSale[]
}

const unclosedSchema = z.array(z.object({ sale_id: z.string(), intent_id: z.string().nullable() }))
const parkedListSchema = z.array(parkedSaleSchema).default([])
export type UnclosedIntent = z.infer<typeof unclosedSchema>[number]

export async function openJournal(path: string, log: Log): Promise<SaleJournal> {
  const { state: last, unclosed, parked, unreadable } = lastState(await readJournal(path))
  if (unreadable) {
    const kept = `${path}.${Date.now()}.unreadable`
    await copyFile(path, kept)
    log.error({ kept, state: last.kind }, 'sale.journal_unreadable')
  }
  const file = await startLineFile(path, [{ at: new Date().toISOString(), state: last, unclosed, parked }])
  return {
    last,
    unclosed,
    parked,
    write: file.append,
    close: file.close,
  }
}

/**
 * The state in the newest whole line. A line that was cut off while it was written is passed over: nothing of it was
 * sent. Any other line that cannot be read, damaged or of another version, was sent: its sale is looked up.
 *
 * @returns `unclosed`, see the journal; `unreadable` when whole lines had to be passed over.
 */
export function lastState(text: string): Omit<JournalLine, 'at'> & { readonly unreadable: boolean } {
  const unreadable: FoundLine[] = []
  for (const line of newestFirst(text)) {
    const state = saleStateSchema.safeParse(memberOf(line.value, 'state')).data
    if (state !== undefined) {
      const unclosed = unclosedSchema.safeParse(memberOf(line.value, 'unclosed')).data ?? []
      const parked = parkedListSchema.safeParse(memberOf(line.value, 'parked'))
      const current = afterUnreadable(state, unreadable)
      return {
        state: current,
        unclosed,
        // A sale stands at the counter or is parked, never both: else its answers reach only one of the two.
        parked: (parked.data ?? []).filter(
          (one) => current.kind === 'ready' || one.state.sale.id !== current.sale.id,
        ),
        unreadable: unreadable.length > 0 || !parked.success,
      }
    }
    if (!line.cutOff) unreadable.push(line)
  }
  const state = afterUnreadable({ kind: 'ready' }, unreadable)
  return { state, unclosed: [], parked: [], unreadable: unreadable.length > 0 }
}

/** Nothing is claimed of a sale when lines that came after its last readable one are lost: it is looked up. */
function afterUnreadable(state: SaleState, lines: readonly FoundLine[]): SaleState {
  if (lines.length === 0) return state
  const named = lines.map(saleIn).find((sale) => sale !== null) ?? null
  const known = state.kind === 'ready' ? null : state.sale
  if (named === null || named.id === known?.id) {
    if (known === null || isLookedUp(state)) return state
    const sale = { ...known, intent_id: known.intent_id ?? named?.intent_id ?? null }
    return lookUp(sale, state.kind === 'deciding' && state.because === 'approved_after_cancel')
  }
  return lookUp(named, false)
}

/** These are looked up at every start. An approved payment stands, whatever became of its receipt. */
const isLookedUp = ({ kind }: SaleState): boolean =>
  kind === 'authorizing' || kind === 'checking' || kind === 'voiding' || kind === 'approved'

/** The sale that an unreadable line is about: as a whole where another version wrote it, else what is left of it. */
function saleIn({ text, value }: FoundLine): SaleFacts | null {
  const whole = saleFactsSchema.safeParse(memberOf(memberOf(value, 'state'), 'sale')).data
  if (whole !== undefined) return whole
  // The state stands before the lists of the line, which name other sales.
  const own = text.split(/"(?:unclosed|parked)":/)[0] ?? ''
  const member = (pattern: string) => new RegExp(`"${pattern}`).exec(own)?.[1] ?? null
  return (
    saleFactsSchema.safeParse({
      id: member('id":"([^"\\0]+)"'),
      amount: Number(member('amount":(\\d+),') ?? Number.NaN),
      tip: Number(member('tip":(\\d+),') ?? 0),
      currency: member('currency":"([A-Z]{3})"') ?? 'USD',
      entry: member('entry":"(card|manual)"') ?? 'card',
      note: '',
      started_at: member('started_at":"([^"\\0]+)"') ?? new Date(0).toISOString(),
      hsn: member('hsn":"([^"\\0]+)"') ?? '',
      intent_id: member('intent_id":"([^"\\0]+)"'),
      attempt: Number(member('attempt":(\\d+),') ?? 1),
    }).data ?? null
  )
}

const lookUp = (sale: SaleFacts, cancelling: boolean): SaleState => ({
  kind: 'checking',
  sale,
  ...firstLook,
  cause: 'restarted',
  cancelling,
  otherwise: 'interrupted',
  detail: '',
  ended: false,
  ends_at: null,
})

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
