import { z } from 'zod'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'
import type { BankData, PaymentSource } from '../processor/processor.ts'

/** Card data that may rest: the security code and the PIN are never stored with it. */
const storedCardSchema = z.strictObject({
  number: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
  name: z.string().optional(),
  postal_code: z.string().optional(),
})

const account = {
  account_number: z.string(),
  account_type: z.enum(['checking', 'savings']),
  account_holder: z.string(),
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

/** The text of a vault entry. */
export function storedText(source: PaymentSource): string {
  if (source.kind === 'bank') return JSON.stringify(storedBankSchema.parse(source.bank))
  const { number, exp_month, exp_year, name, postal_code } = source.card
  return JSON.stringify({ number, exp_month, exp_year, name, postal_code })
}

/** @throws on a text that is neither a card's nor a bank account's. */
export function sourceOfText(text: string): PaymentSource {
  const stored: unknown = JSON.parse(text)
  const isBank = typeof stored === 'object' && stored !== null && 'rail' in stored
  if (isBank) return { kind: 'bank', bank: storedBankSchema.parse(stored) satisfies BankData }
  const { name, postal_code, ...card } = storedCardSchema.parse(stored)
  const whole: CardData = {
    ...card,
    ...(name === undefined ? {} : { name }),
    ...(postal_code === undefined ? {} : { postal_code }),
  }
  return { kind: 'card', card: whole }
}

/** The fingerprint of a number: the same for the same card or account. */
export const identityOf = (source: PaymentSource): string => {
  if (source.kind === 'card') return source.card.number
  const { bank } = source
  return bank.rail === 'us_bank_ach'
    ? `${bank.rail} ${bank.routing_number} ${bank.account_number}`
    : `${bank.rail} ${bank.institution_number} ${bank.transit_number} ${bank.account_number}`
}
