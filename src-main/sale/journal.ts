import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Bill, Numbering, UnfiledBill } from '../../src-shared/pos/bill/bill.ts'
import { hadUntil } from '../../src-shared/pos/bill/numbering.ts'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import type { BillCash } from '../../src-shared/pos/cash/cash-entry.ts'
import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import { keepUnreadable } from '../journal/keep-unreadable.ts'
import { readJournal, startLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { newNumbering } from './numbering/new-numbering.ts'
import { afterRestore, lastState } from './read-journal.ts'
import type { UnclosedIntent } from './unclosed-intent.ts'

/**
 * The sale's state: one line of JSON for each change, on the disk (fsync) before the request that follows from it is
 * sent. The last line is valid; a line that was cut off is ignored, since its request was never sent. No card data.
 */
export interface SaleJournal extends Omit<JournalLine, 'at' | 'state'> {
  /** The state that the last run left. */
  readonly last: SaleState
  /** Resolves when the line is on the disk. Lines are written in the order of the calls. */
  write(line: JournalLine): Promise<void>
  close(): Promise<void>
}

/** Path of the mark that a restore leaves beside a journal, so that the receipt numbers start a new series. */
export const renumberMark = (path: string): string => `${path}.renumber`

/** Everything that outlives the run, in one line, so that it is on the disk as a whole or not at all. */
export interface JournalLine {
  readonly at: string
  readonly state: SaleState
  /** The intents of sales that were left unpaid and whose cancel has not been answered yet. */
  readonly unclosed: readonly UnclosedIntent[]
  /** Parked sales that are not acknowledged yet. */
  readonly parked: readonly ParkedSale[]
  /** Number of records that cannot be read and name no sale, until a person has acknowledged them. */
  readonly unreadable: number
  // After the members that name sales: an unreadable line is searched in this order.
  /** The bill at the counter; null for none. */
  readonly bill: Bill | null
  readonly numbering: Numbering
  /** Cash that was taken or handed back, and is not known to be in the drawer's ledger. */
  readonly unbooked: readonly BillCash[]
  /** Bills that have left the counter, and are not known to be in the book of sales. */
  readonly unfiled: readonly UnfiledBill[]
  /** Bills that were put aside until they are paid by their link. */
  readonly aside: readonly Bill[]
  /** Cards that are held for customers who have not left. */
  readonly tabs: readonly Tab[]
}

/** @param elsewhere series of receipt numbers that were used, besides those in files; called if a new one is started */
export async function openJournal(
  path: string,
  log: Log,
  elsewhere: () => Promise<ReadonlySet<string>> = async () => new Set(),
): Promise<SaleJournal> {
  const at = new Date().toISOString()
  // Restored from a backup: the counter that made the backup may continue the former series.
  const isRestored = existsSync(renumberMark(path))
  const last = lastState(await readJournal(path), at)
  const { damaged, ...found } = isRestored ? afterRestore(last) : last
  const known = isRestored ? null : found.numbering
  const begunNumbering = async () => {
    // No earlier payment has a number of the new series, so those until now count as compared.
    const begun = { ...(await newNumbering(path, elsewhere)), compared: at }
    // The person who restored it knows about the new series.
    if (found.numbering === null) return begun
    const former = { series: found.numbering.series, seen: true }
    return { ...begun, former, had: hadUntil(found.numbering, at) }
  }
  const left = { ...found, numbering: known ?? (await begunNumbering()) }
  const { state, unreadable } = left
  const kept = damaged ? await keepUnreadable(path) : null
  const file = await startLineFile(path, [{ at, ...left } satisfies JournalLine])
  if (kept !== null) log.error({ kept, state: state.kind, unreadable }, 'sale.journal_unreadable')
  if (isRestored) await rm(renumberMark(path), { force: true })
  return { ...left, last: state, write: file.append, close: file.close }
}
