import type { TaxRate } from './order.ts'

/** A tax with what tells it from another of its name, in English whatever people read: for tables that programs take. */
export const taxText = ({ name, rate, inclusive }: Omit<TaxRate, 'id'>): string =>
  `${name} ${rate / 1_000}%${inclusive ? ' included' : ''}`
