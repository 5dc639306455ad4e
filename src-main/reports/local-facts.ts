import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { paymentNames } from '../../src-shared/pos/bill/open-bills.ts'
import type { CashEntry } from '../../src-shared/pos/cash/cash-entry.ts'
import { isIn, type Period } from '../../src-shared/pos/report/business-day.ts'
import { countedShift } from '../../src-shared/pos/report/cash-figures.ts'
import type { ReportFacts, ReturnFact, SoldFact } from '../../src-shared/pos/report/facts.ts'
import type { Return } from '../../src-shared/pos/returns/return.ts'
import { partCents } from '../../src-shared/pos/returns/return-sums.ts'
import { inParts } from '../in-parts.ts'
import type { ReturnLine } from '../sales/returns-journal.ts'
import type { SalesBook } from '../sales/sales-book.ts'
import { readShifts } from './shift-files.ts'

/** What this counter's own files know of a period, and what is needed to hold it against other records. */
export interface LocalFacts {
  readonly facts: ReportFacts
  /** What the drawer's ledger has of each receipt's number: sales less what was handed back before they were left. */
  readonly ledger: ReadonlyMap<string, number>
  /** What has gone back of each payment by the book, whenever that was; null while something of it is on its way. */
  readonly everReturned: ReadonlyMap<string, number | null>
  /** What names each payment of the book, around the period and when it was read, in other records. */
  readonly known: ReadonlySet<string>
  readonly unreadable: number
}

export interface LocalSources {
  readonly book: Pick<SalesBook, 'between' | 'findEach' | 'naming'>
  readonly returned: () => readonly ReturnLine[]
  /** When each line about what came back was found that cannot be read. */
  readonly damagedReturns: readonly string[]
  /** The file of the drawer's present shift. */
  readonly drawer: string
  readonly categories: () => Promise<ReadonlyMap<string, string>>
  /** A person's name by their id; null where nobody knows it any more. */
  readonly nameOf: (personId: string) => string | null
}

const dayMs = 24 * 60 * 60_000
/** So many are only looked at, each in some microseconds. */
export const lookedAtInTurn = 200

/** @param marginMs of what moves about the period's ends, the book and the ledger may have it on different sides: 0 where they are not compared */
export async function readLocalFacts(
  sources: LocalSources,
  period: Period,
  marginMs = dayMs,
): Promise<LocalFacts> {
  const around = { from: period.from - marginMs, to: period.to + marginMs }
  const [book, categories] = await Promise.all([sources.book.between(around), sources.categories()])
  // After the book: what a bill in it was paid with is in the ledger by then.
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

/** Who sold it, by name; by id where the name is not known any more. */
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
