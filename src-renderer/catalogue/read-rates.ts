import { wholeRate } from '../../src-shared/pos/order/limits.ts'
import type { TaxRate } from '../../src-shared/pos/order/order.ts'

/** The form of a tax rate, with its values as typed. */
export interface RateEntry {
  readonly id: string
  readonly name: string
  readonly rate: string
  readonly inclusive: boolean
}

/** A percentage may include its sign: `5 %`. */
const bare = (text: string): string => text.trim().replace(/\s*%$/, '')

/** Returns an empty array unless the entry has a name and a percentage with up to three decimals. */
export function readRate({ id, name, rate, inclusive }: RateEntry): TaxRate[] {
  const [, whole, decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,3}))?$/.exec(bare(rate)) ?? []
  if (whole === undefined || name.trim() === '') return []
  const thousandths = Number(whole) * 1000 + Number(decimals.padEnd(3, '0'))
  return thousandths > wholeRate ? [] : [{ id, name: name.trim(), rate: thousandths, inclusive }]
}

/** Returns undefined if the text is not a percentage. */
export function readLimit(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const number = bare(text)
  const limit = number === '' ? Number.NaN : Number(number)
  return Number.isInteger(limit) && limit >= 0 && limit <= 100 ? limit : undefined
}
