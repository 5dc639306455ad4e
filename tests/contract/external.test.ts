import { describe, expect, test } from 'vitest'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { type Answer, expectRefusal } from './support/ask.ts'
import { intentOf, methodElsewhere, reportsOf } from './support/external-payments.ts'
import { serviceOfFile } from './support/service-of-file.ts'

const { service, ask } = serviceOfFile()

let reference = 100_000_000_000
function report(changes: { amount?: number; reference?: string; body?: object } = {}) {
  reference += 1
  return {
    payment_intent: { amount: changes.amount ?? 5000 },
    payment_method: methodElsewhere,
    gateway_response: {
      auth_code: '054321',
      retrieval_reference: changes.reference ?? String(reference),
      created_at: '2026-01-31T07:00:00-05:00',
      raw_response: '{"account":"4111111111111111","respstat":"A"}',
    },
    card_present: true,
    ...changes.body,
  }
}

const { createPayment, update, createRefund, fetchIntent } = reportsOf(ask)
const create = (body: object = report(), headers?: Record<string, string>) => createPayment(body, headers)
const refund = (payment_intent_id: string, changes: object = {}, headers?: Record<string, string>) => {
  reference += 1
  const gateway_response = { retrieval_reference: String(reference), created_at: '2026-02-01T12:00:00Z' }
  return createRefund(payment_intent_id, { gateway_response, ...changes }, headers)
}

/** Sections 3.1 and 4.1. */
describe('a payment made at another gateway', () => {
  test('a payment made at another gateway is captured, external and unsettled from the start', async () => {
    const reported = report({ body: { payment: { reference_id: 'order 7', entry_mode: 'EMVContact' } } })
    const intent = intentOf(await create(reported))
    expect(intent).toMatchObject({
      status: 'captured',
      external: true,
      amount: 5000,
      amount_authorized: 5000,
      amount_captured: 5000,
      amount_refunded: 0,
      captured_at: '2026-01-31T12:00:00.000Z',
      settlement_status: 'unsettled',
      account_id: service.accountId,
      latest_payment: {
        status: 'captured',
        external: true,
        card_present: true,
        auth_code: '054321',
        reference_id: 'order 7',
        entry_mode: 'EMVContact',
        payment_provider_type: 'other-gateway',
        amount_captured: 5000,
        payment_method: {
          payment_method_type: 'card',
          source_type: 'other-gateway',
          single_use_token: true,
          card: {
            last_four_digits: '1111',
            first_six_digits: '411111',
            brand: 'Visa',
            exp_month: '03',
            exp_year: '2030',
            reuse_eligible: false,
          },
        },
        gateway_response: {
          auth_code: '054321',
          retrieval_reference: reported.gateway_response.retrieval_reference,
          created_at: '2026-01-31T12:00:00.000Z',
          raw_response: '{"respstat":"A"}',
        },
      },
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
    expect(await fetchIntent(intent.id)).toEqual(intent)
    const payment = await ask('payments.get', { path: `/payments/${intent.latest_payment?.id}` })
    expect(payment.body as Payment).toEqual(intent.latest_payment)
  })

  test('a payment made at another gateway may also be reported in the reference form', async () => {
    const intent = intentOf(await ask('external_payment_intents.create', { body: report() }))
    expect(intent).toMatchObject({ status: 'captured', external: true })
  })

  test.each(['payment_intent', 'payment_method', 'gateway_response'])(
    'a payment made at another gateway needs %s',
    async (param) => {
      const { [param]: _, ...rest } = report() as Record<string, unknown>
      expect(expectRefusal(await create(rest), 'parameter_missing').param).toBe(param)
    },
  )

  test.each(['retrieval_reference', 'created_at'])(
    'a payment made at another gateway needs gateway_response.%s',
    async (name) => {
      const reported = report()
      const { [name]: _, ...gateway_response } = reported.gateway_response as Record<string, unknown>
      const error = expectRefusal(await create({ ...reported, gateway_response }), 'parameter_missing')
      expect(error.param).toBe(`gateway_response.${name}`)
    },
  )

  test('a payment made at another gateway must not have a card number as its token, and the error does not quote it', async () => {
    const reported = report()
    const card = { ...methodElsewhere.card, token: '4111 1111 1111 1111' }
    const payment_method = { ...methodElsewhere, card }
    const answer = await create({ ...reported, payment_method })
    expect(expectRefusal(answer, 'parameter_invalid').param).toBe('payment_method.card.token')
    expect(JSON.stringify(answer.body)).not.toMatch(/4111/)
  })

  test('a payment made at another gateway must have consistent amounts, and the error names the parameter', async () => {
    const body = { payment_intent: { amount: 100, tip_amount: 101 } }
    expect(expectRefusal(await create(report({ body })), 'parameter_invalid').param).toBe(
      'payment_intent.tip_amount',
    )
    expectRefusal(await create(report({ amount: 0 })), 'parameter_invalid')
  })

  test('a payment reported twice is one payment, however often and from wherever it is reported', async () => {
    const reported = report()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(reported)))
    expect(new Set(answers.map((answer) => intentOf(answer).id)).size).toBe(1)
    const offset = { ...reported.gateway_response, created_at: '2026-01-31T12:00:00.000Z' }
    const again = intentOf(await create({ ...reported, gateway_response: offset }))
    expect(again).toEqual(intentOf(answers[0] as Answer))
  })

  test('a payment reported again with other data is refused, and the error names its intent', async () => {
    const reported = report()
    const { id } = intentOf(await create(reported))
    const error = expectRefusal(
      await create({ ...reported, payment_intent: { amount: 1 } }),
      'state_conflict',
    )
    expect(error.message).toContain(id)
    expect(error.param).toBe('gateway_response.retrieval_reference')
  })

  test('the same reference at another time is another payment, since gateways reuse references', async () => {
    const reported = report()
    const { id } = intentOf(await create(reported))
    const later = { ...reported.gateway_response, created_at: '2026-03-31T12:00:00Z' }
    expect(intentOf(await create({ ...reported, gateway_response: later })).id).not.toBe(id)
  })

  test('the report of a payment is bound to its idempotency key', async () => {
    const [reported, headers] = [report(), { 'x-idempotency-key': 'external-report-1' }]
    await create(reported, headers)
    expect((await create(reported, headers)).headers.get('idempotency-replayed')).toBe('true')
  })

  test('a payment made at another gateway cannot be cancelled, captured, paid or refunded by our processor', async () => {
    const { id, latest_payment } = intentOf(await create())
    const cancelled = await ask('payment_intents.cancel', { path: `/payment_intents/${id}/cancel` })
    expect(expectRefusal(cancelled, 'state_conflict').message).toContain('another gateway')
    const captured = await ask('payment_intents.capture', { path: `/payment_intents/${id}/capture` })
    expect(expectRefusal(captured, 'state_conflict').message).toContain('another gateway')
    const refunded = await ask('refunds.create', {
      path: `/payments/${latest_payment?.id}/refunds`,
      body: {},
    })
    expectRefusal(refunded, 'state_conflict')
    const other = intentOf(await ask('payment_intents.create'))
    const paid = await ask('payments.create', {
      path: `/payment_intents/${other.id}/payments`,
      body: { payment_method_id: latest_payment?.payment_method_id },
    })
    expect(expectRefusal(paid, 'parameter_invalid').message).toContain('another gateway')
    const surcharge = { payment_method_id: latest_payment?.payment_method_id, amount: 1000, percent: 3 }
    const unknown = await ask('surcharges.calculate', { body: surcharge })
    expect(unknown.body).toEqual({ card_type: 'Unknown', restricted: 'N', fee_amount: 0 })
    expect(await fetchIntent(id)).toMatchObject({ status: 'captured', amount_refunded: 0 })
  })
})

/** Section 4.2, update external payment intent. */
describe('correcting a reported payment', () => {
  test('a reported payment is corrected field by field', async () => {
    const reported = report()
    const before = intentOf(await create(reported))
    const gateway_response = { auth_code: '999999', raw_response: '5555555555554444' }
    const payment_method = { card: { brand: 'Mastercard', exp_year: '2031' } }
    const body = {
      amount: 4000,
      merchant_amount: 3900,
      gateway_response,
      payment_method,
      card_present: false,
    }
    const after = intentOf(await update(before.id, body))
    expect(after).toMatchObject({
      amount: 4000,
      merchant_amount: 3900,
      amount_captured: 4000,
      latest_payment: {
        amount: 4000,
        amount_authorized: 4000,
        auth_code: '999999',
        card_present: false,
        gateway_response: {
          auth_code: '999999',
          raw_response: '{}',
          retrieval_reference: reported.gateway_response.retrieval_reference,
        },
        payment_method: { card: { brand: 'Mastercard', exp_year: '2031', last_four_digits: '1111' } },
      },
    })
    expect(await fetchIntent(before.id)).toEqual(after)
    const kept = await service.services.store.find(
      'payment_method',
      after.latest_payment?.payment_method_id ?? '',
    )
    expect(kept?.document).toEqual(after.latest_payment?.payment_method)
  })

  test('a reported payment may get another reference, and the old one is free again', async () => {
    const reported = report()
    const { id } = intentOf(await create(reported))
    const moved = { retrieval_reference: `${reported.gateway_response.retrieval_reference}-b` }
    expect((await update(id, { gateway_response: moved })).status).toBe(200)
    expect(intentOf(await create(reported)).id).not.toBe(id)
    const other = report({ reference: moved.retrieval_reference })
    expect(intentOf(await create(other)).id).toBe(id)
  })

  test('a reported payment cannot get the reference of another payment', async () => {
    const [one, other] = [report(), report()]
    await create(one)
    const { id } = intentOf(await create(other))
    const { retrieval_reference } = one.gateway_response
    expectRefusal(await update(id, { gateway_response: { retrieval_reference } }), 'state_conflict')
  })

  test('a reported payment cannot be reduced below its refunded amount', async () => {
    const { id } = intentOf(await create())
    await refund(id, { amount: 3000 })
    expect(expectRefusal(await update(id, { amount: 2999 }), 'parameter_invalid').param).toBe('amount')
    expect(intentOf(await update(id, { amount: 3000 })).amount_captured).toBe(3000)
  })

  test('only external intents of this account can be corrected', async () => {
    const own = intentOf(await ask('payment_intents.create'))
    expectRefusal(await update(own.id, { amount: 1 }), 'state_conflict')
    expect(expectRefusal(await update('pi_none', {}), 'resource_missing').param).toBe('payment_intent_id')
    const { privateKey: key, accountId } = await service.makeTenant()
    const { id } = intentOf(await create())
    const stranger = { key, accountId, path: `/external_payment_intents/${id}`, body: { amount: 1 } }
    expectRefusal(await ask('external_payment_intents.update', stranger), 'resource_missing')
  })
})

/** Section 4.1. */
describe('a refund made at another gateway', () => {
  test('a refund made at another gateway is for everything that is left, unless an amount is sent', async () => {
    const { id, latest_payment } = intentOf(await create())
    const part = (await refund(id, { amount: 1200 })).body as Refund
    expect(part).toMatchObject({
      id: expect.stringMatching(/^re_/),
      status: 'processing',
      external: true,
      amount: 1200,
      payment_id: latest_payment?.id,
      settlement_status: 'unsettled',
    })
    expect(((await refund(id)).body as Refund).amount).toBe(3800)
    expect(await fetchIntent(id)).toMatchObject({ amount_refunded: 5000, status: 'captured' })
  })

  test('refunds made at another gateway never exceed the captured amount, however many are reported at once', async () => {
    const { id } = intentOf(await create())
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(id, { amount: 1500 })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expectRefusal(answer, ['refund_exceeds_amount', 'lock_timeout'])
    }
    expect((await fetchIntent(id)).amount_refunded).toBe(4500)
  })

  test('a refund reported twice is one refund; reported with other data it is refused', async () => {
    const { id } = intentOf(await create())
    const gateway_response = { retrieval_reference: 'refund-1', created_at: '2026-02-01T12:00:00Z' }
    const first = (await refund(id, { amount: 500, gateway_response })).body as Refund
    expect((await refund(id, { amount: 500, gateway_response })).body).toEqual(first)
    expect((await refund(id, { gateway_response })).body).toEqual(first)
    expectRefusal(await refund(id, { amount: 501, gateway_response }), 'state_conflict')
    const other = intentOf(await create())
    expectRefusal(await refund(other.id, { gateway_response }), 'state_conflict')
    expect((await fetchIntent(id)).amount_refunded).toBe(500)
  })

  test("an external refund without an amount uses the gateway's amount, else it is marked as assumed", async () => {
    const { id } = intentOf(await create())
    const report = (retrieval_reference: string, raw_response: string) =>
      refund(id, {
        gateway_response: { retrieval_reference, created_at: '2026-02-01T12:00:00Z', raw_response },
      })
    const read = (await report('refund-10', '{"amount":"12.34","respstat":"A"}')).body as Refund
    expect(read).toMatchObject({ amount: 1234, gateway_response: { amount_source: 'raw_response' } })
    const tooMuch = expectRefusal(await report('refund-11', '{"amount":"99.99"}'), 'refund_exceeds_amount')
    expect(tooMuch.param).toBe('gateway_response.raw_response')
    const assumed = (await report('refund-12', '{"respstat":"A"}')).body as Refund
    expect(assumed).toMatchObject({ amount: 3766, gateway_response: { amount_source: 'assumed' } })
    const nothingLeft = expectRefusal(await report('refund-13', '{"respstat":"A"}'), 'refund_exceeds_amount')
    expect(nothingLeft.param).toBe('payment_intent_id')
  })

  test("a refund keeps the known fields of the gateway's response", async () => {
    const { id } = intentOf(await create())
    const gateway_response = {
      retrieval_reference: 'refund-2',
      created_at: '2026-02-01T12:00:00Z',
      raw_response: 'account=4111111111111111&respstat=A',
    }
    const answer = await refund(id, { gateway_response })
    expect(JSON.stringify(answer.body)).not.toContain('1111111')
    expect(answer.body).toMatchObject({ gateway_response: { raw_response: '{"respstat":"A"}' } })
  })

  test('only external payments can have external refunds', async () => {
    const own = intentOf(await ask('payment_intents.create'))
    expectRefusal(await refund(own.id), 'state_conflict')
    expect(expectRefusal(await refund('pi_none'), 'resource_missing').param).toBe('payment_intent_id')
  })
})

test('no card number of a report is stored anywhere in the database', async () => {
  await create()
  const rows = await Promise.all(
    (['payment', 'payment_intent', 'payment_method', 'refund', 'gateway_report'] as const).map((kind) =>
      service.services.store.list(kind, { limit: 500 }),
    ),
  )
  expect(JSON.stringify(rows)).not.toMatch(/4111111111111111|5555555555554444|held-at-the-gateway/)
})
