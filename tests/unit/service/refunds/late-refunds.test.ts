import { beforeEach, describe, expect, test } from 'vitest'
import { decideFinishRefund } from '../../../../src-service/refunds/decide-finish-refund.ts'
import { loadRefundState } from '../../../../src-service/refunds/load.ts'
import type { Page } from '../../../../src-service/store/read-page.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { paymentRef } from '../../../support/processor-references.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from './refund-harness.ts'

const minutes = 60_000
const evidence = 'Ticket 4711 of the processor: found in their report of the day.'

let one: PaymentsHarness
let other: PaymentsHarness
let refundHarness: RefundHarness
beforeEach(async () => {
  one = await openPaymentsHarness()
  other = one.node()
  refundHarness = openRefundHarness(one)
})

const silence = (node: PaymentsHarness) => {
  const unknown = async () => ({ outcome: 'unknown' }) as const
  node.processor.refund = unknown
  node.processor.void = unknown
}
const list = async () =>
  (mustOf(await refundHarness.call('refunds.list_unresolved', { query: { limit: 10 } })) as Page<Refund>).data
const resolve = ({ id }: Pick<Refund, 'id'>, outcome: 'done' | 'not_done') =>
  refundHarness.call('refunds.resolve', { params: { id }, body: { evidence, outcome } }) as Promise<
    Result<Refund, never>
  >
const later = async (ms: number) => {
  one.clock.advance(ms)
  await one.repair()
}

/** A refund that was resolved as not done. @param body an empty body refunds everything, by a void */
async function resolvedAsNotDone(body: object = { amount: 400 }): Promise<Refund> {
  const { id } = await refundHarness.paid(1000)
  silence(one)
  const refund = mustOf(await refundHarness.refund(id, body))
  await later(61 * minutes)
  one.clock.advance(minutes)
  mustOf(await resolve(refund, 'not_done'))
  delete one.processor.refund
  delete one.processor.void
  return refund
}
/** The refund arrives at the bank after all. */
async function arrive({ id, payment_id, amount, gateway_response }: Refund): Promise<void> {
  const order_id = String(gateway_response.order_id)
  const reference = { refund_id: id, order_id, amount, begun_at: 0 }
  expect((await one.sandbox.refund(paymentRef(payment_id), reference)).outcome).toBe('done')
}
const events: string[] = []
beforeEach(() => {
  events.length = 0
  const { commit } = one.services.store
  one.services.store.commit = (set) => {
    events.push(...(set.events ?? []).map(({ type }) => type))
    return commit(set)
  }
})

describe('a refund that was resolved as not done but is paid after all', () => {
  test('a refund that was resolved as not done but is paid after all is logged, published and listed as unresolved', async () => {
    const refund = await resolvedAsNotDone()
    const logged: string[] = []
    one.services.log.error = (_: object, message: string) => void logged.push(message)
    await arrive(refund)
    expect(await list()).toEqual([])
    for (let pass = 0; pass < 3; pass += 1) await later(6 * minutes)
    expect(logged).toEqual(['refund.late'])
    expect(events.filter((type) => type === 'v2.refund.late')).toHaveLength(1)
    expect(await list()).toMatchObject([
      {
        id: refund.id,
        status: 'failed',
        gateway_response: { late_refunds: [{ operation: 'refund', resolution: null }] },
      },
    ])
  })

  test('a refund that was resolved as not done, whose answer arrives then, is not booked by that answer', async () => {
    const { account_id, id } = await resolvedAsNotDone()
    const state = mustOf(await loadRefundState(one.services.store, account_id, id))
    const answer = { outcome: 'done', operation: 'refund', retrieval_reference: 'r-1', sent: '' } as const
    const { clock, newId } = one.services
    const context = { now: clock.now(), verified: clock.verified(), newId, dated: clock.dated }
    expect(decideFinishRefund(state, answer, context)).toMatchObject({
      ok: true,
      value: { writes: [], events: [], reply: { status: 'failed' } },
    })
  })

  test('a refund that was resolved as not done is still looked for days later, and after a restart', async () => {
    const refund = await resolvedAsNotDone()
    for (let day = 0; day < 5; day += 1) await later(24 * 60 * minutes)
    await arrive(refund)
    one = await one.restart()
    refundHarness = openRefundHarness(one)
    await later(25 * 60 * minutes)
    expect((await list()).map(({ id }) => id)).toEqual([refund.id])
  })

  test('a refund that was resolved as not done but is paid after all is booked as done while its amount is free', async () => {
    const refund = await resolvedAsNotDone()
    await arrive(refund)
    await later(6 * minutes)
    expect(mustOf(await resolve(refund, 'done'))).toMatchObject({
      status: 'processing',
      awaits: 'settlement',
      failure_code: null,
      gateway_response: { late_refunds: [{ resolution: { outcome: 'done', evidence, key_id: 'key_test' } }] },
    })
    expect(await refundHarness.payment(refund.payment_id)).toMatchObject({ amount_refunded: 400 })
    expect(await list()).toEqual([])
    await later(24 * 60 * minutes)
    expect(await list()).toEqual([])
  })

  test('a late refund whose amount was refunded again cannot be booked, and stays listed until it is resolved', async () => {
    const refund = await resolvedAsNotDone()
    mustOf(await refundHarness.refund(refund.payment_id, { amount: 650 }))
    one.processor.inquireRefund = async (_, { refund_id }) =>
      refund_id === refund.id
        ? { outcome: 'done', retrieval_reference: '632500000042' }
        : { outcome: 'not_found' }
    await later(6 * minutes)
    expect(codeOf(await resolve(refund, 'done'))).toBe('state_conflict')
    expect((await list()).map(({ id }) => id)).toEqual([refund.id])
    expect(mustOf(await resolve(refund, 'not_done'))).toMatchObject({ status: 'failed' })
    expect(await list()).toEqual([])
    expect(await refundHarness.payment(refund.payment_id)).toMatchObject({ amount_refunded: 650 })
  })

  test('a refund that was sent twice and is paid out twice after all is booked once, and the second stays listed', async () => {
    const { id } = await refundHarness.paid(1000)
    const { processor, services } = one
    const { capabilities } = services.processor
    Object.assign(services.processor, { capabilities: { ...capabilities, repeatsRefunds: false } })
    const orders: string[] = []
    processor.refund = async (_payment, { order_id }) => {
      orders.push(order_id)
      return { outcome: 'unknown' }
    }
    processor.inquireRefund = async () => ({ outcome: orders.length === 1 ? 'not_found' : 'unknown' })
    const refund = mustOf(await refundHarness.refund(id, { amount: 400 }))
    await later(120 * minutes)
    expect(orders).toHaveLength(2)
    one.clock.advance(minutes)
    mustOf(await resolve(refund, 'not_done'))
    processor.inquireRefund = async (_payment, { order_id }) => ({
      outcome: 'done',
      retrieval_reference: `63250000000${orders.indexOf(order_id)}`,
    })
    await later(6 * minutes)
    expect(mustOf(await resolve(refund, 'done'))).toMatchObject({ status: 'processing', amount: 400 })
    expect(codeOf(await resolve(refund, 'done'))).toBe('state_conflict')
    expect(await refundHarness.payment(id)).toMatchObject({ amount_refunded: 400 })
    expect((await list()).map((listed) => listed.id)).toEqual([refund.id])
  })

  test('a refund that was resolved as not done but is voided after all is found too, and booked as succeeded', async () => {
    const refund = await resolvedAsNotDone({})
    expect((await one.sandbox.void(paymentRef(refund.payment_id))).outcome).toBe('done')
    await later(6 * minutes)
    expect(await list()).toMatchObject([
      { id: refund.id, gateway_response: { late_refunds: [{ operation: 'void' }] } },
    ])
    expect(mustOf(await resolve(refund, 'done'))).toMatchObject({ status: 'succeeded', awaits: null })
    expect(await refundHarness.payment(refund.payment_id)).toMatchObject({ amount_refunded: 1000 })
  })

  test('a refund that was resolved as not done is looked for again soon while inquiries about its void get no answer', async () => {
    const refund = await resolvedAsNotDone({})
    one.processor.inquire = async () => ({ outcome: 'unknown' })
    for (let pass = 0; pass < 24; pass += 1) await later(60 * minutes)
    delete one.processor.inquire
    expect((await one.sandbox.void(paymentRef(refund.payment_id))).outcome).toBe('done')
    await later(6 * minutes)
    expect((await list()).map(({ id }) => id)).toEqual([refund.id])
  })

  test('a new void after a refund was resolved as not done does not count as the first one carried out late', async () => {
    const refund = await resolvedAsNotDone({})
    expect(mustOf(await refundHarness.refund(refund.payment_id))).toMatchObject({ status: 'succeeded' })
    for (let pass = 0; pass < 3; pass += 1) await later(30 * minutes)
    expect(await list()).toEqual([])
  })

  test('a payment that is voided during an inquiry does not count as a refund that was carried out late', async () => {
    const refund = await resolvedAsNotDone({})
    const { payment_intent_id } = await refundHarness.payment(refund.payment_id)
    one.processor.inquire = async (asked) => {
      delete one.processor.inquire
      mustOf(await other.cancel(payment_intent_id))
      return one.sandbox.inquire(asked)
    }
    await later(6 * minutes)
    expect((await refundHarness.payment(refund.payment_id)).status).toBe('voided')
    await later(30 * minutes)
    expect(await list()).toEqual([])
  })
})

describe('a refund that another node is sending', () => {
  /** Runs `meanwhile` just before the node's next write of a refund. */
  const heldUp = (node: PaymentsHarness, meanwhile: () => Promise<void>) => {
    const { commit } = node.services.store
    node.services.store.commit = async (set) => {
      if (!set.writes.some(({ kind }) => kind === 'refund')) return commit(set)
      node.services.store.commit = commit
      await meanwhile()
      return commit(set)
    }
  }

  test('a refund that another node is about to send is not sent after it was resolved as not done', async () => {
    const { id } = await refundHarness.paid(1000)
    silence(one)
    const refund = mustOf(await refundHarness.refund(id, { amount: 400 }))
    one.clock.advance(61 * minutes)
    let sent = 0
    other.processor.refund = async (...asked) => {
      sent += 1
      return other.sandbox.refund(...asked)
    }
    heldUp(other, async () => {
      await one.repair()
      one.clock.advance(minutes)
      mustOf(await resolve(refund, 'not_done'))
    })
    await other.repair()
    expect(sent).toBe(0)
    expect(await refundHarness.read(refund.id)).toMatchObject({ status: 'failed' })
  })

  test('a refund that another node has sent meanwhile is not sent by this node as well', async () => {
    const { id } = await refundHarness.paid(1000)
    silence(one)
    mustOf(await refundHarness.refund(id, { amount: 400 }))
    one.clock.advance(minutes)
    let sent = 0
    other.processor.refund = async (...asked) => {
      sent += 1
      return other.sandbox.refund(...asked)
    }
    heldUp(other, () => one.repair())
    await other.repair()
    expect(sent).toBe(0)
  })

  test('a refund that another node has sent since does not fail because of an older refusal', async () => {
    const { id } = await refundHarness.paid(1000)
    silence(one)
    const refund = mustOf(await refundHarness.refund(id, { amount: 400 }))
    one.clock.advance(minutes)
    other.processor.refund = async (...asked) => {
      await other.sandbox.refund(...asked)
      return { outcome: 'unknown' }
    }
    one.processor.refund = async () => {
      one.clock.advance(1_000)
      await other.repair()
      return { outcome: 'refused', reason: 'try again later' }
    }
    await one.repair()
    expect(await refundHarness.read(refund.id)).toMatchObject({ awaits: 'processor' })
    delete one.processor.refund
    await later(minutes)
    expect(await refundHarness.read(refund.id)).toMatchObject({ awaits: 'settlement' })
    expect(await refundHarness.payment(id)).toMatchObject({ amount_refunded: 400 })
  })
})
