import { beforeEach, describe, expect, test } from 'vitest'
import { payoutOf } from '../../../../src-shared/pos/report/bank-facts.ts'
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

const chargeback = 1500
const processing = 39

describe('disputes and reversals in the settlements', () => {
  test('a payment that is disputed before its settlement is settled, and the same settlement takes the amount back', async () => {
    const { id } = await settlementHarness.paid(1000)
    mustOf(await bank.dispute(id, { amount: 600 }))
    const settlement = await bank.close()
    expect(settlement).toMatchObject({
      amount_captured: 1000,
      amount_disputed: 600,
      amount_reversed: 0,
      amount_fees: chargeback + processing,
    })
    expect(payoutOf(settlement).paid_out).toBe(1000 - 600 - chargeback - processing)
  })

  test('a dispute after the settlement is taken back by the next one, and its line names the payment', async () => {
    const { id } = await settlementHarness.paid(1000)
    await bank.close()
    mustOf(await bank.dispute(id))
    const settlement = await bank.close()
    expect(settlement).toMatchObject({ amount_captured: 0, amount_disputed: 1000, amount_fees: chargeback })
    expect(await bank.fees(id)).toContainEqual(
      expect.objectContaining({
        fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT',
        fee_sub_type: 'dispute',
        amount: 1000,
        is_refund: false,
        settlement_id: settlement.id,
      }),
    )
  })

  test('a dispute of a partly refunded payment may take the full amount, and is given back in full', async () => {
    const { id } = await settlementHarness.paid(1000)
    mustOf(await settlementHarness.refund(id, { amount: 300 }))
    mustOf(await bank.dispute(id, { amount: 1000 }))
    expect(await bank.close()).toMatchObject({
      amount_captured: 1000,
      amount_refunded: 300,
      amount_disputed: 1000,
    })
    mustOf(await bank.closeDispute(id, 'won'))
    expect((await bank.close()).amount_disputed).toBe(-1000)
  })

  test('an inquiry takes nothing, and a lost dispute takes nothing more', async () => {
    const { id } = await settlementHarness.paid(1000)
    mustOf(await bank.dispute(id, { inquiry: true }))
    expect(codeOf(await bank.dispute(id, { inquiry: true }))).toBe('state_conflict')
    expect(codeOf(await bank.closeDispute(id, 'lost'))).toBe('state_conflict')
    expect((await bank.close()).amount_disputed).toBe(0)
    mustOf(await bank.dispute(id))
    expect((await bank.close()).amount_disputed).toBe(1000)
    mustOf(await bank.closeDispute(id, 'lost'))
    expect((await bank.close()).amount_disputed).toBe(0)
  })

  test('a won dispute is given back by the next settlement, but its fee is not', async () => {
    const { id } = await settlementHarness.paid(1000)
    mustOf(await bank.dispute(id, { amount: 400 }))
    await bank.close()
    mustOf(await bank.closeDispute(id, 'won'))
    expect(await bank.close()).toMatchObject({ amount_disputed: -400, amount_fees: 0 })
  })

  test('a won inquiry gives nothing back, since nothing was taken', async () => {
    const { id } = await settlementHarness.paid(1000)
    mustOf(await bank.dispute(id, { inquiry: true }))
    mustOf(await bank.closeDispute(id, 'won'))
    expect((await bank.close()).amount_disputed).toBe(0)
  })

  test("a former version's dispute without a settlement line gives nothing back when it is won", async () => {
    const { id } = await settlementHarness.paid(1000)
    mustOf(await bank.dispute(id, { amount: 400 }))
    const lines = await harness.services.store.list('fee', {
      account_id: harness.caller.accountId,
      where: [{ column: 'fee_type', is: '=', value: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT' }],
      limit: 10,
    })
    await harness.services.store.commit({
      writes: lines.map(({ account_id, id: line }) => ({ op: 'delete', kind: 'fee', account_id, id: line })),
    })
    mustOf(await bank.closeDispute(id, 'won'))
    expect((await bank.close()).amount_disputed).toBe(0)
  })

  test('a reversal is taken back by a settlement, in addition to its fee', async () => {
    const { id } = await settlementHarness.paid(1000)
    await bank.close()
    mustOf(await bank.reverse(id, { expected: true }))
    expect((await bank.close()).amount_reversed).toBe(0)
    mustOf(await bank.reverse(id, { amount: 700 }))
    expect(await bank.close()).toMatchObject({ amount_reversed: 700, amount_disputed: 0, amount_fees: 500 })
  })

  test('the line of a dispute names its payment, so it cannot be refunded like an ad hoc fee', async () => {
    const { id } = await settlementHarness.paid(1000)
    mustOf(await bank.dispute(id))
    const line = (await bank.fees(id)).find(({ fee_sub_type }) => fee_sub_type === 'dispute')
    expect(line).toMatchObject({ source_type: 'payment', source_id: id })
  })
})
