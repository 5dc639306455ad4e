import { beforeEach, describe, expect, test } from 'vitest'
import type { Trouble } from '../../../../src-service/processor/harsh/trouble.ts'
import { lateAuthorizationsOf } from '../../../../src-service/repair/late-authorization.ts'
import type { Page } from '../../../../src-service/store/read-page.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { chargesOf, harshBank } from '../../../support/harsh-bank.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
const evidence = 'Ticket 4711 of the processor: found in their report of the day.'

let authorization: Trouble = { kind: 'none' }
const { openBank, books } = harshBank((question) =>
  question === 'authorize' ? authorization : { kind: 'none' },
)
let harness: PaymentsHarness
beforeEach(async () => {
  harness = await openPaymentsHarness(undefined, openBank)
})
const later = async (ms: number) => {
  harness.clock.advance(ms)
  await harness.repair()
}
const list = async () => (mustOf(await harness.call('payments.list_unresolved')) as Page<Payment>).data
const resolve = (payment: Payment, outcome: 'done' | 'not_done', more = {}) =>
  harness.call('payments.resolve', { params: { id: payment.id }, body: { evidence, outcome, ...more } })
const readOf = async ({ payment_intent_id, id }: Payment) =>
  (await harness.payments(payment_intent_id)).find((one) => one.id === id) as Payment

/** A late authorization that was found, and whose void gets no answer. */
async function stray(): Promise<Payment> {
  authorization = { kind: 'late', afterMs: 152_000 }
  const { id } = await harness.intent()
  const { payment } = mustOf(await harness.pay(id))
  authorization = { kind: 'none' }
  await later(61_000)
  harness.processor.void = async () => ({ outcome: 'unknown' })
  await later(5 * minutes)
  expect((await list()).map((one) => one.id)).toEqual([payment.id])
  return payment
}

describe('a late authorization whose void is never confirmed', () => {
  test('a late authorization whose void is never confirmed is closed by a person, with evidence', async () => {
    const payment = await stray()
    harness.processor.inquire = async () => ({ outcome: 'not_found' })
    for (let day = 0; day < 10; day += 1) await later(days)
    expect(await list()).toHaveLength(1)
    mustOf(await resolve(payment, 'done'))
    expect(lateAuthorizationsOf(await readOf(payment))).toMatchObject([
      {
        amount: 1234,
        taken_back_at: expect.any(String),
        resolution: { outcome: 'done', evidence, key_id: 'key_test' },
      },
    ])
    expect(await list()).toEqual([])
    expect(codeOf(await resolve(payment, 'done'))).toBe('state_conflict')
    await later(days)
    expect(await harness.services.store.get('quarantine', payment.account_id, payment.id)).toMatchObject({
      document: { due_at: null },
    })
  })

  test('a late authorization that a person resolved as not_done, having handled it otherwise, is no longer voided', async () => {
    const payment = await stray()
    harness.clock.advance(minutes)
    mustOf(await resolve(payment, 'not_done'))
    delete harness.processor.void
    for (let pass = 0; pass < 4; pass += 1) await later(3 * 60 * minutes)
    expect(chargesOf(books())).toHaveLength(1)
    expect(await list()).toEqual([])
    expect(lateAuthorizationsOf(await readOf(payment))).toMatchObject([
      { taken_back_at: null, resolution: { outcome: 'not_done' } },
    ])
  })

  test('a late authorization cannot be resolved while its void or refund may still be answered', async () => {
    const payment = await stray()
    expect(codeOf(await resolve(payment, 'not_done'))).toBe('state_conflict')
    expect(codeOf(await resolve(payment, 'done'))).toBe('state_conflict')
    harness.clock.advance(minutes)
    expect(codeOf(await resolve(payment, 'done'))).toBe('ok')
  })

  test('a late authorization that was resolved while another node processed it is not voided by that node', async () => {
    const payment = await stray()
    const other = harness.node()
    let voids = 0
    other.processor.void = async (...asked) => {
      voids += 1
      return harness.sandbox.void(...asked)
    }
    other.processor.inquire = async (asked) => {
      delete other.processor.inquire
      mustOf(await resolve(payment, 'not_done'))
      return harness.sandbox.inquire(asked)
    }
    harness.clock.advance(2 * minutes)
    await other.repair()
    expect(voids).toBe(0)
    expect(chargesOf(books())).toHaveLength(1)
  })

  test('resolving a late authorization does not change the payment that has paid the intent since', async () => {
    const payment = await stray()
    mustOf(await harness.pay(payment.payment_intent_id))
    harness.clock.advance(minutes)
    expect(mustOf(await resolve(payment, 'done'))).toMatchObject({
      status: 'captured',
      amount_captured: 1234,
    })
    const intent = await harness.read(payment.payment_intent_id)
    expect(intent.latest_payment?.id).not.toBe(payment.id)
    expect(intent.latest_payment?.gateway_response.late_authorizations).toBeUndefined()
  })

  test('a late authorization is identified by its retrieval reference when several are open', async () => {
    const payment = await stray()
    harness.clock.advance(minutes)
    expect(codeOf(await resolve(payment, 'done', { retrieval_reference: 'another' }))).toBe('state_conflict')
    const [late] = lateAuthorizationsOf(await readOf(payment))
    const named = { retrieval_reference: late?.retrieval_reference }
    expect(codeOf(await resolve(payment, 'done', named))).toBe('ok')
  })
})
