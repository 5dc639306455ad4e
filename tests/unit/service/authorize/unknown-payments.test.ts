import { describe, expect, test, vi } from 'vitest'
import { noDetails } from '../../../../src-service/processor/decision.ts'
import { abandon, mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'
import { doNotHonor, silentCard } from './cards.ts'
import { ready } from './ready-intent.ts'

describe('an unknown outcome', () => {
  test('an unknown outcome leaves the intent processing, is not saved, and is resolved by the repair job', async () => {
    const harness = await openPaymentsHarness()
    const { id, method } = await ready(harness, silentCard)
    const scope = 'tenant account POST path a-key-of-ten'
    const idempotency = { scope, fingerprint: 'f', created_at: harness.clock.now() }
    const body = { payment_method_id: method.id }
    const first = await harness.call('payments.create', { params: { id }, body, idempotency })
    expect(first).toMatchObject({ ok: true, value: { status: 'processing' } })
    expect(await harness.services.store.idempotencyRecord(scope)).toMatchObject({ answer: null })
    const repeat = () => harness.call('payments.create', { params: { id }, body, idempotency })
    expect(await repeat()).toMatchObject({ ok: true, value: { status: 'processing' } })
    harness.clock.advance(30_000)
    await harness.repair()
    expect(await harness.read(id)).toMatchObject({ status: 'captured', amount_captured: 1234 })
    const saved = mustOf(await repeat()) as { body: string }
    expect(JSON.parse(saved.body)).toMatchObject({ status: 'captured' })
    expect(await repeat()).toMatchObject({ value: { body: saved.body, replayed: true } })
  })

  test('when an unknown payment turns out declined, a repeat of its request returns the decline and charges nothing', async () => {
    const harness = await openPaymentsHarness()
    const { id, method } = await ready(harness)
    const idempotency = { scope: 'tenant account POST path a-key-of-ten', fingerprint: 'f', created_at: 0 }
    const repeat = () =>
      harness.call('payments.create', { params: { id }, body: { payment_method_id: method.id }, idempotency })
    harness.processor.authorize = async () => ({ outcome: 'unknown' })
    expect(await repeat()).toMatchObject({ ok: true, value: { status: 'processing' } })
    harness.processor.inquire = async () => ({
      outcome: 'declined',
      response_code: '116',
      response_text: 'Insufficient funds',
      category: 'insufficient_funds',
      retryable: 'later',
      ...noDetails,
      retrieval_reference: '600100000001',
      avs: null,
      cvv: null,
    })
    await harness.repair()
    const asked = vi.fn(harness.sandbox.authorize)
    harness.processor.authorize = asked
    const answered = mustOf(await repeat()) as { body: string }
    expect(JSON.parse(answered.body)).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed' },
    })
    expect(asked).not.toHaveBeenCalled()
    expect(await harness.payments(id)).toHaveLength(1)
  })

  test('a repeat after the service died with the payment journaled does not charge again', async () => {
    const before = await openPaymentsHarness()
    const { id, method } = await ready(before)
    const idempotency = { scope: 'tenant account POST path a-key-of-ten', fingerprint: 'f', created_at: 0 }
    const parts = { params: { id }, body: { payment_method_id: method.id }, idempotency }
    const asked = new Promise<void>((resolve) => {
      before.processor.authorize = async () => {
        resolve()
        return new Promise(() => {})
      }
    })
    abandon(before.call('payments.create', parts))
    await asked
    const harness = await before.restart()
    await harness.services.store.purgeIdempotency({ answersBefore: 0, claimsBefore: Number.MAX_SAFE_INTEGER })
    await harness.repair()
    const answered = mustOf(await harness.call('payments.create', parts)) as { body: string }
    expect(JSON.parse(answered.body)).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed', failure_code: 'not_processed' },
    })
    expect(await harness.payments(id)).toHaveLength(1)
  })

  test.each([
    ['before the processor was asked', async () => new Promise<never>(() => {}), 'created'],
    ['before its answer was written down', null, 'captured'],
  ])(
    'an outcome that is unknown because the service died %s is resolved after the restart',
    async (_, authorize, status) => {
      const before = await openPaymentsHarness()
      const { id, pay } = await ready(before, { cvv: '123' })
      const asked = new Promise<void>((resolve) => {
        before.processor.authorize = async (request) => {
          if (authorize === null) await before.sandbox.authorize(request)
          resolve()
          return new Promise(() => {})
        }
      })
      abandon(pay())
      await asked
      const harness = await before.restart()
      expect((await harness.read(id)).status).toBe('processing')
      await harness.repair()
      expect((await harness.read(id)).status).toBe(status)
      const [payment] = await harness.payments(id)
      expect(payment?.status).toBe(status === 'created' ? 'failed' : 'captured')
    },
  )
})

describe('idempotency', () => {
  test('an idempotency key returns a decline again with the same body, without asking the bank', async () => {
    const harness = await openPaymentsHarness()
    const { id, method } = await ready(harness, doNotHonor)
    const idempotency = {
      scope: 'tenant account POST path a-key-of-ten',
      fingerprint: 'f',
      created_at: harness.clock.now(),
    }
    const parts = { params: { id }, body: { payment_method_id: method.id }, idempotency }
    const first = mustOf(await harness.call('payments.create', parts)) as { body: string }
    expect(JSON.parse(first.body)).toMatchObject({ latest_payment: { status: 'failed' } })
    const asked = vi.fn(harness.sandbox.authorize)
    harness.processor.authorize = asked
    expect(await harness.call('payments.create', parts)).toMatchObject({
      value: { body: first.body, replayed: true },
    })
    expect(asked).not.toHaveBeenCalled()
  })
})
