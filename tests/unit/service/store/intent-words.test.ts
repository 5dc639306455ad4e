import { expect, test } from 'vitest'
import {
  anyField,
  hasSameWords,
  intentWords,
  removedWords,
  wordFields,
} from '../../../../src-service/store/intent-words.ts'

const isSame = (one: object, other: object) => hasSameWords(one, other)
const words = (document: object) => Object.fromEntries(intentWords(document))

test('an intent has the words of its fields, without capitals and accents, each with its fields', () => {
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

test('an intent without data has no words', () => {
  expect(words({})).toEqual({})
  expect(words({ order_details: { bill: null, items: 'none' }, user_fields: { cashier: 3 } })).toEqual({})
})

test('an intent has a limited number of words, and no long runs of digits', () => {
  const description = [...Array(500).keys()].map((at) => `w${at}`).join(' ')
  expect(intentWords({ description }).size).toBe(80)
  const long = { description: `4111111111111111 12345678901 0123456789 ${'x'.repeat(41)}` }
  expect(words(long)).toEqual({ '0123456789': wordFields.note })
})

test('of an intent the words that people removed are gone, and those of attempts stay', () => {
  const { note, item, terminal } = wordFields
  const card = { brand: 'Visa', last_four_digits: '4242' }
  const before = {
    description: 'Visa for Ada',
    user_fields: { counter: 'Bar' },
    order_details: { items: [{ name: 'Ada cake' }] },
    latest_payment: { payment_method: { card }, terminal_details: { hsn: 'BAR-1' } },
  }
  const removed = (after: object) => Object.fromEntries(removedWords(before as object, after))
  expect(removed({ ...before, latest_payment: {} })).toEqual({})
  expect(removed({ ...before, description: null })).toEqual({ visa: note, for: note, ada: note })
  expect(removed({ ...before, order_details: {} })).toEqual({ ada: item, cake: item })
  // The terminal has the word, too.
  expect(removed({ ...before, user_fields: {} })).toEqual({})
  const other = { terminal_details: { hsn: 'X' } }
  expect(removed({ ...before, user_fields: {}, latest_payment: other })).toEqual({ bar: terminal })
})

test('a word that is still in an intent with very many words is not removed with another one', () => {
  const items = [...Array(100).keys()].map((at) => ({ name: `item${at}` }))
  const before = { description: 'Ada', order_details: { items } }
  const after = { order_details: { items }, latest_payment: { auth_code: 'A1 A2' } }
  expect(Object.fromEntries(removedWords(before as object, after as object))).toEqual({
    ada: wordFields.note,
  })
})

test('the mark of any field has the bit of each field', () => {
  expect(Object.values(wordFields).reduce((all, one) => all | one, 0)).toBe(anyField)
})

test('an intent keeps its words until a field changes from which they are derived', () => {
  const items = [{ name: 'Latte' }]
  const card = { brand: 'Visa', last_four_digits: '4242' }
  const before = {
    description: 'note',
    user_fields: { cashier: 'Zoë', counter: 'Bar', other: 'a' },
    order_details: { bill: { number: 'KT1' }, items },
    latest_payment: {
      status: 'authorized',
      auth_code: 'A1',
      payment_method: { card },
      terminal_details: { hsn: 'H' },
    },
  }
  const { latest_payment: payment, order_details, user_fields } = before
  const same = {
    ...{ ...before, status: 'captured', user_fields: { ...user_fields, other: 'b' } },
    latest_payment: { ...payment, status: 'captured', payment_method: { card: { ...card } } },
  }
  expect([isSame({}, {}), isSame(before, same), isSame(before, {})]).toEqual([true, true, false])
  for (const change of [
    { description: 'notes' },
    { user_fields: { ...user_fields, cashier: 'Ann' } },
    { user_fields: { ...user_fields, counter: 'Bar 2' } },
    { order_details: { ...order_details, bill: { number: 'KT2' } } },
    { order_details: { ...order_details, items: [...items, { name: 'Tea' }] } },
    { latest_payment: { ...payment, auth_code: 'A2' } },
    { latest_payment: { ...payment, terminal_details: { hsn: 'I' } } },
    { latest_payment: { ...payment, payment_method: { card: { ...card, brand: 'Amex' } } } },
    { latest_payment: { ...payment, payment_method: { card: { ...card, last_four_digits: '1881' } } } },
  ] as object[])
    expect(isSame(before, { ...same, ...change }), JSON.stringify(change)).toBe(false)
})
