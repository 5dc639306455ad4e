import { z } from 'zod'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import { type KeptAt, keptAtSchema } from '../processor/kept-at.ts'
import type { BankData, HeldSource } from '../processor/payment-source.ts'

/** Card data that may be stored: never the security code or the PIN. */
const storedCardSchema = z.strictObject({
  number: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
  name: z.string().optional(),
  postal_code: z.string().optional(),
  kept_at: keptAtSchema.optional(),
})

const account = {
  account_number: z.string(),
  account_type: z.enum(['checking', 'savings']),
  account_holder: z.string(),
  kept_at: keptAtSchema.optional(),
}
const storedBankSchema = z.discriminatedUnion('rail', [
  z.strictObject({ rail: z.literal('us_bank_ach'), ...account, routing_number: z.string() }),
  z.strictObject({
    rail: z.literal('ca_bank_eft'),
    ...account,
    transit_number: z.string(),
    institution_number: z.string(),
  }),
])

/**
 * Returns the text of a vault entry. @param kept a processor's reference, stored beside the number, which remains
 * usable with another processor
 */
export function storedText(source: HeldSource, kept: KeptAt | null): string {
  const kept_at = kept ?? undefined
  if (source.kind === 'bank') return JSON.stringify(storedBankSchema.parse({ ...source.bank, kept_at }))
  const { number, exp_month, exp_year, name, postal_code } = source.card
  return JSON.stringify({ number, exp_month, exp_year, name, postal_code, kept_at })
}

export interface StoredSource {
  readonly source: HeldSource
  readonly kept: KeptAt | null
}

/** @throws on a text that is neither a card's nor a bank account's. */
export function storedSourceOf(text: string): StoredSource {
  const stored: unknown = JSON.parse(text)
  const isBank = typeof stored === 'object' && stored !== null && 'rail' in stored
  if (isBank) {
    const { kept_at: kept = null, ...bank } = storedBankSchema.parse(stored)
    return { source: { kind: 'bank', bank: bank satisfies BankData }, kept }
  }
  const { name, postal_code, kept_at: kept = null, ...card } = storedCardSchema.parse(stored)
  const whole: CardData = {
    ...card,
    ...(name === undefined ? {} : { name }),
    ...(postal_code === undefined ? {} : { postal_code }),
  }
  return { source: { kind: 'card', card: whole }, kept }
}

/** Returns the text that identifies a card or account, from which its fingerprint is computed. */
export const identityOf = (source: HeldSource): string => {
  if (source.kind === 'card') return source.card.number
  const { bank } = source
  return bank.rail === 'us_bank_ach'
    ? `${bank.rail} ${bank.routing_number} ${bank.account_number}`
    : `${bank.rail} ${bank.institution_number} ${bank.transit_number} ${bank.account_number}`
}
