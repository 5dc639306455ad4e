import { z } from 'zod'
import { emailSchema } from '../../email-address.ts'
import { type Language, languages } from '../../language.ts'
import { type CommandRow, reply } from '../command-row.ts'
import type { CardToken } from './card-token.ts'
import { receiptWays } from './receipt-ways.ts'

/** A customer of the service, with the fields that the counter needs. */
export const customerSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The customer's language; null if unknown. */
  locale: z.enum(languages).nullable(),
  /** Null until they choose one. */
  receipt: z.enum(receiptWays).nullable(),
})
export type CounterCustomer = z.infer<typeof customerSchema>

/** The payer in the sale's journal: without name or address. */
export const payerSchema = z.object({ id: z.string(), locale: z.enum(languages).nullable() })
export type Payer = z.infer<typeof payerSchema>

export const payerOf = (customer: CounterCustomer | null): Payer | null =>
  customer === null ? null : { id: customer.id, locale: customer.locale }

/** The customer's language, or else the shop's. */
export const languageFor = (payer: Payer | null, shop: Language): Language => payer?.locale ?? shop

export interface SavedCard extends CardToken {
  /** MM and YYYY, as on the card. */
  readonly exp_month: string
  readonly exp_year: string
}

const id = z.string().min(1).max(64)
const words = {
  name: z.string().trim().max(200),
  email: z.union([z.literal(''), emailSchema.max(255)]),
  phone: z.union([z.literal(''), z.string().regex(/^\+[1-9]\d{7,14}$/)]),
}

/** Commands about customers: rows of posCommands. */
export const customerCommands = {
  /** Customers whose name, e-mail address or telephone number contains the text, newest first. */
  'customer.search': {
    right: 'sell',
    payload: z.strictObject({ text: z.string().trim().min(1).max(100) }),
    reply: reply<readonly CounterCustomer[]>(),
  },
  /** Asks the customer to type their number on the terminal. Refused during a sale. */
  'customer.ask_phone': { right: 'sell', reply: reply<{ readonly phone: string }>() },
  /** Ends the terminal's question for the number. */
  'customer.stop_asking': { right: 'sell' },
  /** Chooses the customer of the next sale. */
  'customer.choose': { right: 'sell', payload: z.strictObject({ customer_id: id }) },
  /** Creates a customer and chooses them for the next sale. */
  'customer.create': {
    right: 'sell',
    payload: z
      .strictObject(words)
      .refine(({ name, email, phone }) => name + email + phone !== '', 'a name, an address or a number'),
  },
  /**
   * Sets how the chosen customer gets receipts from now on; if that is by message, the approved sale's receipt is sent,
   * too. `sent` is false unless it was certainly sent; `message` gives the reason.
   */
  'customer.receipt': {
    right: 'sell',
    payload: z.strictObject({ way: z.enum(receiptWays) }),
    reply: reply<{ readonly sent: boolean; readonly message: string }>(),
  },
  'customer.remove': { right: 'sell' },
  /** The saved cards of the chosen customer. */
  'customer.cards': { right: 'sell', reply: reply<readonly SavedCard[]>() },
  /** The terminal reads a card and asks its holder for permission to save it. Nothing is charged. */
  'customer.save_card': { right: 'sell', reply: reply<{ readonly saved: boolean }>() },
} as const satisfies Readonly<Record<string, CommandRow>>
