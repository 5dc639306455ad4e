import type { TaxRate } from '../../src-shared/pos/order/order.ts'
import { taxText } from '../../src-shared/pos/order/tax-text.ts'

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** By its name, and where another has the same by its percentage as well: shops have more than one VAT. */
export const taxName = (rate: TaxRate, rates: readonly TaxRate[]): string =>
  rates.some((other) => other !== rate && isSame(other.name, rate.name)) ? taxText(rate) : rate.name

/** The taxes that a cell may mean: by their names, or with the percentage. Of those that are alike in all the first. */
export function taxesNamed(text: string, rates: readonly TaxRate[]): readonly TaxRate[] {
  const meant = rates.filter((rate) => isSame(rate.name, text) || isSame(taxText(rate), text))
  return meant.filter((rate, index) => meant.findIndex((one) => taxText(one) === taxText(rate)) === index)
}
