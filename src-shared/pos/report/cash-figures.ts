import type { CashEntry } from '../cash/cash-entry.ts'
import { emptyShift, withEntry } from '../cash/shift.ts'
import type { ReportFacts } from './facts.ts'
import type { CountedShift, Figures } from './figures-schema.ts'

/** What came into the drawer and left it, by the ledger's own arithmetic, and how each count in the period went. */
export function cashFigures({ cash, shifts }: Pick<ReportFacts, 'cash' | 'shifts'>): Figures['cash'] {
  const { sales, returned, refunds, paid_in, drops, payouts, no_sales } = cash
    // A count begins the next shift, and moves no money.
    .filter(({ kind }) => kind !== 'closed')
    .reduce(withEntry, emptyShift)
  return { sales, returned, refunds, paid_in, drops, payouts, no_sales, shifts: [...shifts] }
}

/** The shift that a count ended. @param entries all of one shift, in the order in which they were booked */
export function countedShift(entries: readonly CashEntry[]): CountedShift | null {
  const last = entries.at(-1)
  if (last?.kind !== 'closed') return null
  const { at: closed_at, expected, amount: counted, counted: pieces } = last
  return { shift: entries.slice(0, -1).reduce(withEntry, emptyShift), closed_at, expected, counted, pieces }
}
