import { beforeEach, expect, test } from 'vitest'
import { feesModule } from '../../../../src-service/fees/module.ts'
import { maximumAmount } from '../../../../src-shared/money.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from '../refunds/refund-harness.ts'
import { openSettlementHarness, type SettlementHarness } from './settlement-harness.ts'

let harness: PaymentsHarness
let refunds: RefundHarness
let bank: SettlementHarness
beforeEach(async () => {
  harness = await openPaymentsHarness()
  refunds = openRefundHarness(harness)
  bank = openSettlementHarness(harness)
})

test('payments that together exceed the largest amount are settled by several settlements', async () => {
  const payments = [
    await refunds.paid(maximumAmount),
    await refunds.paid(1000),
    await refunds.paid(maximumAmount),
  ]
  expect((await bank.close()).status).toBe('closed')
  const settlements = await bank.settlements()
  expect(settlements.map(({ status }) => status)).toEqual(settlements.map(() => 'closed'))
  expect(settlements.map(({ amount_captured }) => amount_captured).sort((one, other) => one - other)).toEqual(
    [1000, maximumAmount, maximumAmount],
  )
  for (const { id } of payments) {
    expect(await refunds.payment(id)).toMatchObject({ settlement_status: 'settled' })
  }
})

test('a fee of the largest amount does not keep a payment and its fee from being settled', async () => {
  const { services, caller } = harness
  const create = feesModule(services).handlers['fees.create']
  const body = { fee_type: 'EQUIPMENT', amount: maximumAmount, description: 'A till of gold' } as const
  mustOf(await create({ caller, body, idempotency: null } as unknown as Parameters<typeof create>[0]))
  const payment = await refunds.paid(1000)
  await bank.close()
  expect(await refunds.payment(payment.id)).toMatchObject({ settlement_status: 'settled' })
  expect((await bank.fees()).map(({ settlement_status }) => settlement_status)).toEqual([
    'settled',
    'settled',
  ])
  const sums = (await bank.settlements()).map(({ status, amount_fees }) => [status, amount_fees])
  expect(sums).toContainEqual(['closed', 39])
  expect(sums).toContainEqual(['closed', maximumAmount])
})
