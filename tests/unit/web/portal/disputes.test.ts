import { describe, expect, test } from 'vitest'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { netOf } from '../../../../src-shared/payments/settlement-sums.ts'
import { bankMarkOf } from '../../../../src-web/portal/bank-mark.ts'
import { payoutByFee } from '../../../../src-web/portal/fee-words.ts'

const paid = (payment: object) =>
  ({
    latest_payment: { disputed: false, reversed: false, gateway_response: {}, ...payment },
  }) as unknown as PaymentIntent

describe('disputes and reversals in the portal', () => {
  test('a list marks disputed payments in any state, and reversed ones', () => {
    expect(bankMarkOf(paid({}))).toBeNull()
    expect(bankMarkOf({ latest_payment: null })).toBeNull()
    for (const state of ['inquiry', 'open', 'won', 'lost'] as const) {
      expect(bankMarkOf(paid({ gateway_response: { dispute_status: state } }))).toBe(state)
    }
    expect(bankMarkOf(paid({ disputed: true }))).toBe('open')
    expect(bankMarkOf(paid({ reversed: true }))).toBe('reversed')
  })

  test('a reversal takes precedence over a dispute that takes no money', () => {
    const reversed = (dispute_status: string, disputed: boolean) =>
      bankMarkOf(paid({ reversed: true, disputed, gateway_response: { dispute_status } }))
    for (const state of ['inquiry', 'won']) expect(reversed(state, false)).toBe('reversed')
    for (const state of ['open', 'lost']) expect(reversed(state, true)).toBe(state)
  })

  test('the net amount of a day excludes disputed and reversed amounts, even if the service has no such fields', () => {
    const day = { amount_captured: 10_000, amount_refunded: 500, amount_fees: 300, amount_splits: 200 }
    expect(netOf(day)).toBe(9_000)
    expect(netOf({ ...day, amount_disputed: 4_000, amount_reversed: -1_000 })).toBe(6_000)
  })

  test('a fee has the same sign as in its settlement: negative when taken, positive when given back', () => {
    expect(payoutByFee({ amount: 10_000, is_refund: false })).toBe(-10_000)
    expect(payoutByFee({ amount: 10_000, is_refund: true })).toBe(10_000)
  })
})
