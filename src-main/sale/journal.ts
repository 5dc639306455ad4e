import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import type { Bill, Numbering, UnfiledBill } from '../../src-shared/pos/bill/bill.ts'
import { hadUntil } from '../../src-shared/pos/bill/numbering.ts'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import type { BillCash } from '../../src-shared/pos/cash/cash-entry.ts'
import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import { readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { newNumbering } from './numbering/new-numbering.ts'
import { afterRestore, lastState } from './read-journal.ts'
import type { UnclosedIntent } from './unclosed-intent.ts'

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
  /** Records that cannot be read and name no sale, until a person has acknowledged them. */
  readonly unreadable: number
  /** The bill that stood at the counter; null for none. */
  readonly bill: Bill | null
  readonly numbering: Numbering
  /** Cash that was taken or handed back, and is not known to be in the drawer's ledger. */
  readonly unbooked: readonly BillCash[]
  /** Bills that have left the counter, and are not known to be in the book of sales. */
  readonly unfiled: readonly UnfiledBill[]
  /** Cards that are held for customers who have not left. */
  readonly tabs: readonly Tab[]
  /** Bills that were put aside until somebody has paid by their link. */
  readonly aside: readonly Bill[]
  /** Resolves when the line is on the disk. Lines are written in the order of the calls. */
  write(line: JournalLine): Promise<void>
  close(): Promise<void>
}

/** A restore leaves it beside a journal. */
export const renumberMark = (path: string): string => `${path}.renumber`

/** All that outlives the run, in one line: it is on the disk as a whole or not at all. */
export interface JournalLine {
  readonly at: string
  readonly state: SaleState
  readonly unclosed: readonly UnclosedIntent[]
  readonly parked: readonly ParkedSale[]
  readonly unreadable: number
  // After what names sales: a line that cannot be read is searched in this order.
  readonly bill: Bill | null
  readonly numbering: Numbering
  readonly unbooked: readonly BillCash[]
  readonly unfiled: readonly UnfiledBill[]
  readonly aside: readonly Bill[]
  readonly tabs: readonly Tab[]
}

/** @param elsewhere series of receipt numbers that were used besides those that files name; asked where one is begun */
export async function openJournal(
  path: string,
  log: Log,
  elsewhere: () => Promise<ReadonlySet<string>> = async () => new Set(),
): Promise<SaleJournal> {
  const at = new Date().toISOString()
  // Restored from a backup: the counter that it was made of goes on with the former series.
  const isRestored = existsSync(renumberMark(path))
  const last = lastState(await readJournal(path), at)
  const { damaged, ...found } = isRestored ? afterRestore(last) : last
  const known = isRestored ? null : found.numbering
  const begunNumbering = async () => {
    // Nobody has given any of it before.
    const begun = { ...(await newNumbering(path, elsewhere)), compared: at }
    // Whoever restored it knows.
    if (found.numbering === null) return begun
    const former = { series: found.numbering.series, seen: true }
    return { ...begun, former, had: hadUntil(found.numbering, at) }
  }
  const left = { ...found, numbering: known ?? (await begunNumbering()) }
  const { state, unreadable } = left
  if (damaged) {
    const kept = `${path}.${Date.now()}.unreadable`
    await copyFile(path, kept)
    log.error({ kept, state: state.kind, unreadable }, 'sale.journal_unreadable')
  }
  const file = await startLineFile(path, [{ at, ...left } satisfies JournalLine])
  if (isRestored) await rm(renumberMark(path), { force: true })
  return { ...left, last: state, write: file.append, close: file.close }
}
