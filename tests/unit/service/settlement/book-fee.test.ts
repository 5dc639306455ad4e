import { describe, expect, test } from 'vitest'
import { newPayment } from '../../../../src-service/intents/documents.ts'
import { bookFee } from '../../../../src-service/settlement/book-fee.ts'
import { refuseReturn } from '../../../../src-service/settlement/decide-return-refund.ts'
import type { Payer } from '../../../../src-service/settlement/plans.ts'
import type { DecisionContext } from '../../../../src-service/use-case.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'

const payment = (currency: Payment['currency']): Payment =>
  newPayment(
    {
      id: 'pmt_1',
      amount: 1_000,
      currency,
      payment_intent_id: 'pi_1',
      payment_method_id: 'pm_1',
      account_id: 'acct_1',
      payment_method: null,
      payment_provider_type: 'sandbox',
      created_at: '2026-03-01T12:00:00.000Z',
    },
    {},
  )
const payer = { account: { id: 'acct_1', business_id: 'bus_1', partner_id: 'ptnr_1' } } as unknown as Payer
const context = { now: 0, newId: (kind: string) => `${kind}_1` } as unknown as DecisionContext

describe('a fee that an account owes for a payment', () => {
  test.each(['USD', 'CAD'] as const)(
    'a fee is written once, in the payment’s %s, and published as an event',
    (currency) => {
      const { writes, events } = bookFee(
        payment(currency),
        payer,
        { fee_type: 'VALIDATION_FEE', amount: 1 },
        context,
      )
      const document = { id: 'fee_1', amount: 1, currency, from_owner_id: 'acct_1', source_id: 'pmt_1' }
      expect(writes).toMatchObject([{ row: { document } }])
      expect(events).toMatchObject([{ account_id: 'acct_1', type: 'v2.fee.created', object: document }])
    },
  )

  test('a fee that is given back has the opposite sign, like the refund of a fee', () => {
    const details = { is_refund: true }
    const { events } = bookFee(
      payment('USD'),
      payer,
      { fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT', amount: 1, details },
      context,
    )
    expect(events[0]?.object).toMatchObject({
      ...{ from_owner_id: 'ptnr_1', from_owner_type: 'partner' },
      ...{ to_owner_id: 'acct_1', to_owner_type: 'account', source_account_id: 'acct_1' },
    })
  })

  test('a fee of 0 cents is neither written nor published', () => {
    const booked = bookFee(payment('USD'), payer, { fee_type: 'VALIDATION_FEE', amount: 0 }, context)
    expect(booked).toEqual({ writes: [], events: [] })
  })
})

describe('a refund that the customer’s bank returns', () => {
  const refund = (changes: Partial<Refund>) =>
    ({
      id: 'rfnd_1',
      status: 'succeeded',
      settlement_status: 'settled',
      gateway_response: {},
      ...changes,
    }) as Refund

  test('a refund can be returned once it has succeeded and is settled', () => {
    expect(refuseReturn(refund({}))).toBeNull()
  })

  test.each([
    ['is not settled', { settlement_status: 'unsettled' }],
    ['has failed', { status: 'failed' }],
    ['was a void', { gateway_response: { operation: 'void' } }],
  ] as const)('a refund that %s cannot be returned', (_, changes) => {
    expect(refuseReturn(refund(changes))).toMatchObject({ code: 'state_conflict', param: 'id' })
  })
})
