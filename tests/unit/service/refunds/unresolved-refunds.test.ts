import { beforeEach, describe, expect, test } from 'vitest'
import { repairPass } from '../../../../src-service/repair/repair-schedule.ts'
import type { Page } from '../../../../src-service/store/read-page.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { paymentRef, refundRef } from '../../../support/processor-references.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from './refund-harness.ts'

const minutes = 60_000
const hours = 60 * minutes
const evidence = 'Ticket 4711 of the processor: found in their report of the day.'

let harness: PaymentsHarness
let refundHarness: RefundHarness
let firstSeen: Map<string, number>
beforeEach(async () => {
  firstSeen = new Map()
  harness = await openPaymentsHarness()
  refundHarness = openRefundHarness(harness)
})

const list = async () => {
  const page = await refundHarness.call('refunds.list_unresolved', { query: { limit: 10 } })
  return (mustOf(page) as Page<Refund>).data
}
const resolve = ({ id }: Refund, body: object) =>
  refundHarness.call('refunds.resolve', { params: { id }, body: { evidence, ...body } }) as Promise<
    Result<Refund, never>
  >
/** One process, which asks every ten minutes and remembers only what it has seen itself. */
const later = async (ms: number) => {
  for (let left = ms; left > 0; left -= 10 * minutes) {
    harness.clock.advance(Math.min(left, 10 * minutes))
    await look()
  }
}
const look = () => repairPass(harness.services, { minimumAge: 0, lastAsked: new Map(), firstSeen })

/** A refund that stays unknown. @param body an empty body refunds everything, by a void */
async function silent(body: object = { amount: 400 }): Promise<Refund> {
  const { id } = await refundHarness.paid(1000)
  harness.processor.refund = async () => ({ outcome: 'unknown' })
  harness.processor.void = async () => ({ outcome: 'unknown' })
  const refund = mustOf(await refundHarness.refund(id, body))
  await look()
  return refund
}
async function unresolved(body?: object): Promise<Refund> {
  const refund = await silent(body)
  await later(61 * minutes)
  // The last request is no longer in transit.
  harness.clock.advance(minutes)
  return refund
}

describe('a refund that stays unknown for an hour', () => {
  test('a refund that stays unknown for an hour is listed as unresolved, with an event, and inquiries continue', async () => {
    const refund = await silent()
    const logged: string[] = []
    harness.services.log.error = (_: object, message: string) => void logged.push(message)
    await later(50 * minutes)
    expect(await list()).toEqual([])
    await later(10 * minutes)
    expect(await list()).toMatchObject([{ id: refund.id, status: 'processing', awaits: 'processor' }])
    expect(logged).toContain('refund.unresolved')
    await later(hours)
    expect(logged.filter((message) => message === 'refund.unresolved')).toHaveLength(1)
    // The refund had arrived: an inquiry finds it, without sending it again.
    await harness.sandbox.refund(paymentRef(refund.payment_id), refundRef(refund.id, refund.amount))
    await later(hours)
    expect(await list()).toEqual([])
    expect(await refundHarness.read(refund.id)).toMatchObject({ awaits: 'settlement' })
  })

  test('a refund that stays unknown for an hour is not sent again once it is listed', async () => {
    const { payment_id, id } = await unresolved()
    let sent = 0
    harness.processor.refund = async (...asked) => {
      sent += 1
      return harness.sandbox.refund(...asked)
    }
    for (let pass = 0; pass < 5; pass += 1) await later(hours)
    expect(sent).toBe(0)
    expect((await list()).map((refund) => refund.id)).toEqual([id])
    expect(await refundHarness.payment(payment_id)).toMatchObject({ amount_refunded: 400 })
  })

  test('a void of the whole payment that stays unknown for an hour is found by an inquiry, and not sent again', async () => {
    const refund = await unresolved({})
    let sent = 0
    harness.processor.void = async (...asked) => {
      sent += 1
      return harness.sandbox.void(...asked)
    }
    await later(hours)
    expect(await refundHarness.read(refund.id)).toMatchObject({ awaits: 'processor' })
    await harness.sandbox.void(paymentRef(refund.payment_id))
    await later(hours)
    expect(await refundHarness.read(refund.id)).toMatchObject({ status: 'succeeded' })
    expect(sent).toBe(0)
  })

  test('a refund that stays unknown cannot be resolved as not done while its last order may still be answered', async () => {
    const refund = await silent()
    await later(60 * minutes)
    expect(codeOf(await resolve(refund, { outcome: 'not_done' }))).toBe('state_conflict')
    expect((await list()).map(({ id }) => id)).toEqual([refund.id])
    harness.clock.advance(30_000)
    expect(codeOf(await resolve(refund, { outcome: 'not_done' }))).toBe('ok')
  })

  test('a refund that stays unknown for an hour goes to its settlement when it is resolved as done', async () => {
    const refund = await unresolved()
    const done = mustOf(await resolve(refund, { outcome: 'done', retrieval_reference: '632500000042' }))
    expect(done).toMatchObject({
      status: 'processing',
      awaits: 'settlement',
      gateway_response: {
        retrieval_reference: '632500000042',
        resolution: { outcome: 'done', operation: 'refund', evidence, key_id: 'key_test' },
      },
    })
    expect(await list()).toEqual([])
    expect(await refundHarness.payment(refund.payment_id)).toMatchObject({ amount_refunded: 400 })
  })

  test('a refund that stays unknown for an hour fails when it is resolved as not done, and frees its amount', async () => {
    const refund = await unresolved()
    expect(mustOf(await resolve(refund, { outcome: 'not_done' }))).toMatchObject({
      status: 'failed',
      failure_code: 'resolved_not_refunded',
      gateway_response: { resolution: { outcome: 'not_done', evidence } },
    })
    expect(await list()).toEqual([])
    expect(await refundHarness.payment(refund.payment_id)).toMatchObject({ amount_refunded: 0 })
    delete harness.processor.refund
    mustOf(await refundHarness.refund(refund.payment_id, { amount: 1000 }))
  })

  test('a void of the whole payment that stays unknown for an hour has succeeded when it is resolved as done', async () => {
    const refund = await unresolved({})
    expect(mustOf(await resolve(refund, { outcome: 'done' }))).toMatchObject({
      status: 'succeeded',
      awaits: null,
      gateway_response: { resolution: { operation: 'void' } },
    })
  })
})

test('a refund that was sent twice does not fail before it is known what became of each order', async () => {
  const { id } = await refundHarness.paid(1000)
  const { processor, services } = harness
  const { capabilities } = services.processor
  Object.assign(services.processor, { capabilities: { ...capabilities, repeatsRefunds: false } })
  const orders: string[] = []
  processor.refund = async (_payment, { order_id }) => {
    orders.push(order_id)
    return { outcome: 'unknown' }
  }
  processor.inquireRefund = async () => ({ outcome: orders.length === 1 ? 'not_found' : 'unknown' })
  const refund = mustOf(await refundHarness.refund(id, { amount: 400 }))
  await later(2 * hours)
  expect(orders).toHaveLength(2)
  expect(await list()).toMatchObject([{ id: refund.id }])
  const answers = (first: 'unknown' | 'not_found') => {
    processor.inquireRefund = async (_payment, { order_id }) =>
      order_id === orders[1] ? { outcome: 'refused', reason: 'no' } : { outcome: first }
  }
  answers('unknown')
  await later(hours)
  expect(await refundHarness.read(refund.id)).toMatchObject({ status: 'processing', awaits: 'processor' })
  answers('not_found')
  await later(hours)
  expect(await refundHarness.read(refund.id)).toMatchObject({ status: 'failed', awaits: null })
  expect(orders).toHaveLength(2)
})

test('a refund that waits for a batch to close is unresolved after two days, not after an hour', async () => {
  const refund = await silent()
  harness.processor.refund = async () => ({ outcome: 'later' })
  await later(20 * hours)
  expect(await list()).toEqual([])
  await later(29 * hours)
  expect((await list()).map(({ id }) => id)).toEqual([refund.id])
})

test('a refund that is not unresolved cannot be resolved', async () => {
  const refund = await silent()
  expect(codeOf(await resolve(refund, { outcome: 'not_done' }))).toBe('state_conflict')
  await later(61 * minutes)
  harness.clock.advance(minutes)
  mustOf(await resolve(refund, { outcome: 'not_done' }))
  expect(codeOf(await resolve(refund, { outcome: 'done' }))).toBe('state_conflict')
})
