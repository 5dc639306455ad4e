import { describe, expect, test } from 'vitest'
import { moneyFactsOf } from '../../../../src-renderer/manager/payment-facts.ts'
import { paymentWord, wordOf } from '../../../../src-renderer/manager/payment-status.ts'
import { possibleActions } from '../../../../src-renderer/manager/possible-actions.ts'
import type { PaymentHistory } from '../../../../src-shared/pos/manager/manager.ts'
import { histories, page } from '../../../pictures/manager-data.ts'

const kinds = (history: PaymentHistory) => possibleActions(history).map(({ kind }) => kind)
const only = (history: PaymentHistory) => possibleActions(history)[0]

describe('the actions possible on a payment', () => {
  test('a payment that is paid and not settled can be refunded or voided', () => {
    expect(kinds(histories.paid)).toEqual(['refund', 'void'])
  })

  test('a partly refunded payment can be refunded for the rest, and not voided', () => {
    expect(kinds(histories['partly-returned'])).toEqual(['refund'])
    expect(only(histories['partly-returned'])).toMatchObject({ most: 981, payment_id: 'pmt_01jd7k3vxyz' })
  })

  test('a settled payment can only be refunded', () => {
    const [payment] = histories.paid.payments
    const settled = { ...histories.paid, payments: [{ ...payment, settlement_status: 'settled' as const }] }
    expect(kinds(settled)).toEqual(['refund'])
  })

  test('a refunded or voided payment allows no action', () => {
    expect(kinds(histories.returned)).toEqual([])
    expect(kinds(histories.voided)).toEqual([])
  })

  test('an authorized payment can be captured up to its amount, or released', () => {
    expect(kinds(histories.authorized)).toEqual(['capture', 'cancel'])
    expect(only(histories.authorized)).toMatchObject({ most: 650_000, payment_id: 'pmt_01jd7k3vxyz' })
  })

  test('a sale with only declined payments can be cancelled', () => {
    expect(possibleActions(histories.declined)).toEqual([
      { kind: 'cancel', intent_id: histories.declined.intent.id, payment_id: null, most: 1481 },
    ])
  })

  test('the disputed part of a payment cannot be refunded', () => {
    const [payment] = histories.paid.payments
    const disputed = { ...histories.paid, payments: [{ ...payment, amount_disputed: 1000, disputed: true }] }
    expect(possibleActions(disputed)).toMatchObject([{ kind: 'refund', most: 481 }])
  })

  test('an amount that was given back in another way cannot be refunded or voided', () => {
    const otherwise = { ...histories.paid, given_otherwise: 1000 }
    expect(possibleActions(otherwise)).toMatchObject([{ kind: 'refund', most: 481 }])
    expect(moneyFactsOf(otherwise)).toContainEqual({ name: 'left', amount: 481, strong: false })
    expect(kinds({ ...histories.paid, given_otherwise: 1481 })).toEqual([])
  })

  test('an external payment allows no action', () => {
    const external = { ...histories.paid, intent: { ...histories.paid.intent, external: true } }
    expect(kinds(external)).toEqual([])
  })
})

describe('the state of a payment', () => {
  test('the state of a payment is the same word in the list and on its page', () => {
    expect(Object.values(histories).map(wordOf)).toEqual([
      'paid',
      'partly_returned',
      'returned',
      'authorized',
      'declined',
      'voided',
    ])
    expect(page().rows.map(paymentWord)).toEqual([
      'paid',
      'authorized',
      'partly_returned',
      'declined',
      'processing',
      'returned',
      'voided',
      'cancelled',
    ])
  })

  test('the amounts of a payment leave out zeros, except the rest', () => {
    const names = (history: PaymentHistory) => moneyFactsOf(history).map(({ name, amount }) => [name, amount])
    expect(names(histories['partly-returned'])).toEqual([
      ['asked', 1481],
      ['tip', 247],
      ['tax', 102],
      ['surcharge', 44],
      ['authorized', 1481],
      ['captured', 1481],
      ['refunded', 500],
      ['left', 981],
    ])
    expect(names(histories.declined)).toEqual([
      ['asked', 1481],
      ['tip', 247],
    ])
  })
})
