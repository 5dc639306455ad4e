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

describe('detecting that numbers of this counter are given elsewhere', () => {
  test('a payment with a later number than the journal’s proves it', () => {
    expect(isGiven(payment('KT1041'), payment('KT1043'))).toBe(true)
    expect(isGiven(payment('KT10000', { reference: null, isCaptured: false }))).toBe(true)
  })

  test('a payment with the next number that is not of this counter proves it', () => {
    expect(isGiven(payment('KT1042'))).toBe(true)
  })

  test('any new payment of another counter in the series proves it', () => {
    expect(isGiven(payment('KT1007', { isNew: true, isCaptured: false }))).toBe(true)
  })
})

describe('numbers that are not given elsewhere', () => {
  test('payments with numbers that this counter gave prove nothing', () => {
    expect(isGiven(payment('KT1040'), payment('KT1041'))).toBe(false)
  })

  test('an unpaid intent with the next number proves nothing: the number is given again', () => {
    expect(isGiven(payment('KT1042', { isCaptured: false }))).toBe(false)
  })

  test('a payment that this counter has just made proves nothing', () => {
    const reference = 'sale_own'
    expect(isGiven(payment('KT1042', { reference }), payment('KT1041', { reference, isNew: true }))).toBe(
      false,
    )
  })

  test('later numbers of other series prove nothing', () => {
    expect(isGiven(payment('LM9001', { isNew: true }), payment('KTX1043'), payment(''))).toBe(false)
  })
})

test.each([
  ['all are given', ['KT1040', 'KT1041', 'LM2000'], [], false],
  ['a later one is in a book', ['KT1041', 'KT1042'], [], true],
  ['the next one is at the counter, and its cash in the drawer', ['KT1042'], ['KT1042'], false],
])('the journal is compared with the other books: %s', (_, booked, open, expected) => {
  expect(isInBooks(numbering, booked, open)).toBe(expected)
})
