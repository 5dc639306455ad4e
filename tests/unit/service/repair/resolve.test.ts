import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '../../../../src-service/store/read-page.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { harshBank } from '../../../support/harsh-bank.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const minutes = 60_000
const evidence = 'Ticket 4711 of the processor: found in their report of the day.'

let harness: PaymentsHarness
beforeEach(async () => {
  harness = await openPaymentsHarness()
})

const silence = () => {
  const unknown = async () => ({ outcome: 'unknown' }) as const
  harness.processor.inquire = unknown
  harness.processor.void = unknown
  harness.processor.capture = unknown
  harness.processor.authorize = unknown
}

/** An authorization about which the service has stopped asking. */
async function unresolved(): Promise<Payment> {
  const { id } = await harness.intent()
  silence()
  const { payment } = mustOf(await harness.pay(id))
  harness.clock.advance(10 * minutes)
  for (let pass = 0; pass < 3; pass += 1) await harness.repair()
  // The last void is no longer in transit.
  harness.clock.advance(minutes)
  return payment
}
const list = async () =>
  mustOf(await harness.call('payments.list_unresolved', { caller: { ...harness.caller } })) as Page<Payment>
const resolve = (payment: Payment, body: object) =>
  harness.call('payments.resolve', { params: { id: payment.id }, body: { evidence, ...body } })

describe('an authorization of unknown outcome after three voids', () => {
  test('an authorization of unknown outcome after three voids is listed, with an event, and stays processing', async () => {
    const payment = await unresolved()
    const { data } = await list()
    expect(data).toMatchObject([{ id: payment.id, status: 'processing' }])
    expect(data[0]?.gateway_response.pending_operation).toMatchObject({ void_attempts: 3 })
  })

  test('an authorization of unknown outcome after three voids is listed by a later pass if the service died before', async () => {
    const { id } = await harness.intent()
    silence()
    const { payment } = mustOf(await harness.pay(id))
    harness.clock.advance(10 * minutes)
    for (let pass = 0; pass < 2; pass += 1) await harness.repair()
    harness.processor.void = async () => {
      harness.services.store.commit = () => Promise.reject(new Error('the process is ending'))
      return { outcome: 'unknown' }
    }
    await harness.repair()
    harness = await harness.restart()
    silence()
    expect((await list()).data).toEqual([])
    await harness.repair()
    expect((await list()).data).toMatchObject([{ id: payment.id, status: 'processing' }])
  })

  test('an authorization of unknown outcome is not listed while the service still sends voids itself', async () => {
    const { id } = await harness.intent()
    silence()
    mustOf(await harness.pay(id))
    harness.clock.advance(10 * minutes)
    for (let pass = 0; pass < 2; pass += 1) await harness.repair()
    expect((await list()).data).toEqual([])
  })

  test('an authorization of unknown outcome is captured when resolved as done, and keeps the key and the evidence', async () => {
    const payment = await unresolved()
    const intent = mustOf(
      await resolve(payment, { outcome: 'done', retrieval_reference: '632500000042', amount: 1000 }),
    ) as PaymentIntent
    expect(intent).toMatchObject({ status: 'captured', amount_captured: 1000 })
    expect(intent.latest_payment?.gateway_response).toMatchObject({
      retrieval_reference: '632500000042',
      resolution: { outcome: 'done', operation: 'authorize', evidence, key_id: 'key_test' },
    })
    expect((await list()).data).toEqual([])
  })

  test('an authorization of unknown outcome fails, and opens the intent, when it is resolved as not done', async () => {
    const payment = await unresolved()
    const intent = mustOf(await resolve(payment, { outcome: 'not_done' })) as PaymentIntent
    expect(intent).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed', failure_code: 'resolved_not_charged' },
    })
  })

  test.each([
    ['done without the processor’s reference', { outcome: 'done' }, 'parameter_missing'],
    [
      'done with more than the requested amount',
      { outcome: 'done', retrieval_reference: 'x', amount: 9999 },
      'parameter_invalid',
    ],
    [
      'done with an amount of zero',
      { outcome: 'done', retrieval_reference: 'x', amount: 0 },
      'parameter_invalid',
    ],
  ])(
    'an authorization of unknown outcome after three voids cannot be resolved as %s',
    async (_, body, code) => {
      const payment = await unresolved()
      expect(codeOf(await resolve(payment, body))).toBe(code)
      expect((await list()).data).toHaveLength(1)
    },
  )
})

test('a payment that is not unresolved cannot be resolved', async () => {
  const { id } = await harness.intent()
  const { payment } = mustOf(await harness.pay(id))
  expect(codeOf(await resolve(payment, { outcome: 'not_done' }))).toBe('state_conflict')
  expect((await harness.read(id)).status).toBe('captured')
})

test('a capture that stays unknown for an hour is unresolved, and ends as the evidence states', async () => {
  const { id } = await harness.intent({ capture: false })
  const { payment } = mustOf(await harness.pay(id))
  silence()
  mustOf(await harness.capture(id))
  harness.clock.advance(59 * minutes)
  await harness.repair()
  expect((await list()).data).toEqual([])
  harness.clock.advance(minutes)
  await harness.repair()
  expect((await list()).data).toHaveLength(1)
  expect(codeOf(await resolve(payment, { outcome: 'not_done' }))).toBe('state_conflict')
  harness.clock.advance(minutes)
  const intent = mustOf(await resolve(payment, { outcome: 'not_done' })) as PaymentIntent
  expect(intent).toMatchObject({ status: 'uncaptured', amount_captured: 0 })
})

test('an authorization resolved as not done is still watched in case it arrives', async () => {
  const { openBank } = harshBank(() => ({ kind: 'none' }))
  harness = await openPaymentsHarness(undefined, openBank)
  const payment = await unresolved()
  mustOf(await resolve(payment, { outcome: 'not_done' }))
  expect(await harness.services.store.get('quarantine', payment.account_id, payment.id)).not.toBeNull()
})
