import type { Funding } from './decision.ts'

/** First eight digits of the cards of docs/sandbox.md. The funding of any other card is known only to its issuer. */
const fundingByBin: Readonly<Record<string, Funding>> = {
  '41111111': 'credit',
  '42424242': 'credit',
  '40000000': 'credit',
  '55555555': 'credit',
  '37828224': 'credit',
  '60111111': 'credit',
  '40000566': 'debit',
  '52008282': 'debit',
  '51051051': 'prepaid',
  '45064450': 'debit',
  '60064900': 'prepaid',
}

/** Returns the funding known before the processor answers. `unknown` is not credit. */
export const fundingOf = (number: string): Funding => fundingByBin[number.slice(0, 8)] ?? 'unknown'
