import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'
import { type Bill, billSchema } from '../../src-shared/pos/bill/bill.ts'
import { paymentNames } from '../../src-shared/pos/bill/open-bills.ts'
import { isIn, type Period } from '../../src-shared/pos/report/business-day.ts'
import { type FoundLine, linesFromEnd } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

const soldBillSchema = z.object({ closed_at: timestampSchema, bill: billSchema })
export type SoldBill = z.infer<typeof soldBillSchema>

/**
 * The lines of a file are in order of time, except those marked as out of order: the clock had been set back. Lines of
 * former versions have no such mark, and may be out of order by this much, in ms.
 */
const disorderMs = 7 * 24 * 60 * 60_000

/** Finds bills in the files of the book of sales, one per month. Reads from the newest line, and no further than needed. */
export interface BookReader {
  /** The newest first. */
  recent(count: number): Promise<readonly SoldBill[]>
  /** The bills that left the counter in a period, in that order, and the number of unreadable lines. */
  between(period: Period): Promise<{ readonly sold: readonly SoldBill[]; readonly unreadable: number }>
  /** The matching bills of a period, the newest first, at most `most`. */
  matching(isWanted: (bill: Bill) => boolean, period: Period, most: number): Promise<readonly Bill[]>
  /** Finds all existing bills of these numbers, in one pass over years of sales. */
  findEach(numbers: ReadonlySet<string>): Promise<ReadonlyMap<string, SoldBill>>
  /** Bills since then (ms since the epoch) with one of these names as number or card intent; the newest first. */
  naming(names: ReadonlySet<string>, since: number): Promise<readonly Bill[]>
}

export function createBookReader(folder: string, log: Log): BookReader {
  /** The newest first, read lazily: years of sales are long. */
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

  async function* named(isNamed: (name: string) => boolean, since: number): AsyncGenerator<SoldBill> {
    for await (const { text, value } of lines(monthsOf({ from: since, to: lastMonth }))) {
      const written = writtenAt(text)
      if (written !== null && isInOrder(text) && written < since - disorderMs) break
      // Other fields may match as well; only lines with a match are parsed.
      if (!namesIn(text).some(isNamed)) continue
      const sold = soldBillSchema.safeParse(value).data
      if (sold !== undefined) yield sold
    }
  }

  async function findEach(numbers: ReadonlySet<string>): Promise<ReadonlyMap<string, SoldBill>> {
    const found = new Map<string, SoldBill>()
    if (numbers.size === 0) return found
    for await (const sold of named((name) => numbers.has(name) && !found.has(name), 0)) {
      const { number } = sold.bill
      if (!numbers.has(number) || found.has(number)) continue
      found.set(number, sold)
      if (found.size === numbers.size) break
    }
    return found
  }

  async function naming(names: ReadonlySet<string>, since: number): Promise<readonly Bill[]> {
    const found: Bill[] = []
    for await (const { bill } of named((name) => names.has(name), since)) {
      if ([bill.number, ...paymentNames(bill)].some((name) => names.has(name))) found.push(bill)
    }
    return found
  }

  async function matching(isWanted: (bill: Bill) => boolean, period: Period, most: number) {
    const found = new Map<string, Bill>()
    for await (const { text, value } of lines(monthsOf(period))) {
      const sold = soldBillSchema.safeParse(value).data
      if (sold === undefined) continue
      const at = Date.parse(sold.closed_at)
      if ((isInOrder(text) && at < period.from - disorderMs) || found.size >= most) break
      if (isIn(period, at) && isWanted(sold.bill)) found.set(sold.bill.id, sold.bill)
    }
    return [...found.values()]
  }

  async function between(period: Period) {
    const found = new Map<string, SoldBill>()
    let unreadable = 0
    for await (const line of lines(monthsOf(period))) {
      const written = writtenAt(line.text)
      if (written !== null && isInOrder(line.text) && written < period.from - disorderMs) break
      // Lines of another time are not parsed: a week before the period is read as well.
      if (written !== null && !isIn(period, written)) continue
      const sold = soldBillSchema.safeParse(line.value).data
      // For a bill written twice, the time of its first line counts.
      if (sold !== undefined && isIn(period, Date.parse(sold.closed_at))) found.set(sold.bill.id, sold)
      else if (sold === undefined) unreadable += line.cutOff ? 0 : 1
    }
    return { sold: [...found.values()].reverse(), unreadable }
  }

  return { recent, between, matching, findEach, naming }
}

/** The time at the beginning of a line, when its bill left, in ms since the epoch; null where there is none. */
function writtenAt(text: string): number | null {
  const stamp = /^\{"closed_at":"([^"]+)"/.exec(text)?.[1]
  const at = stamp === undefined ? Number.NaN : Date.parse(stamp)
  return Number.isNaN(at) ? null : at
}

const isInOrder = (text: string): boolean => !/^\{"closed_at":"[^"]*","out_of_order":true/.test(text)

/** The time of a file's last line that is in order; empty where there is none. */
export async function newestIn(path: string): Promise<string> {
  for await (const { text } of linesFromEnd(path)) {
    const at = isInOrder(text) ? writtenAt(text) : null
    if (at !== null) return new Date(at).toISOString()
  }
  return ''
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/"(?:number|intent_id)":"([^"]*)"/g)].map(([, name = '']) => name)

/** Years with more than four digits would not sort as text. */
const lastMonth = Date.UTC(9999, 11)
const monthOf = (ms: number): string =>
  new Date(Math.min(Math.max(ms, 0), lastMonth)).toISOString().slice(0, 7)

/** Selects the files that may contain lines of a period: each has the lines of its own month. */
function monthsOf({ from, to }: Period): (month: string) => boolean {
  const [first, last] = [monthOf(from - disorderMs), monthOf(to)]
  return (month) => first <= month && month <= last
}
