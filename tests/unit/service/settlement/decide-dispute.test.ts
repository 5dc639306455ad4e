import { beforeEach, describe, expect, test } from 'vitest'
import { changed, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { disputeOf } from '../../../../src-shared/pos/report/bank-facts.ts'
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

describe('a dispute', () => {
  test('a dispute marks payment and intent, and the disputed amount can no longer be refunded', async () => {
    const payment = await settlementHarness.paid(1000)
    const disputed = mustOf(await bank.dispute(payment.id, { amount: 600 }))
    const shown = { disputed: true, dispute_id: expect.stringMatching(/^dp_/), amount_disputed: 600 }
    expect(disputed).toMatchObject({ status: 'captured', ...shown })
    expect(await harness.read(payment.payment_intent_id)).toMatchObject({
      ...shown,
      latest_payment: disputed,
    })
    expect(await settlementHarness.refund(payment.id, { amount: 401 })).toMatchObject({
      ok: false,
      error: { code: 'refund_exceeds_amount', message: expect.stringContaining('400 cents') },
    })
    expect(codeOf(await settlementHarness.refund(payment.id, { amount: 400 }))).toBe('ok')
  })

  test('a dispute without an amount is for everything that was not refunded', async () => {
    const payment = await settlementHarness.paid(1000)
    mustOf(await settlementHarness.refund(payment.id, { amount: 300 }))
    const disputed = mustOf(await bank.dispute(payment.id))
    expect([disputed.amount_disputed, disputeOf(disputed).taken]).toEqual([700, 700])
    expect(codeOf(await settlementHarness.refund(payment.id))).toBe('refund_exceeds_amount')
  })

  test('a bank may dispute all of a partly refunded payment: its totals show the part that was not refunded', async () => {
    const payment = await settlementHarness.paid(1000)
    mustOf(await settlementHarness.refund(payment.id, { amount: 300 }))
    const disputed = mustOf(await bank.dispute(payment.id, { amount: 1000 }))
    expect(disputed).toMatchObject({ disputed: true, amount_refunded: 300, amount_disputed: 700 })
    expect(disputed.gateway_response.dispute_amount).toBe(1000)
    expect(disputeOf(disputed).taken).toBe(1000)
    expect(codeOf(await settlementHarness.refund(payment.id, { amount: 1 }))).toBe('refund_exceeds_amount')
    const won = mustOf(await bank.closeDispute(payment.id, 'won'))
    expect(won).toMatchObject({ disputed: false, amount_disputed: 0 })
    expect(disputeOf(won).taken).toBe(0)
    expect(mustOf(await settlementHarness.refund(payment.id))).toMatchObject({ amount: 700 })
  })

  test('a fully refunded payment can be disputed, with an amount or without', async () => {
    for (const body of [{}, { amount: 1000 }]) {
      const payment = await settlementHarness.paid(1000)
      await bank.close()
      // A settled payment is refunded, and no void is tried first.
      harness.processor.void = () => Promise.reject(new Error('its batch has closed'))
      expect(mustOf(await settlementHarness.refund(payment.id))).toMatchObject({ awaits: 'settlement' })
      const disputed = mustOf(await bank.dispute(payment.id, body))
      expect(disputed).toMatchObject({ disputed: true, amount_refunded: 1000, amount_disputed: 0 })
      expect(disputed.gateway_response).toMatchObject({ dispute_status: 'open', dispute_amount: 1000 })
    }
  })

  test('when a refund fails after the whole payment was disputed, no new refund can be made', async () => {
    const share = (amount: number) => [{ account_id: 'ctrct_1', amount }]
    const payment = await settlementHarness.paid(1000, { payment_splits: share(250) })
    await bank.close()
    const asked = { amount: 300, refund_splits: share(75) }
    const refund = mustOf(await settlementHarness.refund(payment.id, asked))
    mustOf(await bank.dispute(payment.id, { amount: 1000 }))
    expect(await bank.close()).toMatchObject({ amount_splits: -75 })
    const failed = mustOf(await bank.returnRefund(refund.id))
    // The customer did not get it, so no settlement is shown as having paid it.
    expect(failed).toMatchObject({ status: 'failed', settlement_status: 'unsettled' })
    expect(await settlementHarness.payment(payment.id)).toMatchObject({
      amount_refunded: 0,
      amount_disputed: 1000,
    })
    expect(codeOf(await settlementHarness.refund(payment.id))).toBe('refund_exceeds_amount')
    // What the refund took back from a contractor is given back as well.
    expect(await bank.close()).toMatchObject({ amount_splits: 75 })
  })

  test('a payment that was voided, or is being voided, can be neither disputed nor reversed', async () => {
    const voided = await settlementHarness.paid(1000)
    mustOf(await settlementHarness.refund(voided.id))
    const voiding = await settlementHarness.paid(1000)
    harness.processor.void = async () => ({ outcome: 'unknown' })
    expect(mustOf(await settlementHarness.refund(voiding.id))).toMatchObject({ status: 'processing' })
    for (const { id } of [voided, voiding]) {
      for (const refused of [
        await bank.dispute(id),
        await bank.dispute(id, { amount: 1000 }),
        await bank.dispute(id, { inquiry: true }),
        await bank.reverse(id, { amount: 400 }),
      ]) {
        expect(refused).toMatchObject({
          ok: false,
          error: { code: 'state_conflict', param: 'id', message: expect.stringContaining('void') },
        })
      }
    }
    expect(await bank.close()).toMatchObject({ amount_disputed: 0, amount_reversed: 0, amount_fees: 0 })
    mustOf(await settlementHarness.refund((await settlementHarness.paid(1000)).id, { amount: 400 }))
    expect(codeOf(await bank.dispute(voided.id))).toBe('state_conflict')
  })

  test("a former version's dispute without dispute_amount stays right after a reversal and a failed refund", async () => {
    const payment = await settlementHarness.paid(1000)
    await bank.close()
    const refund = mustOf(await settlementHarness.refund(payment.id, { amount: 300 }))
    mustOf(await bank.dispute(payment.id))
    await bank.close()
    const { store } = harness.services
    const row = await store.get<Payment>('payment', harness.caller.accountId, payment.id)
    if (row === null) throw new Error('the payment is gone')
    const { dispute_amount: _, ...gateway_response } = row.document.gateway_response
    await store.commit({ writes: [updateOf('payment', changed(row, { gateway_response }, row.updated_at))] })
    const reversed = mustOf(await bank.reverse(payment.id, { amount: 800 }))
    expect(reversed).toMatchObject({ amount_refunded: 300, amount_reversed: 700, amount_disputed: 0 })
    expect(disputeOf(reversed).taken).toBe(700)
    mustOf(await bank.returnRefund(refund.id))
    expect(await settlementHarness.payment(payment.id)).toMatchObject({
      ...{ amount_refunded: 0, amount_reversed: 800, amount_disputed: 200 },
    })
  })

  test('a dispute happens once, only on a captured payment, and never for more than was captured', async () => {
    const payment = await settlementHarness.paid(1000)
    expect(await bank.dispute(payment.id, { amount: 0 })).toMatchObject({
      ok: false,
      error: { code: 'parameter_invalid', param: 'amount' },
    })
    for (const refused of [
      await bank.dispute(payment.id, { amount: 1001 }),
      await bank.reverse(payment.id, { amount: 1001 }),
    ]) {
      expect(refused).toMatchObject({
        ok: false,
        error: {
          code: 'parameter_invalid',
          param: 'amount',
          message: expect.stringContaining('1000 cents were captured'),
        },
      })
    }
    mustOf(await bank.dispute(payment.id, { amount: 1 }))
    expect(codeOf(await bank.dispute(payment.id, { amount: 1 }))).toBe('state_conflict')
    const open = await settlementHarness.paid(1000, { capture: false })
    expect(codeOf(await bank.dispute(open.id))).toBe('state_conflict')
    expect(codeOf(await bank.dispute('pmt_none'))).toBe('resource_missing')
  })

  test('a dispute costs the account a chargeback fee, which the next settlement takes', async () => {
    const payment = await settlementHarness.paid(1000)
    mustOf(await bank.dispute(payment.id))
    expect(await bank.fees(payment.id)).toContainEqual(
      expect.objectContaining({ fee_type: 'CHARGEBACK', amount: 1500, settlement_status: 'unsettled' }),
    )
    const settlement = await bank.close()
    expect(settlement.amount_fees).toBe(1500 + 39)
    for (const fee of await bank.fees(payment.id)) expect(fee.settlement_id).toBe(settlement.id)
  })
})

describe('a reversal', () => {
  test('a reversal after the settlement keeps the payment captured and shows what was taken back', async () => {
    const payment = await settlementHarness.paid(1000)
    await bank.close()
    const reversed = mustOf(await bank.reverse(payment.id))
    const shown = { reversed: true, reversal_id: expect.stringMatching(/^rev_/), amount_reversed: 1000 }
    expect(reversed).toMatchObject({ status: 'captured', settlement_status: 'settled', ...shown })
    expect(await harness.read(payment.payment_intent_id)).toMatchObject({ status: 'captured', ...shown })
    expect(codeOf(await settlementHarness.refund(payment.id))).toBe('refund_exceeds_amount')
    expect(codeOf(await bank.reverse(payment.id))).toBe('state_conflict')
    expect((await bank.fees(payment.id)).map(({ fee_type }) => fee_type).sort()).toEqual([
      'PROCESSING',
      'REVERSAL_FEE',
      'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT',
    ])
  })

  test('a reversal may be announced before it happens', async () => {
    const payment = await settlementHarness.paid(1000)
    expect(mustOf(await bank.reverse(payment.id, { expected: true }))).toMatchObject({
      reversal_expected: true,
      reversed: false,
      amount_reversed: 0,
    })
    expect(mustOf(await bank.reverse(payment.id, { amount: 400 }))).toMatchObject({
      reversal_expected: false,
      reversed: true,
      amount_reversed: 400,
    })
  })

  test("with a dispute, a reversal and a refund at once, the bank's two are recorded and the refund gets only the rest", async () => {
    const payment = await settlementHarness.paid(1000)
    const codes = await Promise.all([
      bank.reverse(payment.id, { amount: 600 }).then(codeOf),
      bank.dispute(payment.id, { amount: 600 }).then(codeOf),
      settlementHarness.refund(payment.id, { amount: 600 }).then(codeOf),
    ])
    expect(codes.slice(0, 2)).toEqual(['ok', 'ok'])
    const now = await settlementHarness.payment(payment.id)
    expect(now.amount_refunded).toBe(codes[2] === 'ok' ? 600 : 0)
    expect(now.amount_refunded + now.amount_disputed + now.amount_reversed).toBe(1000)
    expect(await bank.close()).toMatchObject({ amount_disputed: 600, amount_reversed: 600 })
  })
})
