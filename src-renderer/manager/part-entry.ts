import type { Cents } from '../../src-shared/money.ts'
import { type AmountKey, pressKey } from '../cashier/amount-entry.ts'

/** A part of an amount: all of it until a digit is typed. A typed amount that is too large is kept. */
export interface PartEntry {
  readonly amount: Cents
  /** Nothing was typed yet: the next digit starts a new amount. */
  readonly untouched: boolean
}

export const allOf = (most: Cents): PartEntry => ({ amount: most, untouched: true })

/** Handles a key as for the amount of a sale. */
export const pressPart = (entry: PartEntry, key: AmountKey): PartEntry => ({
  amount: pressKey(entry.untouched ? 0 : entry.amount, key),
  untouched: false,
})
