import type { Cents } from '../../src-shared/money.ts'
import { type AmountKey, pressKey } from '../cashier/amount-entry.ts'

/** How much of what is there: all of it, until somebody types. What is typed stays, also where it is too much. */
export interface PartEntry {
  readonly amount: Cents
  /** Nothing was typed yet: the next digit begins a new amount. */
  readonly untouched: boolean
}

export const allOf = (most: Cents): PartEntry => ({ amount: most, untouched: true })

/** As the amount of a sale is typed. */
export const pressPart = (entry: PartEntry, key: AmountKey): PartEntry => ({
  amount: pressKey(entry.untouched ? 0 : entry.amount, key),
  untouched: false,
})
