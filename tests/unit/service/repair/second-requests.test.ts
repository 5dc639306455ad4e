import { beforeEach, describe, expect, test } from 'vitest'
import type { Trouble } from '../../../../src-service/processor/harsh/trouble.ts'
import { referenceOf } from '../../../../src-service/processor/order-id.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { chargesOf, harshBank } from '../../../support/harsh-bank.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from '../refunds/refund-harness.ts'

/** The harsh bank refuses a repeat of a request that was already carried out, as real gateways do. */

let voids: Trouble = { kind: 'none' }
let captures: Trouble = { kind: 'none' }
let inquiries: Trouble = { kind: 'none' }
let refundTrouble: Trouble = { kind: 'none' }
const { openBank, books } = harshBank((question) => {
  if (question === 'void') return voids
  if (question === 'capture') return captures
  if (question === 'refund') return refundTrouble
  return question === 'inquire' ? inquiries : { kind: 'none' }
})

let harness: PaymentsHarness
let refundHarness: RefundHarness
let refunds: number
beforeEach(async () => {
  voids = { kind: 'answer_lost' }
  captures = { kind: 'none' }
  inquiries = { kind: 'none' }
  refundTrouble = { kind: 'none' }
  harness = await openPaymentsHarness(undefined, openBank)
  refundHarness = openRefundHarness(harness)
  refunds = 0
  harness.processor.refund = async (...asked) => {
    refunds += 1
    return harness.sandbox.refund(...asked)
  }
})

const later = async (ms: number) => {
  harness.clock.advance(ms)
  await harness.repair()
}
const orderOf = ({ gateway_response }: Payment) => String(gateway_response.order_id)

test('a void that becomes a refund starts a new order with its own age: it is waited for, not sent twice', async () => {
  const payment = await refundHarness.paid(1000)
  voids = { kind: 'request_lost' }
  const refund = mustOf(await refundHarness.refund(payment.id, {}))
  voids = { kind: 'none' }
  refundTrouble = { kind: 'late', afterMs: 152_000 }
  // The batch is settled by now: what began as a void is sent as a refund, which is delayed in transit.
  await later(20 * 60_000)
  refundTrouble = { kind: 'none' }
  for (let pass = 0; pass < 12; pass += 1) await later(60_000)
  expect(await refundHarness.read(refund.id)).toMatchObject({
    awaits: 'settlement',
    gateway_response: { operation: 'refund', order_count: 1 },
  })
  expect(refunds).toBe(1)
})

describe('the void of a full refund whose answer was lost', () => {
  test('when the repeat of the void is refused, the void is found to be done, and no refund is sent', async () => {
    const payment = await refundHarness.paid(1000)
    const refund = mustOf(await refundHarness.refund(payment.id))
    expect(refund).toMatchObject({ status: 'processing', awaits: 'processor' })
    voids = { kind: 'none' }
    await later(60_000)
    expect(await refundHarness.read(refund.id)).toMatchObject({
      status: 'succeeded',
      gateway_response: { operation: 'void' },
    })
    expect(refunds).toBe(0)
    expect(chargesOf(books(), orderOf(payment))).toEqual([])
  })

  test('when the repeat of the void is refused and no inquiry is answered, the refund waits', async () => {
    const payment = await refundHarness.paid(1000)
    const refund = mustOf(await refundHarness.refund(payment.id))
    voids = { kind: 'none' }
    inquiries = { kind: 'answer_lost' }
    await later(60_000)
    expect(await refundHarness.read(refund.id)).toMatchObject({
      awaits: 'processor',
      gateway_response: { operation: 'void' },
    })
    expect(refunds).toBe(0)
  })
})

test('a cancel whose void lost its answer ends as cancelled when the repeated void is refused', async () => {
  const { id } = await harness.intent()
  const { payment } = mustOf(await harness.pay(id))
  mustOf(await harness.cancel(id))
  expect((await harness.read(id)).status).toBe('processing')
  voids = { kind: 'none' }
  await later(60_000)
  expect(await harness.read(id)).toMatchObject({ status: 'cancelled', latest_payment: { status: 'voided' } })
  expect(chargesOf(books(), orderOf(payment))).toEqual([])
})

test('a capture whose answer was lost ends as captured when its repeat is refused', async () => {
  captures = { kind: 'answer_lost' }
  const { id } = await harness.intent({ capture: false })
  mustOf(await harness.pay(id))
  expect(mustOf(await harness.capture(id, { amount: 1000 })).status).toBe('processing')
  captures = { kind: 'none' }
  await later(60_000)
  expect(await harness.read(id)).toMatchObject({ status: 'captured', amount_captured: 1000 })
})

test('a refused capture after one that was resolved as not done waits for a person, since either may have been done', async () => {
  captures = { kind: 'request_lost' }
  const { id } = await harness.intent({ capture: false })
  const { payment } = mustOf(await harness.pay(id))
  mustOf(await harness.capture(id, { amount: 1000 }))
  await later(61 * 60_000)
  harness.clock.advance(60_000)
  const body = { outcome: 'not_done', evidence: 'Ticket 4711 of the processor.' }
  mustOf(await harness.call('payments.resolve', { params: { id: payment.id }, body }))
  captures = { kind: 'none' }
  await harness.sandbox.capture(referenceOf(payment), 1000)
  expect(mustOf(await harness.capture(id)).status).toBe('processing')
})

test('a cancel that the bank refuses because the batch is settled leaves the payment captured', async () => {
  const { id } = await harness.intent()
  const { payment } = mustOf(await harness.pay(id))
  harness.clock.advance(11 * 60_000)
  voids = { kind: 'none' }
  expect(codeOf(await harness.cancel(id))).toBe('state_conflict')
  expect((await harness.read(id)).status).toBe('captured')
  expect(chargesOf(books(), orderOf(payment))).toHaveLength(1)
})

test('a late authorization whose void lost its answer counts as voided, and is not refunded too', async () => {
  const { id } = await harness.intent({ capture: false })
  harness.processor.authorize = async (request) => {
    await harness.sandbox.authorize(request)
    await harness.sandbox.authorize(request)
    return { outcome: 'unknown' }
  }
  const { payment } = mustOf(await harness.pay(id))
  for (let pass = 0; pass < 5; pass += 1) await later(61_000)
  voids = { kind: 'none' }
  for (let pass = 0; pass < 15; pass += 1) await later(61_000)
  expect(chargesOf(books(), orderOf(payment))).toHaveLength(1)
  expect(refunds).toBe(0)
  expect(await harness.read(id)).toMatchObject({ status: 'uncaptured', amount_authorized: 1234 })
})
