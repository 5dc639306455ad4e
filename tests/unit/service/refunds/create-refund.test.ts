import { beforeEach, describe, expect, test } from 'vitest'
import { paymentRef } from '../../../support/processor-references.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from './refund-harness.ts'

let harness: PaymentsHarness
let refundHarness: RefundHarness
beforeEach(async () => {
  harness = await openPaymentsHarness()
  refundHarness = openRefundHarness(harness)
})

describe('a full refund of an unsettled payment', () => {
  test('a full refund of an unsettled payment is done at once, as a void at the processor', async () => {
    const payment = await refundHarness.paid(1000)
    const refund = mustOf(await refundHarness.refund(payment.id))
    expect(refund).toMatchObject({
      entity: 'refund',
      status: 'succeeded',
      amount: 1000,
      currency: 'USD',
      external: false,
      payment_id: payment.id,
      payment_intent_id: payment.payment_intent_id,
      account_id: payment.account_id,
      refund_splits: [],
      awaits: null,
      settlement_status: 'unsettled',
      settled_at: null,
      gateway_response: { operation: 'void', retrieval_reference: expect.stringMatching(/^\d{12}$/) },
    })
    expect(await harness.sandbox.inquire(paymentRef(payment.id))).toEqual({ outcome: 'voided' })
    expect(await refundHarness.read(refund.id)).toEqual(refund)
  })

  test('a full refund of an unsettled payment leaves it captured and fully refunded, and the intent shows the same', async () => {
    const payment = await refundHarness.paid(1000)
    mustOf(await refundHarness.refund(payment.id))
    const after = await refundHarness.payment(payment.id)
    expect(after).toMatchObject({ status: 'captured', amount_captured: 1000, amount_refunded: 1000 })
    expect(await harness.read(payment.payment_intent_id)).toMatchObject({
      status: 'captured',
      amount_refunded: 1000,
      latest_payment: after,
    })
  })

  test('a full refund of an unsettled payment, or a part of one, cannot be followed by a cancel, and no void is sent', async () => {
    const whole = await refundHarness.paid(1000)
    mustOf(await refundHarness.refund(whole.id))
    const part = await refundHarness.paid(1000)
    mustOf(await refundHarness.refund(part.id, { amount: 300 }))
    let voids = 0
    harness.processor.void = async (...asked) => {
      voids += 1
      return harness.sandbox.void(...asked)
    }
    for (const { payment_intent_id } of [whole, part]) {
      expect(codeOf(await harness.cancel(payment_intent_id))).toBe('state_conflict')
    }
    expect(voids).toBe(0)
  })

  test('a full refund of an unsettled payment is sent as a refund when the processor refuses the void', async () => {
    const payment = await refundHarness.paid(1000)
    harness.processor.void = async () => ({ outcome: 'refused', reason: 'it is settled here' })
    expect(mustOf(await refundHarness.refund(payment.id))).toMatchObject({
      status: 'processing',
      awaits: 'settlement',
      gateway_response: { operation: 'refund' },
    })
  })
})

describe('a partial refund', () => {
  test('a partial refund is processing until the next settlement, and its amount is reserved at once', async () => {
    const payment = await refundHarness.paid(1000)
    const refund = mustOf(await refundHarness.refund(payment.id, { amount: 300 }))
    expect(refund).toMatchObject({ status: 'processing', awaits: 'settlement', amount: 300 })
    expect(await refundHarness.payment(payment.id)).toMatchObject({
      status: 'captured',
      amount_refunded: 300,
    })
  })

  test('a refund without an amount refunds everything that is left', async () => {
    const payment = await refundHarness.paid(1000)
    mustOf(await refundHarness.refund(payment.id, { amount: 300 }))
    const rest = mustOf(await refundHarness.refund(payment.id))
    expect(rest).toMatchObject({
      amount: 700,
      status: 'processing',
      gateway_response: { operation: 'refund' },
    })
    expect((await refundHarness.refunds(payment.id)).map(({ amount }) => amount)).toEqual([700, 300])
  })

  test('a refund never exceeds what is left, and the error names that amount', async () => {
    const payment = await refundHarness.paid(1000)
    mustOf(await refundHarness.refund(payment.id, { amount: 300 }))
    const refusal = await refundHarness.refund(payment.id, { amount: 701 })
    expect(refusal).toMatchObject({
      ok: false,
      error: {
        code: 'refund_exceeds_amount',
        param: 'amount',
        message: expect.stringContaining('700 cents'),
      },
    })
    mustOf(await refundHarness.refund(payment.id, { amount: 700 }))
    expect(codeOf(await refundHarness.refund(payment.id))).toBe('refund_exceeds_amount')
    expect(codeOf(await refundHarness.refund(payment.id, { amount: 1 }))).toBe('refund_exceeds_amount')
  })

  test('a refund of 0 cents is refused', async () => {
    const payment = await refundHarness.paid(1000)
    expect(await refundHarness.refund(payment.id, { amount: 0 })).toMatchObject({
      ok: false,
      error: { code: 'parameter_invalid', param: 'amount' },
    })
    expect(await refundHarness.refunds(payment.id)).toEqual([])
  })

  test('a refund after a partial capture is limited to the captured amount', async () => {
    const { id } = await harness.intent({ amount: 1000, capture: false })
    const { payment } = mustOf(await harness.pay(id))
    expect(codeOf(await refundHarness.refund(payment.id))).toBe('state_conflict')
    mustOf(await harness.capture(id, { amount: 400 }))
    expect(codeOf(await refundHarness.refund(payment.id, { amount: 401 }))).toBe('refund_exceeds_amount')
    expect(mustOf(await refundHarness.refund(payment.id))).toMatchObject({ amount: 400, status: 'succeeded' })
  })
})

describe('refunds at the same moment', () => {
  test('of refunds that are only valid while nothing is refunded, one is done', async () => {
    const payment = await refundHarness.paid(1000)
    const asked = { amount: 300, if_amount_refunded: 0 }
    const answers = await Promise.all([1, 2, 3, 4].map(() => refundHarness.refund(payment.id, asked)))
    const refused = answers.filter(({ ok }) => !ok)
    expect(refused).toHaveLength(3)
    // A busy payment may also be answered with lock_timeout.
    for (const answer of refused)
      expect(['amount_refunded_changed', 'lock_timeout']).toContain(codeOf(answer))
    expect((await refundHarness.refunds(payment.id)).map(({ amount }) => amount)).toEqual([300])
    const late = await refundHarness.refund(payment.id, asked)
    expect(late).toMatchObject({
      error: { param: 'if_amount_refunded', message: expect.stringContaining('300 cents') },
    })
    mustOf(await refundHarness.refund(payment.id, { amount: 300, if_amount_refunded: 300 }))
    expect((await refundHarness.refunds(payment.id)).map(({ amount }) => amount)).toEqual([300, 300])
  })

  test('refunds at the same moment never pay back more than was captured', async () => {
    const payment = await refundHarness.paid(1000)
    const amounts = Array.from({ length: 12 }, () => 300)
    const codes = await Promise.all(
      amounts.map(async (amount) => codeOf(await refundHarness.refund(payment.id, { amount }))),
    )
    expect(codes.filter((code) => code === 'ok')).toHaveLength(3)
    expect(await refundHarness.payment(payment.id)).toMatchObject({ amount_refunded: 900 })
    expect(await refundHarness.refunds(payment.id)).toHaveLength(3)
  })
})

describe('a refund that the processor refuses', () => {
  test('a refund that the processor refuses is failed, and its reserved amount is free again', async () => {
    const payment = await refundHarness.paid(1000)
    harness.processor.refund = async () => ({ outcome: 'refused', reason: 'the account is closed' })
    const failed = mustOf(await refundHarness.refund(payment.id, { amount: 300 }))
    expect(failed).toMatchObject({
      status: 'failed',
      awaits: null,
      failure_code: 'refused_by_processor',
      failure_message: expect.stringContaining('the account is closed'),
    })
    expect(await refundHarness.payment(payment.id)).toMatchObject({ amount_refunded: 0 })
    delete harness.processor.refund
    expect(mustOf(await refundHarness.refund(payment.id))).toMatchObject({
      amount: 1000,
      status: 'succeeded',
    })
  })
})

describe('what cannot be refunded', () => {
  test('a payment that failed, was voided or does not exist cannot be refunded', async () => {
    const { id } = await harness.intent({ amount: 1000 })
    const declined = mustOf(await harness.pay(id, { number: '4000000000000002' })).payment
    const voided = await refundHarness.paid(1000)
    mustOf(await harness.cancel(voided.payment_intent_id))
    for (const [payment, status] of [
      [declined, 'failed'],
      [voided, 'voided'],
    ] as const) {
      const message = `Payment ${payment.id} is ${status}; only a captured payment can be refunded. There is nothing to refund.`
      expect(await refundHarness.refund(payment.id)).toMatchObject({
        ok: false,
        error: { code: 'state_conflict', param: 'id', message },
      })
    }
    expect(await refundHarness.refund('pmt_none')).toMatchObject({
      ok: false,
      error: { code: 'resource_missing', param: 'id' },
    })
    expect(codeOf(await refundHarness.call('refunds.get', { params: { id: 're_none' } }))).toBe(
      'resource_missing',
    )
    expect(codeOf(await refundHarness.call('payments.list_refunds', { params: { id: 'pmt_none' } }))).toBe(
      'resource_missing',
    )
  })
})

describe('refund_splits', () => {
  const payment_splits = [
    { account_id: 'ctrct_one', amount: 500 },
    { account_id: 'ctrct_two', amount: 100 },
  ]
  const refusalOf = async (paymentId: string, refund_splits: object[], amount = 600) => {
    const result = await refundHarness.refund(paymentId, { amount, refund_splits })
    return result.ok ? 'ok' : [result.error.code, result.error.param]
  }

  test('refund_splits take back from the contractors at most what the payment gave them', async () => {
    const { id } = await refundHarness.paid(1000, { payment_splits })
    const splits = [{ account_id: 'ctrct_one', amount: 300, description: 'returned' }]
    expect(
      mustOf(await refundHarness.refund(id, { amount: 400, refund_splits: splits })).refund_splits,
    ).toEqual(splits)
    expect(await refusalOf(id, [{ account_id: 'ctrct_one', amount: 201 }])).toEqual([
      'parameter_invalid',
      'refund_splits.0.amount',
    ])
    expect(await refusalOf(id, [{ account_id: 'ctrct_one', amount: 200 }])).toBe('ok')
  })

  test('a refund takes back each contractor’s own share, all of them at once', async () => {
    const { id } = await refundHarness.paid(1000, { payment_splits })
    expect(await refusalOf(id, [...payment_splits], 599)).toEqual(['parameter_invalid', 'refund_splits'])
    expect(await refusalOf(id, [...payment_splits])).toBe('ok')
  })

  test('refund_splits must name contractors of the payment, and add up to at most the refund', async () => {
    const { id } = await refundHarness.paid(1000, { payment_splits })
    expect(await refusalOf(id, [{ account_id: 'ctrct_three', amount: 1 }])).toEqual([
      'parameter_invalid',
      'refund_splits.0.account_id',
    ])
    expect(await refusalOf(id, [{ account_id: 'ctrct_one', amount: 301 }], 300)).toEqual([
      'parameter_invalid',
      'refund_splits',
    ])
    const twice = [
      { account_id: 'ctrct_two', amount: 60 },
      { account_id: 'ctrct_two', amount: 60 },
    ]
    expect(await refusalOf(id, twice)).toEqual(['parameter_invalid', 'refund_splits.0.amount'])
  })

  test('refund_splits of a failed refund are given back', async () => {
    const { id } = await refundHarness.paid(1000, { payment_splits })
    harness.processor.refund = async () => ({ outcome: 'refused', reason: 'no' })
    expect(await refusalOf(id, [{ account_id: 'ctrct_one', amount: 500 }])).toBe('ok')
    delete harness.processor.refund
    expect(await refusalOf(id, [{ account_id: 'ctrct_one', amount: 500 }])).toBe('ok')
  })
})
