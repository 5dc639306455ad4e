import type { TaxRate } from '../../src-shared/pos/order/order.ts'
import { taxText } from '../../src-shared/pos/order/tax-text.ts'

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The tax's name, with its percentage where another tax has the same name: shops have more than one VAT. */
export const taxName = (rate: TaxRate, rates: readonly TaxRate[]): string =>
  rates.some((other) => other !== rate && isSame(other.name, rate.name)) ? taxText(rate) : rate.name

/**
 * Finds the tax for one of the names in a cell, by name or by name and percentage. For identical taxes, each occurrence
 * of the name means the next one.
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
