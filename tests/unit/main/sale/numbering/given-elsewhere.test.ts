import { describe, expect, test } from 'vitest'
import {
  isGivenElsewhere,
  isInBooks,
  type NumberedPayment,
} from '../../../../../src-main/sale/numbering/given-elsewhere.ts'

const numbering = { series: 'KT', next: 1042 }
const payment = (number: string, rest: Partial<NumberedPayment> = {}): NumberedPayment => ({
  ...{ number, reference: 'sale_of_somebody', isCaptured: true, isNew: false, ...rest },
})
const isGiven = (...payments: readonly NumberedPayment[]) =>
  isGivenElsewhere(numbering, payments, (reference) => reference === 'sale_own')

describe('numbers of this counter are given elsewhere', () => {
  test('where a payment has a later one than the journal has given', () => {
    expect(isGiven(payment('KT1041'), payment('KT1043'))).toBe(true)
    expect(isGiven(payment('KT10000', { reference: null, isCaptured: false }))).toBe(true)
  })

  test('where the next one was paid, by a payment that is not of this counter', () => {
    expect(isGiven(payment('KT1042'))).toBe(true)
  })

  test('where somebody uses one while this counter is looking, whatever it is', () => {
    expect(isGiven(payment('KT1007', { isNew: true, isCaptured: false }))).toBe(true)
  })
})

describe('numbers of this counter are its own', () => {
  test('where its payments have all that were given', () => {
    expect(isGiven(payment('KT1040'), payment('KT1041'))).toBe(false)
  })

  test('where the next one was begun and not paid: it is given again', () => {
    expect(isGiven(payment('KT1042', { isCaptured: false }))).toBe(false)
  })

  test('where this counter has just paid it, or is paying it', () => {
    const reference = 'sale_own'
    expect(isGiven(payment('KT1042', { reference }), payment('KT1041', { reference, isNew: true }))).toBe(
      false,
    )
  })

  test('where other counters write later numbers of other series', () => {
    expect(isGiven(payment('LM9001', { isNew: true }), payment('KTX1043'), payment(''))).toBe(false)
  })
})

test.each([
  ['all are given', ['KT1040', 'KT1041', 'LM2000'], [], false],
  ['a later one is in a book', ['KT1041', 'KT1042'], [], true],
  ['the next one is at the counter, and its cash in the drawer', ['KT1042'], ['KT1042'], false],
])('a journal and the other books: %s', (_, booked, open, expected) => {
  expect(isInBooks(numbering, booked, open)).toBe(expected)
})
