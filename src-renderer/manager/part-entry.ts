import type { Cents } from '../../src-shared/money.ts'
import { type AmountKey, pressKey } from '../cashier/amount-entry.ts'

/** How much of what is there: all of it, until somebody types a part. */
export interface PartEntry {
  readonly amount: Cents
  /** Nothing was typed yet: the next digit begins a new amount. */
  readonly untouched: boolean
  /** The last key would have passed what is there, and changed nothing. */
  readonly refused: boolean
}

export const allOf = (most: Cents): PartEntry => ({ amount: most, untouched: true, refused: false })

/** As the amount of a sale is typed; a key that would pass `most` is refused as it is typed. */
export function pressPart(entry: PartEntry, key: AmountKey, most: Cents): PartEntry {
  const from = entry.untouched ? 0 : entry.amount
  const amount = pressKey(from, key)
  if (amount > most) return { ...entry, refused: true }
  return { amount, untouched: false, refused: false }
}
