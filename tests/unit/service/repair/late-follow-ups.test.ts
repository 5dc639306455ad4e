import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '../../../../src-service/store/read-page.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { harshBank } from '../../../support/harsh-bank.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
const evidence = 'Ticket 4711 of the processor: found in their report of the day.'

const { openBank } = harshBank(() => ({ kind: 'none' }))
let harness: PaymentsHarness
const events: string[] = []
beforeEach(async () => {
  events.length = 0
  harness = await openPaymentsHarness(undefined, openBank)
  const { commit } = harness.services.store
  harness.services.store.commit = (set) => {
    events.push(...(set.events ?? []).map(({ type }) => type))
    return commit(set)
  }
})

type Operation = 'capture' | 'void'
/** Loses every request and answer. @returns the requests that were sent */
function silence(): Operation[] {
  const sent: Operation[] = []
  const lose = (operation: Operation) => async () => {
    sent.push(operation)
    return { outcome: 'unknown' } as const
  }
  harness.processor.capture = lose('capture')
  harness.processor.void = lose('void')
  return sent
}
const listen = () => {
  delete harness.processor.capture
  delete harness.processor.void
}
const later = async (ms: number) => {
  harness.clock.advance(ms)
  await harness.repair()
}
const list = async () => (mustOf(await harness.call('payments.list_unresolved')) as Page<Payment>).data
const resolve = (payment: Payment, outcome: 'done' | 'not_done') =>
  harness.call('payments.resolve', { params: { id: payment.id }, body: { evidence, outcome } })
const reference = (payment: Payment) => ({
  ...{ payment_id: payment.id, account_id: payment.account_id, amount: payment.amount, currency: 'USD' },
  ...{ order_id: String(payment.gateway_response.order_id), rail: 'card' as const, hsn: null, begun_at: 0 },
  retrieval_reference: String(payment.gateway_response.retrieval_reference),
})

/** A capture or void that had no answer for an hour. */
async function unresolved(operation: Operation): Promise<Payment> {
  const { id } = await harness.intent({ capture: false })
  const { payment } = mustOf(await harness.pay(id))
  silence()
  mustOf(operation === 'capture' ? await harness.capture(id, { amount: 800 }) : await harness.cancel(id))
  await later(60 * minutes)
  expect((await list()).map((one) => one.id)).toEqual([payment.id])
  return payment
}
async function resolvedAsNotDone(operation: Operation): Promise<Payment> {
  const payment = await unresolved(operation)
  harness.clock.advance(minutes)
  mustOf(await resolve(payment, 'not_done'))
  listen()
  return payment
}
const arrive = async (operation: Operation, payment: Payment) => {
  const bank = harness.sandbox
  const answer = await (operation === 'capture'
    ? bank.capture(reference(payment), 800)
    : bank.void(reference(payment)))
  expect(answer.outcome).toBe('done')
}

describe.each(['capture', 'void'] as const)('a %s that is unresolved', (operation) => {
  test(`a ${operation} that is unresolved is not sent again, since a person may be handling it`, async () => {
    await unresolved(operation)
    const sent = silence()
    for (let pass = 0; pass < 4; pass += 1) await later(60 * minutes)
    expect(sent).toEqual([])
  })

  test(`a ${operation} that is unresolved is found and recorded when the processor carries it out`, async () => {
    const payment = await unresolved(operation)
    listen()
    await arrive(operation, payment)
    await later(60 * minutes)
    expect(await harness.read(payment.payment_intent_id)).toMatchObject(
      operation === 'capture'
        ? { status: 'captured', amount_captured: 800, amount_voided: 434 }
        : { status: 'cancelled', amount_voided: 1234 },
    )
    expect(await list()).toEqual([])
  })

  test(`a ${operation} that is unresolved stays so while the processor does not find it`, async () => {
    const payment = await unresolved(operation)
    listen()
    await later(60 * minutes)
    expect((await list()).map(({ id }) => id)).toEqual([payment.id])
  })
})

describe.each(['capture', 'void'] as const)('a %s that was resolved as not done', (operation) => {
  test(`a ${operation} resolved as not done but carried out after all is logged, published and listed as unresolved`, async () => {
    const payment = await resolvedAsNotDone(operation)
    const logged: string[] = []
    harness.services.log.error = (_: object, message: string) => void logged.push(message)
    await later(6 * minutes)
    expect(await list()).toEqual([])
    await arrive(operation, payment)
    for (let pass = 0; pass < 3; pass += 1) await later(30 * minutes)
    expect(logged).toEqual([`repair.late_${operation}`])
    expect(events.filter((type) => type === `v2.payment.late_${operation}`)).toHaveLength(1)
    expect(await list()).toMatchObject([
      {
        id: payment.id,
        status: 'uncaptured',
        gateway_response: { late_follow_ups: [{ asked: { operation }, resolution: null }] },
      },
    ])
  })

  test(`a ${operation} that was resolved as not done is still looked for days later, and after a restart`, async () => {
    const payment = await resolvedAsNotDone(operation)
    for (let day = 0; day < 5; day += 1) await later(days)
    await arrive(operation, payment)
    harness = await harness.restart()
    await later(days)
    expect((await list()).map(({ id }) => id)).toEqual([payment.id])
  })

  test(`a ${operation} resolved as not done but carried out after all is booked when a person resolves it as done`, async () => {
    const payment = await resolvedAsNotDone(operation)
    await arrive(operation, payment)
    await later(6 * minutes)
    const intent = mustOf(await resolve(payment, 'done')) as PaymentIntent
    expect(intent).toMatchObject(
      operation === 'capture'
        ? { status: 'captured', amount_captured: 800, amount_voided: 434 }
        : { status: 'cancelled', amount_voided: 1234 },
    )
    expect(intent.latest_payment?.gateway_response.late_follow_ups).toMatchObject([
      { resolution: { outcome: 'done', evidence, key_id: 'key_test' } },
    ])
    expect(await list()).toEqual([])
  })

  test(`a ${operation} resolved as not done but carried out after all is not booked when a person resolves it otherwise`, async () => {
    const payment = await resolvedAsNotDone(operation)
    await arrive(operation, payment)
    await later(6 * minutes)
    expect(mustOf(await resolve(payment, 'not_done'))).toMatchObject({ status: 'uncaptured' })
    expect(await list()).toEqual([])
    for (let day = 0; day < 9; day += 1) await later(days)
    expect(await list()).toEqual([])
  })

  test(`a ${operation} that was resolved as not done and is requested again does not count as carried out late`, async () => {
    const payment = await resolvedAsNotDone(operation)
    const intentId = payment.payment_intent_id
    const again = operation === 'capture' ? await harness.capture(intentId) : await harness.cancel(intentId)
    expect(mustOf(again).status).toBe(operation === 'capture' ? 'captured' : 'cancelled')
    for (let pass = 0; pass < 3; pass += 1) await later(30 * minutes)
    expect(await list()).toEqual([])
  })

  test(`a ${operation} that was resolved as not done twice is watched twice`, async () => {
    const payment = await resolvedAsNotDone(operation)
    silence()
    const intentId = payment.payment_intent_id
    mustOf(operation === 'capture' ? await harness.capture(intentId) : await harness.cancel(intentId))
    await later(61 * minutes)
    harness.clock.advance(minutes)
    expect(codeOf(await resolve(payment, 'not_done'))).toBe('ok')
    const watched = await harness.services.store.list('quarantine', { where: [], limit: 10 })
    expect(watched).toHaveLength(2)
  })
})

test('a capture that is found after its payment was voided cannot be booked: it stays listed until it is resolved', async () => {
  const payment = await resolvedAsNotDone('capture')
  mustOf(await harness.cancel(payment.payment_intent_id))
  // The bank has captured it nevertheless.
  harness.processor.inquire = async () => ({
    ...{ outcome: 'approved', amount_authorized: 1234, auth_code: '1', retrieval_reference: 'r-1' },
    ...{ response_code: '000', response_text: 'Approval', avs: null, cvv: null, batch_id: '7' },
    ...{ funding: 'credit', entry_mode: null, emv: null, receipt: null, card: null },
  })
  await later(6 * minutes)
  expect((await list()).map(({ id }) => id)).toEqual([payment.id])
  expect(codeOf(await resolve(payment, 'done'))).toBe('state_conflict')
  mustOf(await resolve(payment, 'not_done'))
  expect(await list()).toEqual([])
  expect((await harness.read(payment.payment_intent_id)).status).toBe('cancelled')
})

test('a void that is found after its payment was captured is booked, but not once a part of it was refunded', async () => {
  const foundAfterCapture = async (refunded: number) => {
    const payment = await resolvedAsNotDone('void')
    mustOf(await harness.capture(payment.payment_intent_id))
    const amount = { amount: refunded }
    if (refunded > 0) mustOf(await openRefundHarness(harness).refund(payment.id, amount))
    // The bank has voided it nevertheless.
    harness.processor.inquire = async () => ({ outcome: 'voided' })
    await later(6 * minutes)
    delete harness.processor.inquire
    return payment
  }
  const whole = await foundAfterCapture(0)
  mustOf(await resolve(whole, 'done'))
  expect(await harness.read(whole.payment_intent_id)).toMatchObject({
    ...{ status: 'cancelled', amount_captured: 0, latest_payment: { status: 'voided' } },
  })
  const part = await foundAfterCapture(300)
  expect(codeOf(await resolve(part, 'done'))).toBe('state_conflict')
  expect((await harness.read(part.payment_intent_id)).amount_captured).toBe(1234)
})

test('a payment that is voided during an inquiry does not count as one whose first void was carried out late', async () => {
  const payment = await resolvedAsNotDone('void')
  harness.processor.inquire = async (asked) => {
    delete harness.processor.inquire
    mustOf(await harness.node().cancel(payment.payment_intent_id))
    return harness.sandbox.inquire(asked)
  }
  await later(6 * minutes)
  expect((await harness.read(payment.payment_intent_id)).status).toBe('cancelled')
  await later(30 * minutes)
  expect(await list()).toEqual([])
})
