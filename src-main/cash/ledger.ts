import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { type BillCash, type CashEntry, cashEntrySchema } from '../../src-shared/pos/cash/cash-entry.ts'
import { emptyShift, withEntry } from '../../src-shared/pos/cash/shift.ts'
import type { Shift } from '../../src-shared/pos/cash/shift-schema.ts'
import { createTurns } from '../in-turn.ts'
import { type LineFile, newestFirst, openLineFile, readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * The drawer's ledger: one JSON line for each time that cash came or went, on the disk (fsync) before anybody is told.
 * Lines are only ever added. A shift is a file; its count is the last line, and puts it beside the new one.
 */
export interface CashLedger {
  shift(): Shift
  /** Lines that cannot be read: they are kept, and what they were about is missing from the shift. */
  damaged(): number
  /** Resolves when it is on the disk. An entry of an id that is there already is left as it is. */
  book(entry: CashEntry | BillCash): Promise<void>
  /** Books an entry made of all that was booked before it; null where it comes to none. */
  bookFor<Entry extends CashEntry>(entryOf: (shift: Shift) => Entry | null): Promise<Entry | null>
  close(): Promise<void>
}

export async function openLedger(
  path: string,
  onShift: (shift: Shift, damaged: number) => void,
  log: Log,
): Promise<CashLedger> {
  const read = readEntries(await readJournal(path))
  let { shift, damaged, isCounted, latest } = read
  let known = new Set(read.ids)
  if (damaged > 0) log.error({ path, lines: damaged }, 'cash.ledger_damaged')
  let file: LineFile | null = null
  /** One at a time: an entry is looked for before it is written. */
  const { inTurn, settled } = createTurns()

  /** The counted shift's file is put aside, under its latest time: that of its count, but for a clock that was set back meanwhile. */
  async function beginShift(): Promise<void> {
    if (!isCounted) return
    await file?.close()
    file = null
    await rename(path, freeName(path, latest))
    isCounted = false
    latest = ''
    known = new Set()
    damaged = 0
  }

  async function write(entry: CashEntry): Promise<void> {
    if (known.has(entry.id)) return
    await beginShift()
    file ??= await openLineFile(path)
    await file.append(entry)
    known.add(entry.id)
    shift = withEntry(shift, entry)
    isCounted = entry.kind === 'closed'
    latest = later(latest, entry.at)
    onShift(shift, damaged)
  }

  onShift(shift, damaged)
  return {
    shift: () => shift,
    damaged: () => damaged,
    book: (entry) => inTurn(() => write(entry)),
    bookFor: (entryOf) =>
      inTurn(async () => {
        const entry = entryOf(shift)
        if (entry !== null) await write(entry)
        return entry
      }),
    async close() {
      await settled()
      await file?.close()
    },
  }
}

/** A line that was cut off while it was written is nobody's loss: it is booked again. */
function readEntries(text: string) {
  const lines = [...newestFirst(text)].reverse().filter(({ cutOff, value }) => !cutOff || value !== undefined)
  const entries = lines.map(({ value }) => cashEntrySchema.safeParse(value).data)
  const readable = entries.filter((entry) => entry !== undefined)
  // Booked twice where the first line's fsync failed although it had arrived.
  const whole = [...new Map(readable.map((entry) => [entry.id, entry])).values()]
  const last = whole.at(-1)
  return {
    shift: whole.reduce(withEntry, emptyShift),
    ids: whole.map(({ id }) => id),
    damaged: entries.length - readable.length,
    isCounted: last?.kind === 'closed',
    latest: whole.reduce((latest, { at }) => later(latest, at), ''),
  }
}

const later = (one: string, other: string): string =>
  one !== '' && Date.parse(one) >= Date.parse(other) ? one : other

/** A clock comes by the same time twice when it is set back: no shift takes the place of another. */
function freeName(path: string, at: string): string {
  for (let ms = Date.parse(at); ; ms += 1) {
    const name = path.replace(/(\.jsonl)?$/, `.${new Date(ms).toISOString().replace(/\W/g, '')}$1`)
    if (!existsSync(name)) return name
  }
}
