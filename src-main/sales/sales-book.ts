import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createNewestIds, type NewestIds } from '../../src-shared/newest.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { createTurns } from '../async/in-turn.ts'
import { type LineFile, openLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { type BookReader, createBookReader, newestIn, type SoldBill } from './book-reader.ts'

/**
 * Every bill with any payment, once it has left the counter: a file per month, one JSON line per bill, on the disk
 * (fsync) before the sale's journal forgets it. Lines are only appended. No card data but brand and last four.
 */
export interface SalesBook extends BookReader {
  /** Resolves when it is on the disk. A bill already there is not changed. Without a time, it leaves now. */
  file(bill: Bill, closedAt?: string | null): Promise<void>
  /** Finds a bill by its receipt number. */
  find(number: string): Promise<SoldBill | null>
  close(): Promise<void>
}

/** The newest bills, among which a kill may have left one half done. */
const comparedWith = 50

export async function openSalesBook(folder: string, now: () => number, log: Log): Promise<SalesBook> {
  await mkdir(folder, { recursive: true })
  const reader = createBookReader(folder, log)
  /** `newest`: the time of its last line that is in order. */
  let open: { readonly month: string; readonly file: LineFile; newest: string } | null = null
  /** One at a time, because a bill is looked for before it is written. */
  const { inTurn, settled } = createTurns()
  let known: NewestIds | null = null
  let isClosed = false

  async function closeFile(): Promise<void> {
    const last = open
    open = null
    await last?.file.close()
  }

  async function fileOf(month: string) {
    if (open?.month === month) return open
    await closeFile()
    const path = join(folder, `${month}.jsonl`)
    const file = await openLineFile(path)
    open = { month, file, newest: await newestIn(path) }
    return open
  }

  async function write(bill: Bill, closedAt: string | null): Promise<void> {
    known ??= createNewestIds(
      comparedWith,
      (await reader.recent(comparedWith)).map((sold) => sold.bill.id).reverse(),
    )
    if (known.has(bill.id)) return
    // The sale's journal keeps the bill, and the next run files it.
    if (isClosed) throw new Error('the book of sales is closed')
    const closed_at = closedAt ?? new Date(now()).toISOString()
    const month = await fileOf(closed_at.slice(0, 7))
    const isInOrder = closed_at >= month.newest
    const order = isInOrder ? {} : { out_of_order: true }
    await month.file.append({ closed_at, ...order, bill: lean(bill) } satisfies SoldBill)
    if (isInOrder) month.newest = closed_at
    known.add(bill.id)
  }

  /**
   * Waits only for earlier tasks, since it may read years of bills while finished sales are written. Later bills are
   * not needed, and an incomplete line is not a line yet.
   */
  async function besideWrites<Found>(read: () => Promise<Found>): Promise<Found> {
    await settled()
    return read()
  }

  const findEach = (numbers: ReadonlySet<string>) => besideWrites(() => reader.findEach(numbers))
  return {
    matching: (isWanted, period, most) => inTurn(() => reader.matching(isWanted, period, most)),
    between: (period) => inTurn(() => reader.between(period)),
    file: (bill, closedAt = null) => inTurn(() => write(bill, closedAt)),
    recent: (count) => inTurn(() => reader.recent(count)),
    find: async (number) => (await findEach(new Set([number]))).get(number) ?? null,
    findEach,
    naming: (names, since) => besideWrites(() => reader.naming(names, since)),
    close: () =>
      inTurn(async () => {
        isClosed = true
        await closeFile()
      }),
  }
}

/** Drops the copy of the order in each card's sale; the bill has the order itself. */
const lean = (bill: Bill): Bill => ({
  ...bill,
  tenders: bill.tenders.map((tender) =>
    tender.kind === 'card' ? { ...tender, sale: { ...tender.sale, order: null } } : tender,
  ),
})
