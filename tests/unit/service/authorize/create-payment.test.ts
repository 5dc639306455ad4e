import { describe, expect, test } from 'vitest'
import type { AuthorizeRequest } from '../../../../src-service/processor/processor.ts'
import { cardCheckOf } from '../../../../src-service/processor/sandbox/kept-sources.ts'
import { paymentSchema } from '../../../../src-shared/api/schemas/payment.ts'
import { paymentIntentSchema } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { doNotHonor } from './cards.ts'
import { ready } from './ready-intent.ts'

const bank = {
  account_number: '000123456789',
  routing_number: '110000000',
  account_type: 'checking',
  account_holder: 'Ana Torres',
}
const all = { payment_method_types: ['card', 'bank', 'ca_bank'] }

describe('create payment (section 4.1)', () => {
  test("a payment captures with the browser's token, and returns the intent with the payment", async () => {
    const harness = await openPaymentsHarness()
    const { id, method, pay } = await ready(harness, { cvv: '123' }, { reference_id: 'order 1' })
    const intent = mustOf(await pay())
    expect(intent).toMatchObject({
      id,
      status: 'captured',
      amount_captured: 1234,
      settlement_status: 'unsettled',
      latest_payment: {
        status: 'captured',
        payment_method_id: method.id,
        payment_method: { id: method.id, status: 'used', card: { last_four_digits: '1111' } },
        card_present: false,
        entry_mode: 'keyed',
        payment_rail_type: 'card',
        reference_id: 'order 1',
        cvv: 'M',
        cvv_check: 'pass',
        terminal_details: null,
      },
    })
    expect(intent.captured_at).not.toBeNull()
    expect(await harness.read(id)).toEqual(intent)
    // Only the intent of a checkout session has checkout_session_id.
    const { checkout_session_id: _, ...ofEveryIntent } = paymentIntentSchema.shape
    expect(Object.keys(intent).sort()).toEqual(Object.keys(ofEveryIntent).sort())
    expect(Object.keys(intent.latest_payment ?? {}).sort()).toEqual(Object.keys(paymentSchema.shape).sort())
  })

  test('a payment with capture false only authorizes', async () => {
    const harness = await openPaymentsHarness()
    const { id, pay } = await ready(harness, {}, { capture: false })
    expect(mustOf(await pay())).toMatchObject({ status: 'uncaptured', amount_authorized: 1234 })
    expect(mustOf(await harness.capture(id, { amount: 1000 }))).toMatchObject({
      status: 'captured',
      amount_captured: 1000,
      amount_voided: 234,
    })
  })

  test("a payment keeps the request's payment details, and takes the rest from the intent", async () => {
    const harness = await openPaymentsHarness()
    const details = {
      reference_id: 'x'.repeat(4000),
      user_fields: { table: 7 },
      description: 'Lunch',
      order_details: { order_number: '9' },
      billing_details: { name: 'Ana Torres', postal_code: '62703' },
    }
    const { pay } = await ready(harness, {}, { description: 'Dinner', reference_id: 'r' })
    const { latest_payment, reference_id } = mustOf(await pay(details))
    expect(latest_payment).toMatchObject({ ...details, avs: 'N', address_postal_code_check: 'fail' })
    expect(reference_id).toBe('r')
  })

  test('a decline is returned as a successful call and leaves the intent open for another card', async () => {
    const harness = await openPaymentsHarness()
    const { id, pay } = await ready(harness, doNotHonor)
    expect(mustOf(await pay())).toMatchObject({
      status: 'created',
      amount_authorized: 0,
      latest_payment: { status: 'failed', failure_code: 'do_not_honor', decline_category: 'do_not_honor' },
    })
    const { id: other } = await harness.token(await harness.read(id))
    expect(mustOf(await harness.payBy(id, { payment_method_id: other })).status).toBe('captured')
    expect((await harness.payments(id)).map((payment) => payment.status)).toEqual(['captured', 'failed'])
  })

  test('an intent is charged only once', async () => {
    const harness = await openPaymentsHarness()
    const { id, pay } = await ready(harness)
    const methods = await Promise.all([1, 2, 3].map(async () => harness.token(await harness.read(id))))
    mustOf(await pay())
    for (const { id: payment_method_id } of methods) {
      expect(codeOf(await harness.payBy(id, { payment_method_id }))).toBe('state_conflict')
    }
    expect(await harness.payments(id)).toHaveLength(1)
  })

  test.each([
    ['neither', {}],
    ['both', { payment_method_id: 'pm_1', customer_id: 'cus_1' }],
  ])('a payment needs exactly one source, not %s', async (_, body) => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    expect(codeOf(await harness.payBy(id, body))).toBe('payment_source_ambiguous')
  })

  test('a payment of an unknown intent, or by an unknown method, is refused, and the error names which', async () => {
    const harness = await openPaymentsHarness()
    const { id, method } = await ready(harness)
    const refusals = [
      await harness.payBy('pi_none', { payment_method_id: method.id }),
      await harness.payBy(id, { payment_method_id: 'pm_none' }),
    ]
    expect(refusals).toMatchObject([
      { error: { code: 'resource_missing', param: 'id' } },
      { error: { code: 'resource_missing', param: 'payment_method_id' } },
    ])
  })

  test('a payment of 0 cents is refused', async () => {
    const harness = await openPaymentsHarness()
    expect(codeOf(await (await ready(harness, {}, { amount: 0 })).pay())).toBe('parameter_invalid')
  })
})

describe('a payment method from a token', () => {
  test('a payment method from a token pays once: neither a second intent nor a second attempt can use it', async () => {
    const harness = await openPaymentsHarness()
    for (const card of [{}, doNotHonor]) {
      const { method, pay } = await ready(harness, card)
      mustOf(await pay())
      const { id } = await harness.intent()
      expect(await harness.payBy(id, { payment_method_id: method.id })).toMatchObject({
        error: { code: 'state_conflict', param: 'payment_method_id' },
      })
      expect((await harness.read(id)).status).toBe('created')
    }
  })

  test('a payment method from a token pays once even when two intents are paid at the same moment', async () => {
    const harness = await openPaymentsHarness()
    const { id, method, pay } = await ready(harness)
    const other = await harness.intent()
    const codes = await Promise.all([pay(), harness.payBy(other.id, { payment_method_id: method.id })])
    expect(codes.map(codeOf).sort()).toEqual(['ok', 'state_conflict'])
    const statuses = [(await harness.read(id)).status, (await harness.read(other.id)).status]
    expect(statuses.sort()).toEqual(['captured', 'created'])
  })

  test('a payment method that was read and charged at a terminal is used up', async () => {
    const harness = await openPaymentsHarness()
    const { payment } = mustOf(await harness.pay((await harness.intent()).id))
    const { id } = await harness.intent()
    expect(codeOf(await harness.payBy(id, { payment_method_id: payment.payment_method_id }))).toBe(
      'state_conflict',
    )
  })
})

describe('the security code', () => {
  const asked = (harness: PaymentsHarness) => {
    const requests: AuthorizeRequest[] = []
    harness.processor.authorize = (request) => {
      requests.push(request)
      return harness.sandbox.authorize(request)
    }
    return () => requests.map(({ source }) => cardCheckOf(source)?.cvv)
  }
  const codesKept = async (harness: PaymentsHarness) =>
    (await harness.services.store.list('security_code', { limit: 9 })).length

  test("the token's security code is sent with the first payment, and is deleted then", async () => {
    const harness = await openPaymentsHarness()
    const sent = asked(harness)
    const { pay } = await ready(harness, { cvv: '000' })
    expect(await codesKept(harness)).toBe(1)
    expect(mustOf(await pay()).latest_payment).toMatchObject({ cvv: 'N', cvv_check: 'fail' })
    expect(sent()).toEqual(['000'])
    expect(await codesKept(harness)).toBe(0)
  })

  test("the request's security code takes precedence over the token's", async () => {
    const harness = await openPaymentsHarness()
    const sent = asked(harness)
    mustOf(await (await ready(harness, { cvv: '000' })).pay({ cvv2: '321' }))
    expect(sent()).toEqual(['321'])
    expect(await codesKept(harness)).toBe(0)
  })

  test('the security code is not sent when it is an hour old', async () => {
    const harness = await openPaymentsHarness()
    const sent = asked(harness)
    const { pay } = await ready(harness, { cvv: '123' })
    harness.clock.advance(3_600_000)
    mustOf(await pay())
    expect(sent()).toEqual([undefined])
  })

  test('the security code must have the length that the card requires', async () => {
    const harness = await openPaymentsHarness()
    const { pay } = await ready(harness)
    expect(await pay({ cvv2: '1234' })).toMatchObject({ error: { code: 'parameter_invalid', param: 'cvv2' } })
  })
})

describe('a bank account', () => {
  test('a bank account leaves payment and intent pending', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent(all)
    const method = await harness.token(intent, {}, { payment_method_type: 'bank', card: undefined, bank })
    expect(mustOf(await harness.payBy(intent.id, { payment_method_id: method.id }))).toMatchObject({
      status: 'pending',
      amount_authorized: 1234,
      amount_captured: 0,
      latest_payment: {
        status: 'pending',
        payment_rail_type: 'us_bank_ach',
        entry_mode: null,
        auth_response_text: 'Accepted',
        gateway_response: { response_code: '000' },
      },
    })
    // The bank account of a customer makes the intent theirs, although it may take days until it is paid.
    const { id: customer_id } = await harness.customer()
    const theirs = await harness.intent(all)
    const kept = await harness.token(theirs, {}, { payment_method_type: 'bank', card: undefined, bank })
    const attached = await harness.call('payment_methods.attach', { params: kept, body: { customer_id } })
    expect(codeOf(attached)).toBe('ok')
    expect(mustOf(await harness.payBy(theirs.id, { payment_method_id: kept.id }))).toMatchObject({
      status: 'pending',
      customer_id,
    })
  })

  test('a bank account cannot be authorized now and captured later, and has no security code', async () => {
    const harness = await openPaymentsHarness()
    for (const [body, more, param] of [
      [{ capture: false }, {}, 'payment_method_id'],
      [{}, { cvv2: '123' }, 'cvv2'],
    ] as const) {
      const method = await harness.token(
        await harness.intent(all),
        {},
        { payment_method_type: 'bank', card: undefined, bank },
      )
      const intent = await harness.intent({ ...all, ...body })
      const refused = await harness.payBy(intent.id, { payment_method_id: method.id, ...more })
      expect(refused).toMatchObject({ error: { code: 'parameter_invalid', param } })
    }
  })

  test('a bank account pays only an intent that accepts its rail', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent(all)
    const method = await harness.token(intent, {}, { payment_method_type: 'bank', card: undefined, bank })
    const { id } = await harness.intent({ payment_rail_types: ['card', 'ca_bank_eft'] })
    const refused = await harness.payBy(id, { payment_method_id: method.id })
    expect(refused).toMatchObject({ error: { code: 'parameter_invalid', param: 'id' } })
    expect(codeOf(await harness.payBy(intent.id, { payment_method_id: method.id }))).toBe('ok')
  })

  test('a bank account pays only an intent that accepts bank accounts', async () => {
    const harness = await openPaymentsHarness()
    const method = await harness.token(
      await harness.intent(all),
      {},
      { payment_method_type: 'bank', card: undefined, bank },
    )
    const { id } = await harness.intent()
    expect(codeOf(await harness.payBy(id, { payment_method_id: method.id }))).toBe('parameter_invalid')
  })
})
