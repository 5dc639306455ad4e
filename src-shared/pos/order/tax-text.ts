import type { TaxRate } from './order.ts'

/** A tax with the facts that distinguish it from others of its name. Always in English: for machine-readable tables. */
export const taxText = ({ name, rate, inclusive }: Omit<TaxRate, 'id'>): string =>
  `${name} ${rate / 1_000}%${inclusive ? ' included' : ''}`
