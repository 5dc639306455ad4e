import { expect, test } from 'vitest'
import { anyField, intentWords, wordFields } from '../../../../src-service/store/intent-words.ts'

const words = (document: object) => Object.fromEntries(intentWords(document))

test('an intent has the words of its fields, without capitals and accents, each with the fields it is in', () => {
  const { note, item, cashier, receipt_number, last_four, brand, auth_code, terminal } = wordFields
  const card = { brand: 'Visa', last_four_digits: '4242', number: '4242424242424242' }
  const document = {
    description: 'Crème, VISA form',
    user_fields: { cashier: 'Zoë Lee', counter: 'Bar', other: 'secret' },
    order_details: { bill: { number: 'KT1042' }, items: [{ name: 'Latte (Large)' }, null, { name: 7 }] },
    latest_payment: { auth_code: 'A1', payment_method: { card }, terminal_details: { hsn: 'HSN-9' } },
  }
  expect(words(document)).toEqual({
    ...{ creme: note, visa: note | brand, form: note, zoe: cashier, lee: cashier, bar: terminal },
    ...{ kt1042: receipt_number, latte: item, large: item, 4242: last_four, a1: auth_code },
    ...{ hsn: terminal, 9: terminal },
  })
})

test('an intent of which nothing is known has no words', () => {
  expect(words({})).toEqual({})
  expect(words({ order_details: { bill: null, items: 'none' }, user_fields: { cashier: 3 } })).toEqual({})
})

test('an intent has no more words than an index should hold, and no long runs of digits', () => {
  const description = [...Array(500).keys()].map((at) => `w${at}`).join(' ')
  expect(intentWords({ description }).size).toBe(80)
  const long = { description: `4111111111111111 12345678901 0123456789 ${'x'.repeat(41)}` }
  expect(words(long)).toEqual({ '0123456789': wordFields.note })
})

test('any field means each field there is', () => {
  expect(Object.values(wordFields).reduce((all, one) => all | one, 0)).toBe(anyField)
})
