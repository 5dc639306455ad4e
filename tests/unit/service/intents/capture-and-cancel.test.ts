import { describe, expect, test } from 'vitest'
import { bothBanks } from '../../../support/banks.ts'
import { paymentRef } from '../../../support/processor-references.ts'
import { doNotHonor } from '../authorize/cards.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

/** Creates an intent in one of the statuses that a card sale can reach. */
const intentIn = async (harness: PaymentsHarness, status: string): Promise<string> => {
  const { id } = await harness.intent({ amount: 1000, capture: status !== 'uncaptured' })
  if (status === 'cancelled') mustOf(await harness.cancel(id))
  else if (status === 'declined') mustOf(await harness.pay(id, doNotHonor))
  else if (status === 'processing') {
    harness.processor.authorize = async () => ({ outcome: 'unknown' })
    mustOf(await harness.pay(id))
  } else if (status !== 'created') mustOf(await harness.pay(id))
  return id
}

describe.each(bothBanks)('with the bank %s', (_, openBank) => {
  const openHarness = () => openPaymentsHarness(undefined, openBank())

  describe('capture (section 4.2)', () => {
    test('a capture without an amount takes everything that is authorized', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const intent = mustOf(await harness.capture(id))
      expect(intent).toMatchObject({ status: 'captured', amount_captured: 1000, amount_voided: 0 })
      expect(intent.captured_at).not.toBeNull()
      expect(intent.latest_payment).toMatchObject({ status: 'captured', amount_captured: 1000 })
      expect(intent.latest_payment?.gateway_response).not.toHaveProperty('pending_operation')
    })

    test('a smaller capture releases the rest', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      expect(mustOf(await harness.capture(id, { amount: 300 }))).toMatchObject({
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
    ])('a capture with a wrong %s is refused and leaves the authorization unchanged', async (param, body) => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      expect(await harness.capture(id, body)).toMatchObject({
        ok: false,
        error: { code: 'parameter_invalid', param },
      })
      expect((await harness.read(id)).status).toBe('uncaptured')
    })

    test('a capture can add a tip, tax and lines that were unknown when the card was authorized', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const order_details = { items: [{ name: 'Tea', quantity: 2, unit_amount: 250, amount: 500 }] }
      const payment_data = { tip_amount: 100, tax_amount: 40, order_details, table: '4' }
      expect(mustOf(await harness.capture(id, { amount: 600, payment_data }))).toMatchObject({
        amount: 1000,
        amount_captured: 600,
        tip_amount: 100,
        tax_amount: 40,
        order_details,
        latest_payment: { gateway_response: { payment_data } },
      })
    })

    test('a capture whose parts exceed its amount is refused without asking the bank', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const payment_data = { tip_amount: 400, tax_amount: 201 }
      expect(await harness.capture(id, { amount: 600, payment_data })).toMatchObject({
        ok: false,
        error: { code: 'parameter_invalid', param: 'payment_data' },
      })
      expect(await harness.read(id)).toMatchObject({ status: 'uncaptured', tip_amount: 0 })
    })

    test.each([
      ['payment_data', { amount: 600, payment_data: { tip_amount: 500 } }],
      ['amount', { amount: 349 }],
    ])(
      'a capture includes the parts of the intent in its check, and refuses a wrong %s',
      async (param, body) => {
        const harness = await openHarness()
        const parts = { tax_amount: 150, tip_amount: 100, surcharge_amount: 100 }
        const { id } = await harness.intent({ amount: 1000, capture: false, ...parts })
        mustOf(await harness.pay(id))
        expect(await harness.capture(id, body)).toMatchObject({
          ok: false,
          error: { code: 'parameter_invalid', param },
        })
        expect(await harness.read(id)).toMatchObject({ status: 'uncaptured', ...parts })
        const payment_data = { tip_amount: 0, tax_amount: 50 }
        expect(mustOf(await harness.capture(id, { amount: 349, payment_data }))).toMatchObject({
          amount_captured: 349,
          tip_amount: 0,
          tax_amount: 50,
          surcharge_amount: 100,
        })
      },
    )

    test('a capture of less than the surcharge needs a lower surcharge, and a higher one is always refused', async () => {
      const harness = await openHarness()
      const { id } = await harness.intent({ amount: 1000, capture: false, surcharge_amount: 30 })
      mustOf(await harness.pay(id))
      const message = expect.stringContaining('the surcharge')
      expect(await harness.capture(id, { amount: 20 })).toMatchObject({ error: { param: 'amount', message } })
      expect(await harness.capture(id, { amount: 40, payment_data: { surcharge_amount: 31 } })).toMatchObject(
        {
          error: { code: 'parameter_invalid', param: 'payment_data' },
        },
      )
      const captured = await harness.capture(id, { amount: 20, payment_data: { surcharge_amount: 5 } })
      expect(mustOf(captured)).toMatchObject({ amount_captured: 20, surcharge_amount: 5 })
    })

    test('a capture keeps its splits and its merchant amount', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const payment_splits = [{ amount: 100, account_id: 'ctrct_1' }]
      const body = { amount: 500, merchant_amount: 450, payment_splits }
      for (const tooMuch of [{ merchant_amount: 501 }, { merchant_amount: 99 }]) {
        expect(codeOf(await harness.capture(id, { ...body, ...tooMuch }))).toBe('parameter_invalid')
      }
      expect(mustOf(await harness.capture(id, body))).toMatchObject({ merchant_amount: 450, payment_splits })
    })

    test('a capture happens once, even when it is requested several times at the same moment', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const results = await Promise.all([300, 400, 500].map((amount) => harness.capture(id, { amount })))
      expect(results.map(codeOf).sort()).toEqual(['ok', 'state_conflict', 'state_conflict'])
      expect(codeOf(await harness.capture(id))).toBe('state_conflict')
    })

    test('a capture of 0 cents releases the hold, and returns nothing of a captured payment', async () => {
      const harness = await openHarness()
      const [held, captured] = [await intentIn(harness, 'uncaptured'), await intentIn(harness, 'uncaptured')]
      mustOf(await harness.capture(captured, { amount: 600 }))
      const nothing = { amount: 0 }
      expect(mustOf(await harness.capture(held, nothing))).toMatchObject({ status: 'cancelled' })
      expect(codeOf(await harness.capture(captured, nothing))).toBe('state_conflict')
      expect(await harness.read(captured)).toMatchObject({ status: 'captured', amount_captured: 600 })
    })

    test('a capture stays processing while the processor does not answer, and is resolved by the repair job', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      harness.processor.capture = () => Promise.reject(new Error('connection reset'))
      expect(mustOf(await harness.capture(id, { amount: 600 })).status).toBe('processing')
      expect(codeOf(await harness.cancel(id))).toBe('state_conflict')
      delete harness.processor.capture
      await harness.repair()
      expect(await harness.read(id)).toMatchObject({
        status: 'captured',
        amount_captured: 600,
        amount_voided: 400,
      })
    })

    test('a capture is reverted when the processor refuses it', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      harness.processor.capture = async () => ({ outcome: 'refused', reason: 'it expired' })
      expect(await harness.capture(id)).toMatchObject({ ok: false, error: { code: 'state_conflict' } })
      expect(await harness.read(id)).toMatchObject({ status: 'uncaptured', amount_captured: 0 })
    })
  })

  describe('cancel (section 4.2)', () => {
    test('a cancel closes an intent that was not paid, with its reason', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'created')
      const intent = mustOf(await harness.cancel(id, { cancellation_reason: 'abandoned' }))
      expect(intent).toMatchObject({ status: 'cancelled', cancellation_reason: 'abandoned' })
      expect(intent.cancelled_at).not.toBeNull()
    })

    test('a cancel releases an authorization at the processor', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const intent = mustOf(await harness.cancel(id, { cancellation_reason: 'requested_by_customer' }))
      expect(intent).toMatchObject({
        status: 'cancelled',
        amount_authorized: 1000,
        amount_captured: 0,
        amount_voided: 1000,
        latest_payment: { status: 'cancelled', cancel_reason: 'requested_by_customer' },
      })
      expect(await harness.services.processor.inquire(paymentRef(intent.latest_payment?.id ?? ''))).toEqual({
        outcome: 'voided',
      })
    })

    test('a cancel voids an unsettled capture, even one of less than was authorized', async () => {
      const harness = await openHarness()
      const whole = await intentIn(harness, 'captured')
      expect(mustOf(await harness.cancel(whole))).toMatchObject({
        status: 'cancelled',
        amount_captured: 0,
        amount_voided: 1000,
        latest_payment: { status: 'voided' },
      })
      const part = await intentIn(harness, 'uncaptured')
      mustOf(await harness.capture(part, { amount: 1 }))
      expect(mustOf(await harness.cancel(part))).toMatchObject({ amount_captured: 0, amount_voided: 1000 })
    })

    test('a cancel stays processing while the processor does not answer, and is resolved by the repair job', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'captured')
      harness.processor.void = async () => ({ outcome: 'unknown' })
      expect(mustOf(await harness.cancel(id, { cancellation_reason: 'duplicate' }))).toMatchObject({
        status: 'processing',
        amount_captured: 1000,
      })
      delete harness.processor.void
      await harness.repair()
      expect(await harness.read(id)).toMatchObject({ status: 'cancelled', cancellation_reason: 'duplicate' })
    })

    test('a cancel changes nothing when the processor refuses', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'captured')
      harness.processor.void = async () => ({ outcome: 'refused', reason: 'it is settled' })
      expect(codeOf(await harness.cancel(id))).toBe('state_conflict')
      expect(await harness.read(id)).toMatchObject({ status: 'captured', amount_captured: 1000 })
    })

    test('a refused void stays processing while the payment may still be on its way to the processor', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'captured')
      harness.processor.void = async () => ({ outcome: 'refused', reason: 'it is not known' })
      harness.processor.inquire = async () => ({ outcome: 'not_yet' })
      expect(codeOf(await harness.cancel(id))).toBe('ok')
      expect(await harness.read(id)).toMatchObject({ status: 'processing' })
    })

    test('of a cancel and a capture at the same moment one wins, and the sums are right', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const results = await Promise.all([harness.capture(id), harness.cancel(id)])
      expect(results.map(codeOf).sort()).toEqual(['ok', 'state_conflict'])
    })
  })

  describe('allowed steps by status (section 3.1, docs/decisions/0009)', () => {
    test.each([
      ['created', { pay: 'ok', capture: 'state_conflict', cancel: 'ok' }],
      ['declined', { pay: 'ok', capture: 'state_conflict', cancel: 'ok' }],
      ['processing', { pay: 'state_conflict', capture: 'state_conflict', cancel: 'state_conflict' }],
      ['uncaptured', { pay: 'state_conflict', capture: 'ok', cancel: 'ok' }],
      ['captured', { pay: 'state_conflict', capture: 'state_conflict', cancel: 'ok' }],
      ['cancelled', { pay: 'state_conflict', capture: 'state_conflict', cancel: 'state_conflict' }],
    ])('an intent allows the steps of section 3.1 for its status: %s', async (status, expected) => {
      const harness = await openHarness()
      const found = {
        pay: codeOf(await harness.pay(await intentIn(harness, status))),
        capture: codeOf(await harness.capture(await intentIn(harness, status))),
        cancel: codeOf(await harness.cancel(await intentIn(harness, status))),
      }
      expect(found).toEqual(expected)
    })
  })

  describe('idempotency of a capture (section 8)', () => {
    const idempotency = { scope: 'capture with key 1', fingerprint: 'same body', created_at: 0 }

    test('a repeat of a capture gets exactly the first answer, and the processor is asked once', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const capture = () =>
        harness.call('payment_intents.capture', { params: { id }, body: { amount: 100 }, idempotency })
      const first = mustOf(await capture()) as { body: string }
      const second = mustOf(await capture()) as { body: string; replayed: boolean }
      expect(second).toMatchObject({ body: first.body, replayed: true })
      expect(JSON.parse(first.body)).toMatchObject({ status: 'captured', amount_captured: 100 })
    })

    test('a refused capture gives its key back', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const capture = (amount: number) =>
        harness.call('payment_intents.capture', { params: { id }, body: { amount }, idempotency })
      expect(codeOf(await capture(1001))).toBe('parameter_invalid')
      expect(codeOf(await capture(5))).toBe('ok')
    })

    test.each([
      ['capture', 'uncaptured', 'captured'],
      ['cancel', 'captured', 'cancelled'],
    ] as const)(
      'a %s of unknown outcome is not saved: a repeat returns the current state, and tries again after a refusal',
      async (what, from, to) => {
        const harness = await openHarness()
        const id = await intentIn(harness, from)
        const ask = () => harness.call(`payment_intents.${what}`, { params: { id }, body: {}, idempotency })
        const method = what === 'cancel' ? 'void' : 'capture'
        harness.processor[method] = async () => ({ outcome: 'unknown' })
        expect(await ask()).toMatchObject({ ok: true, value: { status: 'processing' } })
        expect(await ask()).toMatchObject({ ok: true, value: { status: 'processing' } })
        harness.processor[method] = async () => ({ outcome: 'refused', reason: 'not today' })
        await harness.repair()
        expect((await harness.read(id)).status).toBe(from)
        delete harness.processor[method]
        const done = mustOf(await ask()) as { body: string; replayed: boolean }
        expect(done.replayed).toBe(false)
        expect(JSON.parse(done.body)).toMatchObject({ status: to })
      },
    )

    test('a repeat of an unknown capture that has succeeded since is answered as captured', async () => {
      const harness = await openHarness()
      const id = await intentIn(harness, 'uncaptured')
      const ask = () => harness.call('payment_intents.capture', { params: { id }, body: {}, idempotency })
      harness.processor.capture = async () => ({ outcome: 'unknown' })
      expect(await ask()).toMatchObject({ ok: true, value: { status: 'processing' } })
      delete harness.processor.capture
      await harness.repair()
      const done = mustOf(await ask()) as { body: string }
      expect(JSON.parse(done.body)).toMatchObject({ status: 'captured' })
      expect(await ask()).toMatchObject({ value: { body: done.body, replayed: true } })
    })
  })
})
