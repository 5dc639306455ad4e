/** The currencies that money moves in here (docs/decisions/0071). Nothing is converted from one to the other. */
export const currencies = ['USD', 'CAD'] as const
export type Currency = (typeof currencies)[number]

/** Of whoever says nothing: accounts of before, and services that keep only the specification. */
export const defaultCurrency: Currency = 'USD'

/** @returns null for one that no money moves in here */
export const knownCurrency = (text: string | null | undefined): Currency | null =>
  currencies.find((currency) => currency === text) ?? null
