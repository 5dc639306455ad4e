import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { paymentNames } from '../../src-shared/pos/bill/open-bills.ts'
import type { CashEntry } from '../../src-shared/pos/cash/cash-entry.ts'
import { isIn, type Period } from '../../src-shared/pos/report/business-day.ts'
import { countedShift } from '../../src-shared/pos/report/cash-figures.ts'
import type { ReportFacts, ReturnFact, SoldFact } from '../../src-shared/pos/report/facts.ts'
import type { Return } from '../../src-shared/pos/returns/return.ts'
import { partCents } from '../../src-shared/pos/returns/return-sums.ts'
import { inParts } from '../async/in-parts.ts'
import type { ReturnLine } from '../sales/returns-journal.ts'
import type { SalesBook } from '../sales/sales-book.ts'
import { readShifts } from './shift-files.ts'

/** A period in this counter's own files, with what is needed to compare it with other records. */
export interface LocalFacts {
  readonly facts: ReportFacts
  /** The drawer ledger's cash by receipt number: sales less what was handed back before the bill left. */
  readonly ledger: ReadonlyMap<string, number>
  /** What the book has as given back of each payment, at any time; null while a part of it is under way. */
  readonly everReturned: ReadonlyMap<string, number | null>
  /** The names by which other records know the book's payments, around the period and at the time of reading. */
  readonly known: ReadonlySet<string>
  readonly unreadable: number
}

export interface LocalSources {
  readonly book: Pick<SalesBook, 'between' | 'findEach' | 'naming'>
  readonly returned: () => readonly ReturnLine[]
  /** When each unreadable line about returns was found. */
  readonly damagedReturns: readonly string[]
  /** The file of the drawer's present shift. */
  readonly drawer: string
  readonly categories: () => Promise<ReadonlyMap<string, string>>
  /** A person's name by their id; null where it is no longer known. */
  readonly nameOf: (personId: string) => string | null
}

const dayMs = 24 * 60 * 60_000
/** Items examined per turn of the event loop, each in some microseconds. */
export const lookedAtInTurn = 200

/** @param marginMs widens the period: book and ledger may date an event differently; 0 where they are not compared */
export async function readLocalFacts(
  sources: LocalSources,
  period: Period,
  marginMs = dayMs,
): Promise<LocalFacts> {
  const around = { from: period.from - marginMs, to: period.to + marginMs }
  const [book, categories] = await Promise.all([sources.book.between(around), sources.categories()])
  // Read after the book: the ledger then has the cash of every bill in it.
  const cash = await readShifts(sources.drawer, around.from)
  const bills = new Map<string, Bill>()
  const known = new Set<string>()
  const sold: SoldFact[] = []
  for await (const part of inParts(book.sold, lookedAtInTurn)) {
    for (const { closed_at, bill } of part) {
      bills.set(bill.id, bill)
      for (const name of paymentNames(bill)) known.add(name)
      const at = Date.parse(closed_at)
      if (isIn(period, at)) sold.push({ at, bill, person: nameOf(sources, bill) })
    }
  }
  const lines = sources.returned()
  const ended: ReturnLine[] = []
  const everReturned = new Map<string, number | null>()
  for await (const part of inParts(lines, lookedAtInTurn)) {
    ended.push(...part.filter(({ at, return: one }) => one.status === 'done' && isIn(period, Date.parse(at))))
    for (const line of part) addReturned(everReturned, line.return)
  }
  const older = ended.filter(({ return: one }) => !bills.has(one.bill_id))
  const found = await sources.book.findEach(new Set(older.map(({ return: one }) => one.number)))
  const returned = ended.map(({ at, return: one }): ReturnFact => {
    const bill = bills.get(one.bill_id) ?? found.get(one.number)?.bill ?? null
    return { at: Date.parse(at), one, bill, person: nameOf(sources, bill) }
  })
  const ledger = new Map<string, number>()
  const entries: CashEntry[] = []
  for await (const part of inParts(cash.shifts.flat(), lookedAtInTurn)) {
    entries.push(...part.filter(({ at }) => isIn(period, Date.parse(at))))
    for (const entry of part) addCash(ledger, entry)
  }
  return {
    facts: {
      ...{ sold, returned, cash: entries, categories },
      shifts: cash.shifts.flatMap((shift) => {
        const counted = countedShift(shift)
        return counted !== null && isIn(period, Date.parse(counted.closed_at)) ? [counted] : []
      }),
    },
    ...{ ledger, everReturned, known },
    unreadable:
      book.unreadable +
      cash.unreadable +
      sources.damagedReturns.filter((at) => isIn(period, Date.parse(at))).length,
  }
}

/** The seller's name; the id where the name is no longer known. */
function nameOf(sources: LocalSources, bill: Bill | null): string | null {
  const id = bill?.person_id ?? null
  return id === null ? null : (sources.nameOf(id) ?? id)
}

function addCash(sums: Map<string, number>, entry: CashEntry): void {
  if (entry.kind !== 'sale' && entry.kind !== 'returned') return
  const cents = entry.kind === 'sale' ? entry.amount : -entry.amount
  sums.set(entry.bill, (sums.get(entry.bill) ?? 0) + cents)
}

function addReturned(sums: Map<string, number | null>, { status, parts }: Return): void {
  if (status === 'cancelled') return
  for (const part of parts) {
    if (part.kind !== 'card') continue
    const before = sums.get(part.payment_id)
    const isKnown = part.state === 'done' && before !== null
    sums.set(part.payment_id, isKnown ? (before ?? 0) + partCents(part) : null)
  }
}
