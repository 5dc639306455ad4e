import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { wordsOf } from '../../src-shared/words-of.ts'

/** The fields in which a payment has a word: bits of the column `fields`. */
export const wordFields = {
  last_four: 1,
  brand: 2,
  cashier: 4,
  terminal: 8,
  item: 16,
  auth_code: 32,
  note: 64,
  receipt_number: 128,
} as const
export type WordField = keyof typeof wordFields
/** All fields, for free text. */
export const anyField = 255

const mostWords = 80
const longest = 40
/** Maximum number of digits in a word. A word with more may be a part of a card number and is not indexed. */
const mostDigits = 10

const noWords: ReadonlyMap<string, number> = new Map()

type Document = Partial<
  Pick<PaymentIntent, 'latest_payment' | 'order_details' | 'user_fields' | 'description'>
>

/**
 * Returns the words by which an intent is found, each with the bits of its fields. Of a card only the last four digits
 * and the brand are included. Words of earlier attempts remain, because a word once written is never removed.
 */
export function intentWords(document: Document): ReadonlyMap<string, number> {
  // Allocated late: most new intents have no words.
  let found: Map<string, number> | undefined
  const add = (field: WordField, text: unknown): void => {
    if (typeof text !== 'string' || text === '') return
    for (const word of wordsOf(text)) {
      if (!isKept(word)) continue
      found ??= new Map()
      if (!found.has(word) && found.size >= mostWords) return
      found.set(word, (found.get(word) ?? 0) | wordFields[field])
    }
  }
  const { latest_payment: payment, order_details: details = {}, user_fields: fields = {} } = document
  const card = payment?.payment_method?.card
  add('last_four', card?.last_four_digits)
  add('brand', card?.brand)
  add('auth_code', payment?.auth_code)
  add('terminal', payment?.terminal_details?.hsn)
  add('receipt_number', memberOf(details.bill, 'number'))
  add('cashier', fields.cashier)
  add('terminal', fields.counter)
  add('note', document.description)
  if (Array.isArray(details.items)) for (const item of details.items) add('item', memberOf(item, 'name'))
  return found ?? noWords
}

/**
 * Whether the fields that words are taken from are identical in both documents. Items are compared by reference, so
 * equal items from separate reads count as different.
 */
export function hasSameWords(one: Document, other: Document): boolean {
  const sources = sourcesOf(other)
  return sourcesOf(one).every((source, at) => source === sources[at])
}

const sourcesOf = ({ latest_payment: payment, order_details, user_fields, description }: Document) => [
  payment?.payment_method?.card?.last_four_digits,
  payment?.payment_method?.card?.brand,
  payment?.auth_code,
  payment?.terminal_details?.hsn,
  memberOf(order_details?.bill, 'number'),
  user_fields?.cashier,
  user_fields?.counter,
  description,
  order_details?.items,
]

/** Whether `word` can be in the index. */
export const isKept = (word: string): boolean =>
  word.length <= longest && (word.match(/\p{N}/gu)?.length ?? 0) <= mostDigits

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
