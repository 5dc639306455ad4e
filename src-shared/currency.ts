/** The supported currencies (docs/decisions/0071). Amounts are never converted. */
export const currencies = ['USD', 'CAD'] as const
export type Currency = (typeof currencies)[number]

/** The currency if none is given: on older accounts, and by services that implement only the specification. */
export const defaultCurrency: Currency = 'USD'

/** @returns null for an unsupported currency */
export const knownCurrency = (text: string | null | undefined): Currency | null =>
  currencies.find((currency) => currency === text) ?? null
