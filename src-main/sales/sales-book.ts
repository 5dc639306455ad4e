import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { type Bill, billSchema } from '../../src-shared/pos/bill/bill.ts'
import { isIn, type Period } from '../../src-shared/pos/report/business-day.ts'
import { createTurns } from '../in-turn.ts'
import { type FoundLine, type LineFile, linesFromEnd, openLineFile } from '../journal/line-file.ts'
import type { Log } from '../log.ts'
import { createNewestIds, type NewestIds } from '../newest-ids.ts'

/**
 * Every bill that somebody paid anything of, once it has left the counter: a file a month, one JSON line a bill, on the
 * disk (fsync) before the sale's journal forgets it. Lines are only ever added. No card data but brand and last four.
 */
export interface SalesBook {
  /** Resolves when it is on the disk. A bill that is there already is left as it is. Without a time, it has just left. */
  file(bill: Bill, closedAt?: string | null): Promise<void>
  /** The newest first. */
  recent(count: number): Promise<readonly SoldBill[]>
  /** Those that left the counter in a period, in the order in which they did, and how many lines cannot be read. */
  between(period: Period): Promise<{ readonly sold: readonly SoldBill[]; readonly unreadable: number }>
  /** Bills of a period that are wanted, the newest first, at most so many. */
  matching(isWanted: (bill: Bill) => boolean, period: Period, most: number): Promise<readonly Bill[]>
  /** By the receipt's number. */
  find(number: string): Promise<SoldBill | null>
  close(): Promise<void>
}

const soldBillSchema = z.object({ closed_at: timestampSchema, bill: billSchema })
export type SoldBill = z.infer<typeof soldBillSchema>

/** Lines are in the order of their times, but for clocks that were set back by no more than this, ms. */
const disorderMs = 7 * 24 * 60 * 60_000

/** What a kill may have left half done is among the newest. */
const comparedWith = 50

export async function openSalesBook(folder: string, now: () => number, log: Log): Promise<SalesBook> {
  await mkdir(folder, { recursive: true })
  let open: { readonly month: string; readonly file: LineFile } | null = null
  /** One at a time: a bill is looked for before it is written. */
  const { inTurn } = createTurns()
  let known: NewestIds | null = null
  let isClosed = false

  async function closeFile(): Promise<void> {
    const last = open
    open = null
    await last?.file.close()
  }

  async function fileOf(month: string): Promise<LineFile> {
    if (open?.month === month) return open.file
    await closeFile()
    open = { month, file: await openLineFile(join(folder, `${month}.jsonl`)) }
    return open.file
  }

  async function write(bill: Bill, closedAt: string | null): Promise<void> {
    known ??= createNewestIds(
      comparedWith,
      (await recent(comparedWith)).map((sold) => sold.bill.id).reverse(),
    )
    if (known.has(bill.id)) return
    // The sale's journal keeps it: the next run files it.
    if (isClosed) throw new Error('the book of sales is closed')
    const closed_at = closedAt ?? new Date(now()).toISOString()
    const file = await fileOf(closed_at.slice(0, 7))
    await file.append({ closed_at, bill: lean(bill) } satisfies SoldBill)
    known.add(bill.id)
  }

  /** The newest first; read only as far back as somebody asks, for years of sales are long. */
  async function* lines(isWanted = (_month: string) => true): AsyncGenerator<FoundLine> {
    const names = (await readdir(folder)).filter((name) => /^\d{4}-\d\d\.jsonl$/.test(name))
    for (const name of names.sort().reverse()) {
      if (isWanted(name.slice(0, 7))) yield* linesFromEnd(join(folder, name))
    }
  }

  async function recent(count: number): Promise<readonly SoldBill[]> {
    const found = new Map<string, SoldBill>()
    for await (const { value, cutOff } of lines()) {
      const sold = soldBillSchema.safeParse(value).data
      if (sold === undefined && !cutOff) log.error({ folder }, 'sales.line_unreadable')
      if (sold !== undefined && !found.has(sold.bill.id)) found.set(sold.bill.id, sold)
      if (found.size >= count) break
    }
    return [...found.values()]
  }

  async function find(number: string): Promise<SoldBill | null> {
    const member = `"number":${JSON.stringify(number)}`
    for await (const line of lines()) {
      const sold = line.text.includes(member) ? soldBillSchema.safeParse(line.value).data : undefined
      if (sold?.bill.number === number) return sold
    }
    return null
  }

  async function matching(isWanted: (bill: Bill) => boolean, period: Period, most: number) {
    const last = monthOf(period.to)
    const found = new Map<string, Bill>()
    for await (const { value } of lines((month) => month <= last)) {
      const sold = soldBillSchema.safeParse(value).data
      if (sold === undefined) continue
      const at = Date.parse(sold.closed_at)
      if (at < period.from - disorderMs || found.size >= most) break
      if (isIn(period, at) && isWanted(sold.bill)) found.set(sold.bill.id, sold.bill)
    }
    return [...found.values()]
  }

  async function between(period: Period) {
    const last = monthOf(period.to)
    const found = new Map<string, SoldBill>()
    let unreadable = 0
    for await (const { value, cutOff } of lines((month) => month <= last)) {
      const sold = soldBillSchema.safeParse(value).data
      const at = sold === undefined ? null : Date.parse(sold.closed_at)
      if (at === null) unreadable += cutOff ? 0 : 1
      else if (at < period.from - disorderMs) break
      // Written twice, it left the counter when it was written first.
      else if (sold !== undefined && isIn(period, at)) found.set(sold.bill.id, sold)
    }
    return { sold: [...found.values()].reverse(), unreadable }
  }

  return {
    matching: (isWanted, period, most) => inTurn(() => matching(isWanted, period, most)),
    between: (period) => inTurn(() => between(period)),
    file: (bill, closedAt = null) => inTurn(() => write(bill, closedAt)),
    recent: (count) => inTurn(() => recent(count)),
    find: (number) => inTurn(() => find(number)),
    close: () =>
      inTurn(async () => {
        isClosed = true
        await closeFile()
      }),
  }
}

/** Years with more digits are not written so that they sort. */
const lastMonth = Date.UTC(9999, 11)
const monthOf = (ms: number): string => new Date(Math.min(ms, lastMonth)).toISOString().slice(0, 7)

/** The order is the bill's; each card's sale has it once more. */
const lean = (bill: Bill): Bill => ({
  ...bill,
  tenders: bill.tenders.map((tender) =>
    tender.kind === 'card' ? { ...tender, sale: { ...tender.sale, order: null } } : tender,
  ),
})
