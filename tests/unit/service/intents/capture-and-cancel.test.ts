import { describe, expect, test } from 'vitest'
import { paymentRef } from '../../../support/processor-references.ts'
import { doNotHonor, silentCard } from '../authorize/cards.ts'
import { codeOf, mustOf, openTill, type Till } from './payments-harness.ts'

/** An intent in each status that a card sale can bring it to. */
const intentIn = async (till: Till, status: string): Promise<string> => {
  const { id } = await till.intent({ amount: 1000, capture: status !== 'uncaptured' })
  if (status === 'cancelled') mustOf(await till.cancel(id))
  else if (status === 'declined') mustOf(await till.pay(id, doNotHonor))
  else if (status === 'processing') mustOf(await till.pay(id, silentCard))
  else if (status !== 'created') mustOf(await till.pay(id))
  return id
}

describe('capture (section 4.2)', () => {
  test('takes all that is authorized when no amount is sent', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    const intent = mustOf(await till.capture(id))
    expect(intent).toMatchObject({ status: 'captured', amount_captured: 1000, amount_voided: 0 })
    expect(intent.captured_at).not.toBeNull()
    expect(intent.latest_payment).toMatchObject({ status: 'captured', amount_captured: 1000 })
    expect(intent.latest_payment?.gateway_response).not.toHaveProperty('pending_operation')
  })

  test('releases the rest of a smaller capture', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    expect(mustOf(await till.capture(id, { amount: 300 }))).toMatchObject({
      amount_authorized: 1000,
      amount_captured: 300,
      amount_voided: 700,
    })
  })

  test.each([
    ['amount', { amount: 1001 }],
    ['merchant_amount', { amount: 500, merchant_amount: 501 }],
    ['payment_splits', { amount: 500, payment_splits: [{ amount: 501, account_id: 'ctrct_1' }] }],
    ['payment_splits', { merchant_amount: 400, payment_splits: [{ amount: 401, account_id: 'ctrct_1' }] }],
  ])('refuses a wrong %s and leaves the authorization as it was', async (param, body) => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    expect(await till.capture(id, body)).toMatchObject({
      ok: false,
      error: { code: 'parameter_invalid', param },
    })
    expect((await till.read(id)).status).toBe('uncaptured')
  })

  test('keeps the splits and the merchant amount of the capture', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    const payment_splits = [{ amount: 100, account_id: 'ctrct_1' }]
    const body = { amount: 500, merchant_amount: 450, payment_splits }
    expect(mustOf(await till.capture(id, body))).toMatchObject({ merchant_amount: 450, payment_splits })
  })

  test('happens once, even when it is asked for several times at the same moment', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    const results = await Promise.all([300, 400, 500].map((amount) => till.capture(id, { amount })))
    expect(results.map(codeOf).sort()).toEqual(['ok', 'state_conflict', 'state_conflict'])
    expect(codeOf(await till.capture(id))).toBe('state_conflict')
  })

  test('stays processing while the processor does not answer, and is settled by the repair job', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    till.processor.capture = () => Promise.reject(new Error('connection reset'))
    expect(mustOf(await till.capture(id, { amount: 600 })).status).toBe('processing')
    expect(codeOf(await till.cancel(id))).toBe('state_conflict')
    delete till.processor.capture
    await till.repair()
    expect(await till.read(id)).toMatchObject({
      status: 'captured',
      amount_captured: 600,
      amount_voided: 400,
    })
  })

  test('is undone when the processor refuses it', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    till.processor.capture = async () => ({ outcome: 'refused', reason: 'it expired' })
    expect(await till.capture(id)).toMatchObject({ ok: false, error: { code: 'state_conflict' } })
    expect(await till.read(id)).toMatchObject({ status: 'uncaptured', amount_captured: 0 })
  })
})

describe('cancel (section 4.2)', () => {
  test('ends an intent that nothing was paid on, with its reason', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'created')
    const intent = mustOf(await till.cancel(id, { cancellation_reason: 'abandoned' }))
    expect(intent).toMatchObject({ status: 'cancelled', cancellation_reason: 'abandoned' })
    expect(intent.cancelled_at).not.toBeNull()
  })

  test('releases an authorization at the processor', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    const intent = mustOf(await till.cancel(id, { cancellation_reason: 'requested_by_customer' }))
    expect(intent).toMatchObject({
      status: 'cancelled',
      amount_authorized: 1000,
      amount_captured: 0,
      amount_voided: 1000,
      latest_payment: { status: 'cancelled', cancel_reason: 'requested_by_customer' },
    })
    expect(await till.services.processor.inquire(paymentRef(intent.latest_payment?.id ?? ''))).toEqual({
      outcome: 'voided',
    })
  })

  test('voids a capture that is not settled, also one that took less than was authorized', async () => {
    const till = await openTill()
    const whole = await intentIn(till, 'captured')
    expect(mustOf(await till.cancel(whole))).toMatchObject({
      status: 'cancelled',
      amount_captured: 0,
      amount_voided: 1000,
      latest_payment: { status: 'voided' },
    })
    const part = await intentIn(till, 'uncaptured')
    mustOf(await till.capture(part, { amount: 1 }))
    expect(mustOf(await till.cancel(part))).toMatchObject({ amount_captured: 0, amount_voided: 1000 })
  })

  test('stays processing while the processor does not answer, and is settled by the repair job', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'captured')
    till.processor.void = async () => ({ outcome: 'unknown' })
    expect(mustOf(await till.cancel(id, { cancellation_reason: 'duplicate' }))).toMatchObject({
      status: 'processing',
      amount_captured: 1000,
    })
    delete till.processor.void
    await till.repair()
    expect(await till.read(id)).toMatchObject({ status: 'cancelled', cancellation_reason: 'duplicate' })
  })

  test('changes nothing when the processor refuses', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'captured')
    till.processor.void = async () => ({ outcome: 'refused', reason: 'it is settled' })
    expect(codeOf(await till.cancel(id))).toBe('state_conflict')
    expect(await till.read(id)).toMatchObject({ status: 'captured', amount_captured: 1000 })
  })

  test('races a capture: one of them wins, and the sums hold', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    const results = await Promise.all([till.capture(id), till.cancel(id)])
    expect(results.map(codeOf).sort()).toEqual(['ok', 'state_conflict'])
  })
})

describe('what may be done in which status (section 3.1, docs/decisions)', () => {
  test.each([
    ['created', { pay: 'ok', capture: 'state_conflict', cancel: 'ok' }],
    ['declined', { pay: 'ok', capture: 'state_conflict', cancel: 'ok' }],
    ['processing', { pay: 'state_conflict', capture: 'state_conflict', cancel: 'state_conflict' }],
    ['uncaptured', { pay: 'state_conflict', capture: 'ok', cancel: 'ok' }],
    ['captured', { pay: 'state_conflict', capture: 'state_conflict', cancel: 'ok' }],
    ['cancelled', { pay: 'state_conflict', capture: 'state_conflict', cancel: 'state_conflict' }],
  ])('%s', async (status, expected) => {
    const till = await openTill()
    const found = {
      pay: codeOf(await till.pay(await intentIn(till, status))),
      capture: codeOf(await till.capture(await intentIn(till, status))),
      cancel: codeOf(await till.cancel(await intentIn(till, status))),
    }
    expect(found).toEqual(expected)
  })
})

describe('idempotency of a capture (section 8)', () => {
  const idempotency = { scope: 'capture with key 1', fingerprint: 'same body', created_at: 0 }

  test('answers a repeat with the first answer, word for word, and asks the processor once', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    const capture = () =>
      till.call('payment_intents.capture', { params: { id }, body: { amount: 100 }, idempotency })
    const first = mustOf(await capture()) as { body: string }
    const second = mustOf(await capture()) as { body: string; replayed: boolean }
    expect(second).toMatchObject({ body: first.body, replayed: true })
    expect(JSON.parse(first.body)).toMatchObject({ status: 'captured', amount_captured: 100 })
  })

  test('gives the key back after a refusal', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    const capture = (amount: number) =>
      till.call('payment_intents.capture', { params: { id }, body: { amount }, idempotency })
    expect(codeOf(await capture(1001))).toBe('parameter_invalid')
    expect(codeOf(await capture(5))).toBe('ok')
  })

  test.each([
    ['capture', 'uncaptured', 'captured'],
    ['cancel', 'captured', 'cancelled'],
  ] as const)(
    'no %s whose outcome is not known is saved: a repeat answers how it is by then, and may ask again after a refusal',
    async (what, from, to) => {
      const till = await openTill()
      const id = await intentIn(till, from)
      const ask = () => till.call(`payment_intents.${what}`, { params: { id }, body: {}, idempotency })
      const method = what === 'cancel' ? 'void' : 'capture'
      till.processor[method] = async () => ({ outcome: 'unknown' })
      expect(await ask()).toMatchObject({ ok: true, value: { status: 'processing' } })
      expect(await ask()).toMatchObject({ ok: true, value: { status: 'processing' } })
      till.processor[method] = async () => ({ outcome: 'refused', reason: 'not today' })
      await till.repair()
      expect((await till.read(id)).status).toBe(from)
      delete till.processor[method]
      const done = mustOf(await ask()) as { body: string; replayed: boolean }
      expect(done.replayed).toBe(false)
      expect(JSON.parse(done.body)).toMatchObject({ status: to })
    },
  )

  test('a capture that was unknown, and is done by then, is answered to a repeat as captured', async () => {
    const till = await openTill()
    const id = await intentIn(till, 'uncaptured')
    const ask = () => till.call('payment_intents.capture', { params: { id }, body: {}, idempotency })
    till.processor.capture = async () => ({ outcome: 'unknown' })
    expect(await ask()).toMatchObject({ ok: true, value: { status: 'processing' } })
    delete till.processor.capture
    await till.repair()
    const done = mustOf(await ask()) as { body: string }
    expect(JSON.parse(done.body)).toMatchObject({ status: 'captured' })
    expect(await ask()).toMatchObject({ value: { body: done.body, replayed: true } })
  })
})
