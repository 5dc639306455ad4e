import { describe, expect, test, vi } from 'vitest'
import { attachTerminalDetails } from '../../../../src-service/authorize/authorize-card-present.ts'
import { paymentSchema, type Signature } from '../../../../src-shared/api/schemas/payment.ts'
import { paymentIntentSchema } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { paymentRef } from '../../../support/processor-references.ts'
import { codeOf, mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'
import { doNotHonor, insufficientFunds, silentCard } from './cards.ts'

describe('a card payment (section 3.1)', () => {
  test('a card payment goes to captured with capture true, and the intent carries the payment and its totals', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent({ tip_amount: 234 })
    const { intent, payment } = mustOf(await harness.pay(id))
    expect(intent).toMatchObject({
      status: 'captured',
      amount_authorized: 1234,
      amount_captured: 1234,
      amount_voided: 0,
      settlement_status: 'unsettled',
    })
    expect(intent.captured_at).not.toBeNull()
    expect(intent.latest_payment).toEqual(payment)
    expect(payment).toMatchObject({
      status: 'captured',
      amount: 1234,
      amount_captured: 1234,
      payment_intent_id: id,
      payment_provider_type: 'sandbox',
      card_present: true,
      entry_mode: 'EMVContact',
      auth_response_text: 'Approval',
    })
    expect(payment.auth_code).toMatch(/^\d{6}$/)
    expect(payment.payment_method?.card).toEqual({
      last_four_digits: '1111',
      first_six_digits: '411111',
      brand: 'Visa',
      exp_month: '12',
      exp_year: '2049',
      reuse_eligible: false,
      funding: 'credit',
    })
    expect(await harness.read(id)).toEqual(intent)
  })

  test('a card payment goes to uncaptured with capture false', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent({ capture: false })
    const { intent, payment } = mustOf(await harness.pay(id))
    expect(intent).toMatchObject({ status: 'uncaptured', amount_authorized: 1234, amount_captured: 0 })
    expect(intent.captured_at).toBeNull()
    expect(payment.status).toBe('uncaptured')
  })

  test('a card payment returns every field of sections 2.2 and 2.3, for every outcome', async () => {
    const harness = await openPaymentsHarness()
    for (const card of [{}, doNotHonor, silentCard]) {
      const { id } = await harness.intent()
      const { intent, payment } = mustOf(await harness.pay(id, card))
      // Only the intent of a checkout session has checkout_session_id.
      const { checkout_session_id: _, ...ofEveryIntent } = paymentIntentSchema.shape
      expect(Object.keys(intent).sort()).toEqual(Object.keys(ofEveryIntent).sort())
      expect(Object.keys(payment).sort()).toEqual(Object.keys(paymentSchema.shape).sort())
      expect(paymentIntentSchema.parse(intent)).toEqual(intent)
    }
  })

  test('a card payment that is declined leaves the intent open for another card (section 7)', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const declined = mustOf(await harness.pay(id, insufficientFunds))
    expect(declined.intent).toMatchObject({ status: 'created', amount_authorized: 0 })
    expect(declined.payment).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_funds',
      failure_message: 'Insufficient funds',
      decline_category: 'insufficient_funds',
      decline_category_text: 'Insufficient funds',
    })
    const approved = mustOf(await harness.pay(id))
    expect(approved.intent).toMatchObject({ status: 'captured', amount_captured: 1234 })
    expect((await harness.payments(id)).map((payment) => payment.status)).toEqual(['captured', 'failed'])
  })

  test('a card payment authorizes less than asked on a partial approval, and captures only that', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent({ amount: 650_000 })
    const { intent } = mustOf(await harness.pay(id))
    expect(intent).toMatchObject({ status: 'captured', amount: 650_000, amount_authorized: 500_000 })
    expect(intent.amount_captured).toBe(500_000)
  })

  test('a card payment stays processing while the outcome is unknown, and is never charged again meanwhile', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const unknown = mustOf(await harness.pay(id, silentCard))
    expect(unknown.intent.status).toBe('processing')
    expect(unknown.payment.status).toBe('processing')
    expect(codeOf(await harness.pay(id))).toBe('state_conflict')
  })

  test('an error of the processor is an unknown outcome, not a decline', async () => {
    const harness = await openPaymentsHarness()
    harness.processor.authorize = () => Promise.reject(new Error('connection reset'))
    const { id } = await harness.intent()
    expect(mustOf(await harness.pay(id)).payment.status).toBe('processing')
  })

  test.each(['captured', 'uncaptured', 'cancelled'])(
    'a card payment is refused on an intent that is %s',
    async (status) => {
      const harness = await openPaymentsHarness()
      const { id } = await harness.intent({ capture: status !== 'uncaptured' })
      if (status === 'cancelled') mustOf(await harness.cancel(id))
      else mustOf(await harness.pay(id))
      expect((await harness.read(id)).status).toBe(status)
      expect(codeOf(await harness.pay(id))).toBe('state_conflict')
      expect((await harness.payments(id)).length).toBe(status === 'cancelled' ? 0 : 1)
    },
  )

  test('a card payment is refused when the amount differs from the one that the customer saw', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent({ amount: 1000 })
    mustOf(await harness.call('payment_intents.update', { params: { id }, body: { amount: 9000 } }))
    expect(codeOf(await harness.pay(id, {}, 1000))).toBe('state_conflict')
    expect((await harness.read(id)).status).toBe('created')
  })

  test('a card payment of 0 cents is refused, and so is one on an intent that does not accept cards', async () => {
    const harness = await openPaymentsHarness()
    const free = await harness.intent({ amount: 0 })
    const bank = await harness.intent({ payment_method_types: ['bank'] })
    expect(bank.payment_rail_types).toEqual(['us_bank_ach'])
    expect(await harness.pay(free.id)).toMatchObject({
      ok: false,
      error: {
        code: 'parameter_invalid',
        message: expect.stringContaining('is 0 cents, so there is nothing to charge'),
      },
    })
    expect(await harness.payments(free.id)).toEqual([])
    expect(codeOf(await harness.pay(bank.id))).toBe('parameter_invalid')
  })

  test('a card payment is refused on an intent that does not exist, or is of another account', async () => {
    const harness = await openPaymentsHarness()
    expect(codeOf(await harness.pay('pi_missing', {}, 1))).toBe('resource_missing')
  })

  test('a card payment succeeds once, however many cards are presented at the same moment', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const results = await Promise.all(Array.from({ length: 8 }, () => harness.pay(id)))
    expect(results.map(codeOf).filter((code) => code === 'ok')).toHaveLength(1)
    expect(await harness.payments(id)).toHaveLength(1)
    expect((await harness.read(id)).amount_captured).toBe(1234)
  })

  test('a card payment keeps the results of the address and security code checks', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const { payment } = mustOf(await harness.pay(id, { postal_code: '62701', cvv: '000' }))
    expect(payment).toMatchObject({ avs: 'A', cvv: 'N', cvv_check: 'fail' })
    // No street was given, so it cannot have matched.
    expect(payment).toMatchObject({ address_line1_check: null, address_postal_code_check: 'fail' })
  })

  test('a card payment records each step as an event in the outbox', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    await harness.pay(id, doNotHonor)
    await harness.pay(id)
    await harness.services.store.close()
    const { default: Libsql } = await import('libsql')
    const database = new Libsql(`${harness.directory}/service.db`)
    const events = database.prepare('SELECT type FROM events ORDER BY rowid').all() as { type: string }[]
    database.close()
    expect(events.map((event) => event.type)).toEqual([
      'v2.payment_intent.created',
      'v2.payment.processing',
      'v2.payment_intent.processing',
      'v2.payment.failed',
      'v2.payment_intent.payment_failed',
      'v2.payment.processing',
      'v2.payment_intent.processing',
      'v2.payment.captured',
      'v2.payment_intent.captured',
    ])
  })
})

describe('the signature of a payment at a terminal', () => {
  const signature: Signature = {
    data: 'Qk0=',
    gzipped: false,
    image_type: 'binary',
    format: 'bmp',
    dimensions: { width: 1, height: 1 },
  }

  test('a signature is added to the payment and its intent, and changes no amount', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const { intent, payment } = mustOf(await harness.pay(id))
    const attached = mustOf(
      await attachTerminalDetails(harness.services, harness.caller.accountId, payment.id, { signature }),
    )
    expect(attached.payment.terminal_details?.signature).toEqual(signature)
    expect(attached.payment.signature).toEqual(signature)
    const { latest_payment: _, updated_at: __, ...rest } = attached.intent
    expect(intent).toMatchObject(rest)
    expect(await harness.read(id)).toEqual(attached.intent)
  })
})

describe('an impossible approval', () => {
  test.each([
    ['more than was requested', 999_999],
    ['zero', 0],
    ['a fraction of a cent', 0.5],
  ])(
    'an impossible approval (%s) counts as an unknown outcome, and is voided at the next inquiry',
    async (_, amount) => {
      const harness = await openPaymentsHarness()
      const { id } = await harness.intent()
      const wrong = <Answer extends { outcome: string }>(answer: Answer) =>
        answer.outcome === 'approved' ? { ...answer, amount_authorized: amount } : answer
      harness.processor.authorize = async (request) => wrong(await harness.sandbox.authorize(request))
      harness.processor.inquire = async (paymentId) => wrong(await harness.sandbox.inquire(paymentId))
      const logged = vi.spyOn(harness.services.log, 'error')
      const { payment } = mustOf(await harness.pay(id))
      expect(payment).toMatchObject({ status: 'processing', amount_authorized: 0 })
      expect(logged).toHaveBeenCalledOnce()
      await harness.repair()
      expect((await harness.read(id)).latest_payment).toMatchObject({
        status: 'failed',
        failure_code: 'outcome_unknown_voided',
      })
      expect(await harness.sandbox.inquire(paymentRef(payment.id))).toEqual({ outcome: 'voided' })
    },
  )
})
