import { z } from 'zod'
import { type Language, languages } from '../../language.ts'
import { type CommandRow, reply } from '../command-row.ts'
import type { CardToken } from './card-token.ts'
import { receiptWays } from './receipt-ways.ts'

/** A customer of the service, as far as the counter needs them. */
export const customerSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** What they read; null while nobody knows. */
  locale: z.enum(languages).nullable(),
  /** Null until they chose one. */
  receipt: z.enum(receiptWays).nullable(),
})
export type CounterCustomer = z.infer<typeof customerSchema>

/** Who pays, as the sale's journal has it: no name, no address. */
export const payerSchema = z.object({ id: z.string(), locale: z.enum(languages).nullable() })
export type Payer = z.infer<typeof payerSchema>

export const payerOf = (customer: CounterCustomer | null): Payer | null =>
  customer === null ? null : { id: customer.id, locale: customer.locale }

/** What the customer reads, else the shop's language. */
export const languageFor = (payer: Payer | null, shop: Language): Language => payer?.locale ?? shop

export interface SavedCard extends CardToken {
  /** MM and YYYY, as they are on the card. */
  readonly exp_month: string
  readonly exp_year: string
}

const id = z.string().min(1).max(64)
const words = {
  name: z.string().trim().max(200),
  email: z.union([z.literal(''), z.email().max(255)]),
  phone: z.union([z.literal(''), z.string().regex(/^\+[1-9]\d{7,14}$/)]),
}

/** What the counter asks about customers: rows of posCommands. */
export const customerCommands = {
  /** Customers whose name, e-mail address or telephone number has this in it, the newest first. */
  'customer.search': {
    right: 'sell',
    payload: z.strictObject({ text: z.string().trim().min(1).max(100) }),
    reply: reply<readonly CounterCustomer[]>(),
  },
  /** The customer types their number on the terminal. Refused while a sale is under way. */
  'customer.ask_phone': { right: 'sell', reply: reply<{ readonly phone: string }>() },
  /** The terminal does not ask for the number any more. */
  'customer.stop_asking': { right: 'sell' },
  /** Whose the next sale is. */
  'customer.choose': { right: 'sell', payload: z.strictObject({ customer_id: id }) },
  /** Makes a customer, whose the next sale is. */
  'customer.create': {
    right: 'sell',
    payload: z
      .strictObject(words)
      .refine(({ name, email, phone }) => name + email + phone !== '', 'a name, an address or a number'),
  },
  /**
   * How the chosen customer likes receipts from now on; that of the approved sale is sent so, where it is sent at all.
   * `sent` is false when nobody can promise it; `message` says why.
   */
  'customer.receipt': {
    right: 'sell',
    payload: z.strictObject({ way: z.enum(receiptWays) }),
    reply: reply<{ readonly sent: boolean; readonly message: string }>(),
  },
  'customer.remove': { right: 'sell' },
  /** The cards that the chosen customer has saved. */
  'customer.cards': { right: 'sell', reply: reply<readonly SavedCard[]>() },
  /** The terminal reads a card, and asks its holder whether it may be kept. Nothing is charged. */
  'customer.save_card': { right: 'sell', reply: reply<{ readonly saved: boolean }>() },
} as const satisfies Readonly<Record<string, CommandRow>>
