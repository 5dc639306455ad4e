import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { memberOf } from '../../src-shared/json-object.ts'
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
 * and the brand are included. Words of earlier attempts remain (removedWords).
 */
export function intentWords(document: Document, most = mostWords): ReadonlyMap<string, number> {
  // Allocated late: most new intents have no words.
  let found: Map<string, number> | undefined
  const add = (field: WordField, text: unknown): void => {
    if (typeof text !== 'string' || text === '') return
    for (const word of wordsOf(text)) {
      if (!isKept(word)) continue
      found ??= new Map()
      if (!found.has(word) && found.size >= most) return
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
 * Returns the words that people have removed from an intent, each with the bits of the fields that lack it now. Words
 * that an attempt left (its card, its code, its terminal) are kept: a declined card may be what somebody remembers.
 */
export function removedWords(before: Document, after: Document): ReadonlyMap<string, number> {
  if (hasSameWritten(before, after)) return noWords
  const { latest_payment: _, ...written } = before
  // Without the limit: beyond it are words that the intent still has.
  const now = intentWords(after, Number.POSITIVE_INFINITY)
  const removed = new Map<string, number>()
  for (const [word, fields] of intentWords(written)) {
    const gone = fields & ~(now.get(word) ?? 0)
    if (gone !== 0) removed.set(word, gone)
  }
  return removed
}

/**
 * Whether the fields that words are taken from are identical in both documents. Items are compared by reference, so
 * equal items from separate reads count as different.
 */
export const hasSameWords = (one: Document, other: Document): boolean =>
  hasSameWritten(one, other) && areSame(attemptSources(one), attemptSources(other))

const hasSameWritten = (one: Document, other: Document): boolean =>
  areSame(writtenSources(one), writtenSources(other))

const areSame = (ones: readonly unknown[], others: readonly unknown[]): boolean =>
  ones.every((one, at) => one === others[at])

const attemptSources = ({ latest_payment: payment }: Document) => [
  payment?.payment_method?.card?.last_four_digits,
  payment?.payment_method?.card?.brand,
  payment?.auth_code,
  payment?.terminal_details?.hsn,
]

/** What people write, and can remove. */
const writtenSources = ({ order_details, user_fields, description }: Document) => [
  memberOf(order_details?.bill, 'number'),
  user_fields?.cashier,
  user_fields?.counter,
  description,
  order_details?.items,
]

/** Whether `word` can be in the index. */
export const isKept = (word: string): boolean =>
  word.length <= longest && (word.match(/\p{N}/gu)?.length ?? 0) <= mostDigits
