import { beforeEach, describe, expect, test } from 'vitest'
import { feesModule } from '../../../../src-service/fees/module.ts'
import { correctSums } from '../../../../src-service/settlement/correct-sums.ts'
import { closeDays, currenciesDue } from '../../../../src-service/settlement/schedule.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { maximumAmount } from '../../../../src-shared/money.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from '../refunds/refund-harness.ts'
import { openSettlementHarness, type SettlementHarness } from './settlement-harness.ts'

let harness: PaymentsHarness
let settlementHarness: RefundHarness
let bank: SettlementHarness
beforeEach(async () => {
  harness = await openPaymentsHarness()
  settlementHarness = openRefundHarness(harness)
  bank = openSettlementHarness(harness)
})

describe('closing the day', () => {
  test('closing the day stamps captured payments and their intents', async () => {
    const payment = await settlementHarness.paid(1000)
    const settlement = await bank.close()
    expect(settlement).toMatchObject({
      id: expect.stringMatching(/^se_/),
      entity: 'settlement',
      status: 'closed',
      source: 'processor',
      day: null,
      payment_count: 1,
      refund_count: 0,
      amount_captured: 1000,
      amount_refunded: 0,
      amount_fees: 39,
    })
    const stamp = {
      settlement_id: settlement.id,
      settlement_status: 'settled',
      settled_at: expect.any(String),
    }
    expect(await settlementHarness.payment(payment.id)).toMatchObject({ status: 'captured', ...stamp })
    const intent = await harness.read(payment.payment_intent_id)
    expect(intent).toMatchObject({ status: 'captured', ...stamp })
    expect(intent.latest_payment).toEqual(await settlementHarness.payment(payment.id))
  })

  test('closing the day skips payments that are authorized, failed, voided or already settled', async () => {
    const authorized = await settlementHarness.paid(1000, { capture: false })
    const voided = await settlementHarness.paid(1000)
    mustOf(await harness.cancel(voided.payment_intent_id))
    const settled = await settlementHarness.paid(700)
    const first = await bank.close()
    expect(first).toMatchObject({ payment_count: 1, amount_captured: 700 })
    const second = await bank.close()
    expect(second).toMatchObject({ payment_count: 0, amount_captured: 0, amount_fees: 0 })
    expect((await settlementHarness.payment(settled.id)).settlement_id).toBe(first.id)
    for (const { id } of [authorized, voided]) {
      expect(await settlementHarness.payment(id)).toMatchObject({
        settlement_status: 'unsettled',
        settlement_id: null,
      })
    }
    expect((await bank.settlements()).map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('closing the day settles many payments, each once and with one fee', async () => {
    const payments = await Promise.all(
      Array.from({ length: 70 }, (_, index) => settlementHarness.paid(100 + index)),
    )
    const settlement = await bank.close()
    expect(settlement.payment_count).toBe(70)
    expect(settlement.amount_captured).toBe(payments.reduce((sum, { amount }) => sum + amount, 0))
    expect(await bank.fees()).toHaveLength(70)
  })

  test('a cancel is impossible after closing the day', async () => {
    const payment = await settlementHarness.paid(1000)
    await bank.close()
    expect(codeOf(await harness.cancel(payment.payment_intent_id))).toBe('state_conflict')
  })
})

describe('a day', () => {
  test('the sums of a closed day are counted again for two days, then no more', async () => {
    await settlementHarness.paid(1000)
    const { id } = await bank.close()
    const { store } = harness.services
    const isChecked = async () => (await store.get('settlement_check', harness.caller.accountId, id)) !== null
    harness.clock.advance(47 * 60 * 60_000)
    await correctSums(harness.services)
    expect(await isChecked()).toBe(true)
    harness.clock.advance(60 * 60_000)
    await correctSums(harness.services)
    expect(await isChecked()).toBe(false)
  })
})

test('a day whose recounted sums exceed the largest amount keeps its sums, and its recount ends after two days', async () => {
  const payments = [await settlementHarness.paid(1000), await settlementHarness.paid(1000)]
  const settlement = await bank.close()
  const { store } = harness.services
  const { accountId } = harness.caller
  for (const { id } of payments) {
    const row = await store.get<Payment>('payment', accountId, id)
    if (row === null) throw new Error('no payment')
    const amounts = {
      amount: maximumAmount,
      amount_authorized: maximumAmount,
      amount_captured: maximumAmount,
    }
    const document = { ...row.document, ...amounts }
    const grown = { ...row, version: row.version + 1, document }
    await store.commit({ writes: [{ op: 'update', kind: 'payment', row: grown }] })
  }
  harness.clock.advance(48 * 60 * 60_000)
  await correctSums(harness.services)
  expect(await store.get('settlement_check', accountId, settlement.id)).toBeNull()
  expect((await bank.settlements())[0]?.amount_captured).toBe(2000)
})

describe('refunds in a settlement', () => {
  test('refunds that were processing succeed and are settled', async () => {
    const payment = await settlementHarness.paid(1000)
    const { id } = mustOf(await settlementHarness.refund(payment.id, { amount: 300 }))
    const settlement = await bank.close()
    expect(settlement).toMatchObject({ refund_count: 1, amount_refunded: 300 })
    expect(await settlementHarness.read(id)).toMatchObject({
      status: 'succeeded',
      awaits: null,
      settlement_id: settlement.id,
      settlement_status: 'settled',
      settled_at: expect.any(String),
    })
  })

  test('refunds of a settled payment are ordinary refunds, even of all of it, and are settled by the next settlement', async () => {
    const payment = await settlementHarness.paid(1000)
    const first = await bank.close()
    const refund = mustOf(await settlementHarness.refund(payment.id))
    expect(refund).toMatchObject({ status: 'processing', gateway_response: { operation: 'refund' } })
    const second = await bank.close()
    expect(await settlementHarness.read(refund.id)).toMatchObject({
      status: 'succeeded',
      settlement_id: second.id,
    })
    expect(await settlementHarness.payment(payment.id)).toMatchObject({
      settlement_id: first.id,
      amount_refunded: 1000,
    })
  })

  test('voids made as refunds are settled with their payment, without a processing fee', async () => {
    const payment = await settlementHarness.paid(1000)
    const { id } = mustOf(await settlementHarness.refund(payment.id))
    const settlement = await bank.close()
    expect(settlement).toMatchObject({ amount_captured: 1000, amount_refunded: 1000, amount_fees: 0 })
    expect(await settlementHarness.read(id)).toMatchObject({
      status: 'succeeded',
      settlement_status: 'settled',
    })
    expect(await bank.fees(payment.id)).toEqual([])
  })

  test('refunds that failed or have no answer are left out', async () => {
    const payment = await settlementHarness.paid(1000)
    harness.processor.refund = async () => ({ outcome: 'refused', reason: 'no' })
    const failed = mustOf(await settlementHarness.refund(payment.id, { amount: 100 }))
    harness.processor.refund = async () => ({ outcome: 'unknown' })
    const open = mustOf(await settlementHarness.refund(payment.id, { amount: 200 }))
    expect(await bank.close()).toMatchObject({ payment_count: 1, refund_count: 0 })
    expect(await settlementHarness.read(failed.id)).toMatchObject({
      status: 'failed',
      settlement_status: 'unsettled',
    })
    expect(await settlementHarness.read(open.id)).toMatchObject({ status: 'processing', awaits: 'processor' })
  })

  test('a payment whose remaining refund has no answer is settled: only a void would leave it out', async () => {
    const payment = await settlementHarness.paid(1000)
    mustOf(await settlementHarness.refund(payment.id, { amount: 600 }))
    harness.processor.refund = async () => ({ outcome: 'unknown' })
    mustOf(await settlementHarness.refund(payment.id, { amount: 400 }))
    expect(await bank.close()).toMatchObject({ payment_count: 1 })
  })

  test('a payment with a refund as a void that has no outcome yet is left out of the settlement', async () => {
    const payment = await settlementHarness.paid(1000)
    harness.processor.void = async () => ({ outcome: 'unknown' })
    const refund = mustOf(await settlementHarness.refund(payment.id))
    expect(await bank.close()).toMatchObject({ payment_count: 0 })
    delete harness.processor.void
    await harness.repair()
    expect(await bank.close()).toMatchObject({ payment_count: 1, refund_count: 1, amount_fees: 0 })
    expect(await settlementHarness.read(refund.id)).toMatchObject({
      status: 'succeeded',
      settlement_status: 'settled',
    })
  })
})

describe('bank debits', () => {
  test('bank debits that cleared are captured and settled', async () => {
    const intent = await bank.pending(1000)
    harness.processor.clear = async () => ({ outcome: 'cleared' })
    const settlement = await bank.close()
    const captured = {
      status: 'captured',
      amount_captured: 1000,
      settlement_id: settlement.id,
      settlement_status: 'settled',
    }
    expect(await harness.read(intent.id)).toMatchObject({
      ...captured,
      captured_at: expect.any(String),
      latest_payment: captured,
    })
    expect(settlement).toMatchObject({ payment_count: 1, amount_captured: 1000 })
  })

  test('bank debits that the bank returned are rejected, and their intent is failed', async () => {
    const intent = await bank.pending(1000)
    harness.processor.clear = async () => ({
      outcome: 'returned',
      return_code: 'R01',
      return_message: 'Insufficient funds',
    })
    expect(await bank.close()).toMatchObject({ payment_count: 0 })
    expect(await harness.read(intent.id)).toMatchObject({
      status: 'failed',
      amount_captured: 0,
      amount_rejected: 1000,
      settlement_status: 'unsettled',
      latest_payment: {
        status: 'rejected',
        amount_rejected: 1000,
        return_code: 'R01',
        return_message: 'Insufficient funds',
      },
    })
    const [fee] = await bank.fees()
    expect(fee).toMatchObject({ fee_type: 'RETURN_FEE', amount: 400 })
  })

  test.each(['pending', 'unknown'] as const)(
    'bank debits that are %s are left for the next run',
    async (outcome) => {
      const intent = await bank.pending(1000)
      harness.processor.clear = async () => ({ outcome })
      await bank.close()
      expect(await harness.read(intent.id)).toMatchObject({ status: 'pending', amount_captured: 0 })
      harness.processor.clear = async () => ({ outcome: 'cleared' })
      await bank.close()
      expect(await harness.read(intent.id)).toMatchObject({ status: 'captured' })
    },
  )
})

describe('fees that were given back', () => {
  test('fees that were given back reduce the fees of the settlement in which they are settled', async () => {
    const { services, caller } = harness
    const payment = await settlementHarness.paid(1000)
    await bank.close()
    const [original] = await bank.fees(payment.id)
    if (original === undefined) throw new Error('no fee was booked')
    const id = services.newId('fee')
    const now = services.clock.now()
    const document = {
      ...original,
      id,
      is_refund: true,
      source_type: 'fee',
      source_id: original.id,
      settlement_id: null,
      settlement_status: 'unsettled',
      settled_at: null,
    }
    const row = { account_id: caller.accountId, id, version: 1, created_at: now, updated_at: now, document }
    await services.store.commit({ writes: [{ op: 'insert', kind: 'fee', row }] })
    expect(await bank.close()).toMatchObject({ amount_fees: -original.amount })
  })
})

describe('a fee in Canadian dollars', () => {
  test('a fee in Canadian dollars is settled by a settlement of its own currency', async () => {
    const { services, caller } = harness
    const fee = feesModule(services).handlers['fees.create']
    for (const [currency, amount] of [
      ['CAD', 700],
      ['USD', 300],
    ] as const) {
      const body = { fee_type: 'PARTNER_ADHOC', amount, currency, description: 'A fee' } as const
      mustOf(await fee({ caller, body, idempotency: null } as unknown as Parameters<typeof fee>[0]))
    }
    expect(await bank.close()).toMatchObject({ currency: 'USD', amount_fees: 300 })
    const settlements = await bank.settlements()
    expect(settlements.map(({ currency, amount_fees }) => [currency, amount_fees]).sort()).toEqual([
      ['CAD', 700],
      ['USD', 300],
    ])
    for (const fee of await bank.fees()) {
      const own = settlements.find(({ id }) => id === fee.settlement_id)
      expect(own?.currency).toBe(fee.currency)
    }
  })

  test("a service that stops no longer goes through an account's fees to find what is due", async () => {
    const { services, caller } = harness
    const fee = feesModule(services).handlers['fees.create']
    const body = { fee_type: 'PARTNER_ADHOC', amount: 700, description: 'A fee' } as const
    for (let made = 0; made < 3; made += 1)
      mustOf(await fee({ caller, body, idempotency: null } as unknown as Parameters<typeof fee>[0]))
    let looks = 0
    const stopping = { ...services, isStopped: () => ++looks > 1 }
    const due = currenciesDue(stopping, caller.accountId, harness.clock.now() + 1)
    await expect(due).rejects.toThrow('stopping')
    expect(looks).toBe(2)
  })

  test('a day with only Canadian fees is closed once, in Canadian dollars only', async () => {
    const { services, caller } = harness
    const fee = feesModule(services).handlers['fees.create']
    const body = { fee_type: 'PARTNER_ADHOC', amount: 700, currency: 'CAD', description: 'A fee' } as const
    mustOf(await fee({ caller, body, idempotency: null } as unknown as Parameters<typeof fee>[0]))
    harness.clock.advance(24 * 3_600_000)
    await closeDays(services)
    await closeDays(services)
    expect(await bank.settlements()).toMatchObject([{ currency: 'CAD', amount_fees: 700, status: 'closed' }])
  })
})

describe('sums', () => {
  test('a settlement of the largest amount is exact to the cent', async () => {
    for (const amount of [Number.MAX_SAFE_INTEGER - 3, 1, 1, 1]) await settlementHarness.paid(amount)
    expect(await bank.close()).toMatchObject({ amount_captured: Number.MAX_SAFE_INTEGER, payment_count: 4 })
  })
})

describe('processing fees', () => {
  test("processing fees are booked by the account's plan, from the account, with the payment as source", async () => {
    const payment = await settlementHarness.paid(12_345)
    const settlement = await bank.close()
    const [fee, ...others] = await bank.fees(payment.id)
    expect(others).toEqual([])
    // 2.9 % of 123.45 is 3.58005; plus 10 cents.
    expect(fee).toMatchObject({
      fee_type: 'PROCESSING',
      amount: 368,
      auth_fee: 10,
      card_fee_bps: 290,
      card_type: 'visa',
      from_owner_id: payment.account_id,
      from_owner_type: 'account',
      to_owner_type: 'tenant',
      source_type: 'payment',
      source_id: payment.id,
      source_account_id: payment.account_id,
      settlement_id: settlement.id,
      settlement_status: 'settled',
    })
  })
})
