import { existsSync } from 'node:fs'
import { type BillCash, type CashEntry, cashEntrySchema } from '../../src-shared/pos/cash/cash-entry.ts'
import { emptyShift, withEntry } from '../../src-shared/pos/cash/shift.ts'
import type { Shift } from '../../src-shared/pos/cash/shift-schema.ts'
import { createTurns } from '../async/in-turn.ts'
import { moveFile } from '../files/move-file.ts'
import { type LineFile, newestFirst, openLineFile, readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * The drawer's ledger: one JSON line for each movement of cash, on the disk (fsync) before it is reported. Lines are
 * only appended. A shift is a file; the count is its last line, after which the next shift begins a new file.
 */
export interface CashLedger {
  shift(): Shift
  /** Number of unreadable lines: they are kept, and their cash is missing from the shift. */
  damaged(): number
  /** Resolves when it is on the disk. An existing entry with the same id is not changed. */
  book(entry: CashEntry | BillCash): Promise<void>
  /** Books an entry computed from all earlier entries; null where there is none to book. */
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
  /** One at a time, because an entry is looked for before it is written. */
  const { inTurn, settled } = createTurns()

  /** Renames the counted shift's file after its latest time: that of its count, unless the clock was set back. */
  async function beginShift(): Promise<void> {
    if (!isCounted) return
    await file?.close()
    file = null
    await moveFile(path, freeName(path, latest))
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

/** A line that was cut off while it was written is not counted as damaged: it is booked again. */
function readEntries(text: string) {
  const lines = [...newestFirst(text)].reverse().filter(({ cutOff, value }) => !cutOff || value !== undefined)
  const entries = lines.map(({ value }) => cashEntrySchema.safeParse(value).data)
  const readable = entries.filter((entry) => entry !== undefined)
  // An entry is booked twice if the fsync of the first line failed although it had arrived.
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

/** A clock that is set back shows the same time twice: no file may replace another. */
function freeName(path: string, at: string): string {
  for (let ms = Date.parse(at); ; ms += 1) {
    const name = path.replace(/(\.jsonl)?$/, `.${new Date(ms).toISOString().replace(/\W/g, '')}$1`)
    if (!existsSync(name)) return name
  }
}
