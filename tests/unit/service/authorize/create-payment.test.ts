import { describe, expect, test, vi } from 'vitest'
import type { AuthorizeRequest } from '../../../../src-service/processor/processor.ts'
import { paymentSchema } from '../../../../src-shared/api/schemas/payment.ts'
import { paymentIntentSchema } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { codeOf, mustOf, openTill, type Till } from '../intents/payments-harness.ts'
import { doNotHonor, silentCard } from './cards.ts'

const bank = {
  account_number: '000123456789',
  routing_number: '110000000',
  account_type: 'checking',
  account_holder: 'Ana Torres',
}
const all = { payment_method_types: ['card', 'bank', 'ca_bank'] }

/** An intent with a card to pay it. */
const ready = async (till: Till, card: object = {}, body: object = {}) => {
  const intent = await till.intent(body)
  const method = await till.token(intent, card)
  return {
    id: intent.id,
    method,
    pay: (more: object = {}) => till.payBy(intent.id, { payment_method_id: method.id, ...more }),
  }
}

describe('create payment (section 4.1)', () => {
  test('captures with the token of the browser, and answers the intent with the payment', async () => {
    const till = await openTill()
    const { id, method, pay } = await ready(till, { cvv: '123' }, { reference_id: 'order 1' })
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
    expect(await till.read(id)).toEqual(intent)
    expect(Object.keys(intent).sort()).toEqual(Object.keys(paymentIntentSchema.shape).sort())
    expect(Object.keys(intent.latest_payment ?? {}).sort()).toEqual(Object.keys(paymentSchema.shape).sort())
  })

  test('authorizes only, with capture false', async () => {
    const till = await openTill()
    const { id, pay } = await ready(till, {}, { capture: false })
    expect(mustOf(await pay())).toMatchObject({ status: 'uncaptured', amount_authorized: 1234 })
    expect(mustOf(await till.capture(id, { amount: 1000 }))).toMatchObject({
      status: 'captured',
      amount_captured: 1000,
      amount_voided: 234,
    })
  })

  test('keeps what the request says of the payment, and takes the rest from the intent', async () => {
    const till = await openTill()
    const said = {
      reference_id: 'x'.repeat(4000),
      user_fields: { table: 7 },
      description: 'Lunch',
      order_details: { order_number: '9' },
      billing_details: { name: 'Ana Torres', postal_code: '62703' },
    }
    const { pay } = await ready(till, {}, { description: 'Dinner', reference_id: 'r' })
    const { latest_payment, reference_id } = mustOf(await pay(said))
    expect(latest_payment).toMatchObject({ ...said, avs: 'N', address_postal_code_check: 'fail' })
    expect(reference_id).toBe('r')
  })

  test('answers a decline as a success of the call and leaves the intent open for another card', async () => {
    const till = await openTill()
    const { id, pay } = await ready(till, doNotHonor)
    expect(mustOf(await pay())).toMatchObject({
      status: 'created',
      amount_authorized: 0,
      latest_payment: { status: 'failed', failure_code: 'do_not_honor', decline_category: 'do_not_honor' },
    })
    const { id: other } = await till.token(await till.read(id))
    expect(mustOf(await till.payBy(id, { payment_method_id: other })).status).toBe('captured')
    expect((await till.payments(id)).map((payment) => payment.status)).toEqual(['captured', 'failed'])
  })

  test('charges an intent once, ever', async () => {
    const till = await openTill()
    const { id, pay } = await ready(till)
    const methods = await Promise.all([1, 2, 3].map(async () => till.token(await till.read(id))))
    mustOf(await pay())
    for (const { id: payment_method_id } of methods) {
      expect(codeOf(await till.payBy(id, { payment_method_id }))).toBe('state_conflict')
    }
    expect(await till.payments(id)).toHaveLength(1)
  })

  test.each([
    ['neither', {}],
    ['both', { payment_method_id: 'pm_1', customer_id: 'cus_1' }],
  ])('needs exactly one source, not %s', async (_, body) => {
    const till = await openTill()
    const { id } = await till.intent()
    expect(codeOf(await till.payBy(id, body))).toBe('payment_source_ambiguous')
  })

  test('of an intent or by a method that does not exist is refused, naming which', async () => {
    const till = await openTill()
    const { id, method } = await ready(till)
    const refusals = [
      await till.payBy('pi_none', { payment_method_id: method.id }),
      await till.payBy(id, { payment_method_id: 'pm_none' }),
    ]
    expect(refusals).toMatchObject([
      { error: { code: 'resource_missing', param: 'id' } },
      { error: { code: 'resource_missing', param: 'payment_method_id' } },
    ])
  })

  test('of nothing is refused', async () => {
    const till = await openTill()
    expect(codeOf(await (await ready(till, {}, { amount: 0 })).pay())).toBe('parameter_invalid')
  })
})

describe('a payment method of a token', () => {
  test('pays once: neither its second intent nor a second try', async () => {
    const till = await openTill()
    for (const card of [{}, doNotHonor]) {
      const { method, pay } = await ready(till, card)
      mustOf(await pay())
      const { id } = await till.intent()
      expect(await till.payBy(id, { payment_method_id: method.id })).toMatchObject({
        error: { code: 'state_conflict', param: 'payment_method_id' },
      })
      expect((await till.read(id)).status).toBe('created')
    }
  })

  test('pays once although two intents ask for it at the same moment', async () => {
    const till = await openTill()
    const { id, method, pay } = await ready(till)
    const other = await till.intent()
    const codes = await Promise.all([pay(), till.payBy(other.id, { payment_method_id: method.id })])
    expect(codes.map(codeOf).sort()).toEqual(['ok', 'state_conflict'])
    const statuses = [(await till.read(id)).status, (await till.read(other.id)).status]
    expect(statuses.sort()).toEqual(['captured', 'created'])
  })

  test('that was read at a terminal and charged there is used', async () => {
    const till = await openTill()
    const { payment } = mustOf(await till.pay((await till.intent()).id))
    const { id } = await till.intent()
    expect(codeOf(await till.payBy(id, { payment_method_id: payment.payment_method_id }))).toBe(
      'state_conflict',
    )
  })
})

describe('the security code', () => {
  const asked = (till: Till) => {
    const requests: AuthorizeRequest[] = []
    till.processor.authorize = (request) => {
      requests.push(request)
      return till.sandbox.authorize(request)
    }
    return () => requests.map(({ source }) => (source.kind === 'card' ? source.card.cvv : 'none'))
  }
  const codesKept = async (till: Till) =>
    (await till.services.store.list('security_code', { limit: 9 })).length

  test('of the token is sent with the first payment, and is gone then', async () => {
    const till = await openTill()
    const sent = asked(till)
    const { pay } = await ready(till, { cvv: '000' })
    expect(await codesKept(till)).toBe(1)
    expect(mustOf(await pay()).latest_payment).toMatchObject({ cvv: 'N', cvv_check: 'fail' })
    expect(sent()).toEqual(['000'])
    expect(await codesKept(till)).toBe(0)
  })

  test('of the request goes before that of the token', async () => {
    const till = await openTill()
    const sent = asked(till)
    mustOf(await (await ready(till, { cvv: '000' })).pay({ cvv2: '321' }))
    expect(sent()).toEqual(['321'])
    expect(await codesKept(till)).toBe(0)
  })

  test('is not sent when it has waited for an hour', async () => {
    const till = await openTill()
    const sent = asked(till)
    const { pay } = await ready(till, { cvv: '123' })
    till.clock.advance(3_600_000)
    mustOf(await pay())
    expect(sent()).toEqual([undefined])
  })

  test('must have the length that the card has', async () => {
    const till = await openTill()
    const { pay } = await ready(till)
    expect(await pay({ cvv2: '1234' })).toMatchObject({ error: { code: 'parameter_invalid', param: 'cvv2' } })
  })
})

describe('a bank account', () => {
  test('leaves payment and intent pending', async () => {
    const till = await openTill()
    const intent = await till.intent(all)
    const method = await till.token(intent, {}, { payment_method_type: 'bank', card: undefined, bank })
    expect(mustOf(await till.payBy(intent.id, { payment_method_id: method.id }))).toMatchObject({
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
  })

  test('cannot be authorized now and captured later, and has no security code', async () => {
    const till = await openTill()
    for (const [body, more, param] of [
      [{ capture: false }, {}, 'payment_method_id'],
      [{}, { cvv2: '123' }, 'cvv2'],
    ] as const) {
      const intent = await till.intent({ ...all, ...body })
      const method = await till.token(intent, {}, { payment_method_type: 'bank', card: undefined, bank })
      const refused = await till.payBy(intent.id, { payment_method_id: method.id, ...more })
      expect(refused).toMatchObject({ error: { code: 'parameter_invalid', param } })
    }
  })

  test('pays only an intent that takes its rail', async () => {
    const till = await openTill()
    const intent = await till.intent(all)
    const method = await till.token(intent, {}, { payment_method_type: 'bank', card: undefined, bank })
    const { id } = await till.intent({ payment_rail_types: ['card', 'ca_bank_eft'] })
    const refused = await till.payBy(id, { payment_method_id: method.id })
    expect(refused).toMatchObject({ error: { code: 'parameter_invalid', param: 'id' } })
    expect(codeOf(await till.payBy(intent.id, { payment_method_id: method.id }))).toBe('ok')
  })

  test('pays only an intent that takes it', async () => {
    const till = await openTill()
    const method = await till.token(
      await till.intent(all),
      {},
      { payment_method_type: 'bank', card: undefined, bank },
    )
    const { id } = await till.intent()
    expect(codeOf(await till.payBy(id, { payment_method_id: method.id }))).toBe('parameter_invalid')
  })
})

describe('an outcome that is not known', () => {
  test('leaves the intent processing, is not saved, and is learned by the repair job', async () => {
    const till = await openTill()
    const { id, method } = await ready(till, silentCard)
    const scope = 'tenant account POST path a-key-of-ten'
    const idempotency = { scope, fingerprint: 'f', created_at: till.clock.now() }
    const body = { payment_method_id: method.id }
    const first = await till.call('payments.create', { params: { id }, body, idempotency })
    expect(first).toMatchObject({ ok: true, value: { status: 'processing' } })
    expect(await till.services.store.idempotencyRecord(scope)).toMatchObject({ answer: null })
    const repeat = () => till.call('payments.create', { params: { id }, body, idempotency })
    expect(await repeat()).toMatchObject({ ok: true, value: { status: 'processing' } })
    till.clock.advance(30_000)
    await till.repair()
    expect(await till.read(id)).toMatchObject({ status: 'captured', amount_captured: 1234 })
    const saved = mustOf(await repeat()) as { body: string }
    expect(JSON.parse(saved.body)).toMatchObject({ status: 'captured' })
    expect(await repeat()).toMatchObject({ value: { body: saved.body, replayed: true } })
  })

  test('a repeat after `processing` that became a decline answers the decline, and charges nothing anew', async () => {
    const till = await openTill()
    const { id, method } = await ready(till)
    const idempotency = { scope: 'tenant account POST path a-key-of-ten', fingerprint: 'f', created_at: 0 }
    const repeat = () =>
      till.call('payments.create', { params: { id }, body: { payment_method_id: method.id }, idempotency })
    till.processor.authorize = async () => ({ outcome: 'unknown' })
    expect(await repeat()).toMatchObject({ ok: true, value: { status: 'processing' } })
    till.processor.inquire = async () => ({
      outcome: 'declined',
      response_code: '116',
      response_text: 'Insufficient funds',
      category: 'insufficient_funds',
      retrieval_reference: '600100000001',
      avs: null,
      cvv: null,
    })
    await till.repair()
    const asked = vi.fn(till.sandbox.authorize)
    till.processor.authorize = asked
    const answered = mustOf(await repeat()) as { body: string }
    expect(JSON.parse(answered.body)).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed' },
    })
    expect(asked).not.toHaveBeenCalled()
    expect(await till.payments(id)).toHaveLength(1)
  })

  test('a repeat after the service died with the payment journaled charges nothing anew', async () => {
    const before = await openTill()
    const { id, method } = await ready(before)
    const idempotency = { scope: 'tenant account POST path a-key-of-ten', fingerprint: 'f', created_at: 0 }
    const parts = { params: { id }, body: { payment_method_id: method.id }, idempotency }
    const asked = new Promise<void>((resolve) => {
      before.processor.authorize = async () => {
        resolve()
        return new Promise(() => {})
      }
    })
    void before.call('payments.create', parts)
    await asked
    const till = await before.restart()
    await till.services.store.purgeIdempotency({ answersBefore: 0, claimsBefore: Number.MAX_SAFE_INTEGER })
    await till.repair()
    const answered = mustOf(await till.call('payments.create', parts)) as { body: string }
    expect(JSON.parse(answered.body)).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed', failure_code: 'not_processed' },
    })
    expect(await till.payments(id)).toHaveLength(1)
  })

  test.each([
    ['before the processor was asked', async () => new Promise<never>(() => {}), 'created'],
    ['before its answer was written down', null, 'captured'],
  ])('since the service died %s is learned after the restart', async (_, authorize, status) => {
    const before = await openTill()
    const { id, pay } = await ready(before, { cvv: '123' })
    const asked = new Promise<void>((resolve) => {
      before.processor.authorize = async (request) => {
        if (authorize === null) await before.sandbox.authorize(request)
        resolve()
        return new Promise(() => {})
      }
    })
    void pay()
    await asked
    const till = await before.restart()
    expect((await till.read(id)).status).toBe('processing')
    await till.repair()
    expect((await till.read(id)).status).toBe(status)
    const [payment] = await till.payments(id)
    expect(payment?.status).toBe(status === 'created' ? 'failed' : 'captured')
  })
})

describe('idempotency', () => {
  test('answers a decline again in the same words, without asking the bank', async () => {
    const till = await openTill()
    const { id, method } = await ready(till, doNotHonor)
    const idempotency = {
      scope: 'tenant account POST path a-key-of-ten',
      fingerprint: 'f',
      created_at: till.clock.now(),
    }
    const parts = { params: { id }, body: { payment_method_id: method.id }, idempotency }
    const first = mustOf(await till.call('payments.create', parts)) as { body: string }
    expect(JSON.parse(first.body)).toMatchObject({ latest_payment: { status: 'failed' } })
    const asked = vi.fn(till.sandbox.authorize)
    till.processor.authorize = asked
    expect(await till.call('payments.create', parts)).toMatchObject({
      value: { body: first.body, replayed: true },
    })
    expect(asked).not.toHaveBeenCalled()
  })
})
