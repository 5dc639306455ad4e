import type { CashEntry } from '../cash/cash-entry.ts'
import { emptyShift, withEntry } from '../cash/shift.ts'
import type { ReportFacts } from './facts.ts'
import type { CountedShift, Figures } from './figures-schema.ts'

/** Cash movements of the drawer, computed as in the ledger, and the result of each count in the period. */
export function cashFigures({ cash, shifts }: Pick<ReportFacts, 'cash' | 'shifts'>): Figures['cash'] {
  const { sales, returned, refunds, paid_in, drops, payouts, no_sales } = cash
    // A count starts the next shift, and moves no money.
    .filter(({ kind }) => kind !== 'closed')
    .reduce(withEntry, emptyShift)
  return { sales, returned, refunds, paid_in, drops, payouts, no_sales, shifts: [...shifts] }
}

/** The shift that a count ended. @param entries of one shift, in booking order */
export function countedShift(entries: readonly CashEntry[]): CountedShift | null {
  const last = entries.at(-1)
  if (last?.kind !== 'closed') return null
  const { at: closed_at, expected, amount: counted, counted: pieces } = last
  return { shift: entries.slice(0, -1).reduce(withEntry, emptyShift), closed_at, expected, counted, pieces }
}
