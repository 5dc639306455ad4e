import { describe, expect, test } from 'vitest'
import { newPayment } from '../../../../src-service/intents/documents.ts'
import { processingFee, type Rates } from '../../../../src-service/settlement/plans.ts'

const rates: Rates = {
  auth_fee: 10,
  card_fee_bps: 290,
  ach_per_transaction_fee: 30,
  ach_fee_bps: 80,
  ach_bps_fee_max: 500,
}
const basis = {
  id: 'pmt_1',
  amount: 0,
  currency: 'USD',
  payment_intent_id: 'pi_1',
  payment_method_id: null,
  account_id: 'acct_1',
  payment_method: null,
  payment_provider_type: 'sandbox',
  created_at: '2026-01-31T00:00:00.000Z',
}
const amountOf = (amount_captured: number, payment_rail_type = 'card', plan: Partial<Rates> = {}) =>
  processingFee(newPayment(basis, { amount_captured, payment_rail_type }), { ...rates, ...plan }).amount

describe('the processing fee', () => {
  test('the processing fee by card is auth_fee plus card_fee_bps, rounded half up to the cent', () => {
    expect(amountOf(1000)).toBe(39)
    expect(amountOf(500)).toBe(10 + 15) // 14.5
    expect(amountOf(496)).toBe(10 + 14) // 14.384
  })

  test('the processing fee by bank is ach_per_transaction_fee plus ach_fee_bps, at most ach_bps_fee_max', () => {
    expect(amountOf(10_000, 'us_bank_ach')).toBe(30 + 80)
    expect(amountOf(1_000_000, 'us_bank_ach')).toBe(30 + 500)
    expect(amountOf(1_000_000, 'ca_bank_eft', { ach_bps_fee_max: null })).toBe(30 + 8000)
  })

  test('the processing fee of the largest amount is right to the cent', () => {
    expect(amountOf(Number.MAX_SAFE_INTEGER, 'card', { auth_fee: 0, card_fee_bps: 10_000 })).toBe(
      Number.MAX_SAFE_INTEGER,
    )
  })
})
