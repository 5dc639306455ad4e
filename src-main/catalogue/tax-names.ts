import type { TaxRate } from '../../src-shared/pos/order/order.ts'
import { taxText } from '../../src-shared/pos/order/tax-text.ts'

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** By its name, and where another has the same by its percentage as well: shops have more than one VAT. */
export const taxName = (rate: TaxRate, rates: readonly TaxRate[]): string =>
  rates.some((other) => other !== rate && isSame(other.name, rate.name)) ? taxText(rate) : rate.name

/**
 * The tax that one of the names of a cell means: by its name, or with the percentage. Of taxes that are alike in all each
 * time that the name stands there means the next.
 */
export function taxNamed(
  names: readonly string[],
  index: number,
  rates: readonly TaxRate[],
): TaxRate | 'unknown' | 'unclear' {
  const text = names[index] ?? ''
  const meant = rates.filter((rate) => isSame(rate.name, text) || isSame(taxText(rate), text))
  const [first] = meant
  if (first === undefined) return 'unknown'
  if (!meant.every((one) => isSame(taxText(one), taxText(first)))) return 'unclear'
  const before = names.slice(0, index).filter((name) => isSame(name, text)).length
  return meant[before] ?? first
}
