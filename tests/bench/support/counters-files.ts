import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CashEntry } from '../../../src-shared/pos/cash/cash-entry.ts'
import type { Return } from '../../../src-shared/pos/returns/return.ts'
import { randomWeek } from '../../unit/shared/pos/report/random-week.ts'

const dayMs = 86_400_000
const daysMade = 7

/** The files of a counter with a given number of sales a day; all days are alike except for ids, numbers and times. */
export interface CountersFiles {
  /** Path of the sales book. */
  readonly book: string
  /** Path of the drawer's current shift; counted shifts are beside it. */
  readonly drawer: string
  readonly returned: readonly { readonly at: string; readonly return: Return }[]
  /** The ids of each whole day before the last one, oldest first. */
  readonly days: readonly DayCounted[]
}

interface DayCounted {
  /** End of the day, in ms. */
  readonly to: number
  readonly counted: {
    readonly bills: readonly string[]
    readonly returns: readonly string[]
    readonly cash: readonly string[]
  }
}

/** Replaces the ids and numbers of the recorded week by the day's own. */
const ofDay = (day: number) => {
  const own = `K${String.fromCharCode(65 + (day % 26))}${day}`
  return (text: string): string => text.replaceAll('KT', own)
}

/**
 * Writes cards with tips, cash, gift cards, orders with discounts and taxes, and some returns. @param until end of the
 * last day, in ms
 */
export function writeCountersFiles(
  folder: string,
  { bills, perDay, until }: { readonly bills: number; readonly perDay: number; readonly until: number },
): CountersFiles {
  const week = randomWeek(1, 0, perDay * daysMade)
  const book = join(folder, 'book')
  mkdirSync(book, { recursive: true })
  const files = { book, drawer: join(folder, 'drawer.jsonl') }
  const returned: { at: string; return: Return }[] = []
  const days: DayCounted[] = []
  const wanted = Math.max(1, Math.round(bills / perDay))
  const soldOn = new Map<string, number>()
  for (const { at, bill } of week.sold) {
    // There is no return for an exchange whose number another bill has.
    if (!soldOn.delete(bill.id)) soldOn.set(bill.id, Math.floor(at / dayMs))
  }
  for (let day = 0; day < wanted; day += 1) {
    const source = day % daysMade
    const shift = until - (wanted - day) * dayMs - source * dayMs
    const isOf = (at: number) => Math.floor(at / dayMs) === source
    const own = ofDay(day)
    const moved = (at: number) => new Date(at + shift).toISOString()
    const sold = week.sold.filter(({ at }) => isOf(at)).sort((one, other) => one.at - other.at)
    const monthly = new Map<string, string>()
    for (const { at, bill } of sold) {
      const closed_at = moved(at)
      const month = closed_at.slice(0, 7)
      const line = own(JSON.stringify({ closed_at, bill: { ...bill, opened_at: closed_at } }))
      monthly.set(month, `${monthly.get(month) ?? ''}${line}\n`)
    }
    for (const [month, lines] of monthly) appendFileSync(join(book, `${month}.jsonl`), lines)
    const back = week.returned
      .filter(({ at, one }) => isOf(at) && soldOn.has(one.bill_id))
      .map(({ at, one }) => {
        const ownBills = ofDay(day - source + (soldOn.get(one.bill_id) ?? source))
        return { at: moved(at), return: JSON.parse(ownBills(JSON.stringify(one))) as Return }
      })
    returned.push(...back)
    const cash = week.cash
      .filter(({ at }) => isOf(Date.parse(at)))
      .map((entry) => ({ ...entry, at: moved(Date.parse(entry.at)) }) as CashEntry)
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    const lines = cash.map((entry) => own(JSON.stringify({ ...entry, id: `${entry.id}_KT` })))
    const isLast = day === wanted - 1
    const ends = until - (wanted - 1 - day) * dayMs
    const stamp = new Date(ends).toISOString().replace(/[-:.]/g, '')
    writeFileSync(
      isLast ? files.drawer : files.drawer.replace('.jsonl', `.${stamp}.jsonl`),
      `${lines.join('\n')}\n`,
    )
    days.push({
      to: ends,
      counted: {
        bills: sold.map(({ bill }) => own(bill.id)),
        returns: back.map((one) => one.return.id),
        cash: cash.map(({ id }) => own(`${id}_KT`)),
      },
    })
  }
  return { ...files, returned, days }
}
