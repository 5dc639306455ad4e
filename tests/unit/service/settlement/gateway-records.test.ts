import { beforeEach, describe, expect, test } from 'vitest'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import { externalModule } from '../../../../src-service/external/module.ts'
import type { Handler, HandlerRequest } from '../../../../src-service/http/handler.ts'
import { reconcile } from '../../../../src-service/reconciliation/reconcile.ts'
import { matchRecords } from '../../../../src-service/settlement/match.ts'
import { closeDays } from '../../../../src-service/settlement/schedule.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from '../refunds/refund-harness.ts'
import { openSettlementHarness, type SettlementHarness } from './settlement-harness.ts'

let harness: PaymentsHarness
let settlementHarness: RefundHarness
let bank: SettlementHarness
beforeEach(async () => {
  harness = await openPaymentsHarness()
  settlementHarness = openRefundHarness(harness)
  bank = openSettlementHarness(harness)
})

const authorizedAt = '2026-01-31T12:00:00.000Z'

async function report(name: 'external_payments.create' | 'external_refunds.create', body: object) {
  const handler = externalModule(harness.services).handlers[
    name
  ] as unknown as Handler<'external_payments.create'>
  const request = { caller: harness.caller, query: {}, idempotency: null, body }
  const answer = mustOf(await handler(request as unknown as HandlerRequest<'external_payments.create'>))
  return isSavedAnswer(answer) ? (JSON.parse(answer.body) as unknown) : answer
}

/** A payment that was taken by a gateway and reported to the service. */
const reported = async (retrieval_reference: string, amount = 1000) =>
  (await report('external_payments.create', {
    payment_intent: { amount },
    payment_method: {
      payment_method_type: 'card',
      source_type: 'another-gateway',
      card: {
        token: 'external',
        last_four_digits: '1111',
        first_six_digits: '411111',
        brand: 'Visa',
        exp_month: '12',
        exp_year: '2049',
      },
    },
    gateway_response: { auth_code: 'A1', retrieval_reference, created_at: authorizedAt },
  })) as PaymentIntent

const refunded = async (payment_intent_id: string, retrieval_reference: string) =>
  (await report('external_refunds.create', {
    payment_intent_id,
    gateway_response: { retrieval_reference, created_at: authorizedAt },
  })) as Refund

const recordOf = (retrieval_reference: string, more: object = {}) => ({
  type: 'payment',
  retrieval_reference,
  created_at: '2026-01-31T12:00:00Z',
  amount: 1000,
  ...more,
})
const unmatchedIds = async () => (await bank.unmatched()).map(({ type, id }) => [type, id])

describe('an external payment', () => {
  test('disputes and reversals of an external payment appear in no settlement of ours, since its gateway paid it out', async () => {
    const intent = await reported('100000000009')
    await bank.record(recordOf('100000000009'))
    const id = intent.latest_payment?.id ?? ''
    mustOf(await bank.dispute(id))
    expect(await bank.close()).toMatchObject({ amount_disputed: 0 })
    mustOf(await bank.closeDispute(id, 'won'))
    mustOf(await bank.reverse(id))
    expect(await bank.close()).toMatchObject({ amount_disputed: 0, amount_reversed: 0 })
  })

  test('an external payment is not settled by our own run, and is unmatched until its gateway settles it', async () => {
    const intent = await reported('100000000001')
    await bank.close()
    const [payment] = await harness.payments(intent.id)
    expect(payment).toMatchObject({ external: true, status: 'captured', settlement_status: 'unsettled' })
    expect(await bank.unmatched()).toMatchObject([
      {
        type: 'payment',
        id: payment?.id,
        amount: 1000,
        retrieval_reference: '100000000001',
        payment: { id: payment?.id },
        refund: null,
        record: null,
      },
    ])
  })

  test('an external payment is settled by the record with the same reference and time, without a fee', async () => {
    const intent = await reported('100000000001')
    const record = await bank.record(recordOf('100000000001'))
    expect(record).toMatchObject({ status: 'matched', settlement_id: expect.stringMatching(/^se_/) })
    const settled = { settlement_status: 'settled', settlement_id: record.settlement_id }
    expect(await harness.read(intent.id)).toMatchObject({ ...settled, latest_payment: settled })
    expect(record.payment_id).toBe(intent.latest_payment?.id)
    expect(await bank.settlements()).toMatchObject([
      {
        id: record.settlement_id,
        source: 'gateway',
        status: 'closed',
        amount_captured: 1000,
        amount_fees: 0,
      },
    ])
    expect(await bank.fees()).toEqual([])
    expect(await bank.unmatched()).toEqual([])
  })

  test.each([
    ['reference', { retrieval_reference: '100000000002' }],
    ['time', { created_at: '2026-01-31T12:00:01Z' }],
    ['amount', { amount: 999 }],
    ['sort', { type: 'refund' }],
  ])(
    'an external payment is not settled by a record with another %s: both are listed',
    async (_what, change) => {
      const intent = await reported('100000000001')
      const record = await bank.record({ ...recordOf('100000000001'), ...change })
      expect(record).toMatchObject({ status: 'unmatched', payment_id: null, settlement_id: null })
      expect(await unmatchedIds()).toEqual([
        ['payment', intent.latest_payment?.id],
        ['record', record.id],
      ])
    },
  )

  test("an external payment reported after its record is matched at the day's close, in a settlement of its gateway", async () => {
    const record = await bank.record(recordOf('100000000001'))
    expect(await unmatchedIds()).toEqual([['record', record.id]])
    const intent = await reported('100000000001')
    const id = intent.latest_payment?.id ?? ''
    expect(await bank.close()).toMatchObject({ payment_count: 0, amount_captured: 0, amount_fees: 0 })
    const { settlement_id } = await harness.read(intent.id)
    expect((await bank.settlements()).find((one) => one.id === settlement_id)).toMatchObject({
      source: 'gateway',
      payment_count: 1,
      amount_captured: 1000,
    })
    expect(await bank.unmatched()).toEqual([])
    // The gateway paid the payment out and takes it back, so our settlements contain neither.
    mustOf(await bank.dispute(id))
    expect(await bank.close()).toMatchObject({ amount_captured: 0, amount_disputed: 0 })
  })

  test('an external payment rejected after its gateway settled it is taken back by the gateway, not by us', async () => {
    const intent = await reported('100000000001')
    await bank.record(recordOf('100000000001'))
    const id = intent.latest_payment?.id ?? ''
    const { services, caller } = harness
    harness.processor.reports = async function* () {
      yield {
        ...{ id: services.newId('event'), account_id: caller.accountId, reported_at: harness.clock.now() },
        ...({ type: 'rejected', payment_id: id, reason: 'Format error' } as const),
      }
    }
    await reconcile(services)
    expect(await settlementHarness.payment(id)).toMatchObject({ status: 'rejected', amount_rejected: 1000 })
    expect(await bank.fees(id)).toEqual([])
    expect(await bank.close()).toMatchObject({ amount_captured: 0, amount_fees: 0 })
  })

  test('an external payment that was reported after its record is also matched by the daily run', async () => {
    await bank.record(recordOf('100000000001'))
    const intent = await reported('100000000001')
    await closeDays(harness.services)
    expect(await harness.read(intent.id)).toMatchObject({ settlement_status: 'settled' })
    expect(await bank.settlements()).toMatchObject([{ source: 'gateway' }])
  })

  test('a service that stops looks at no more records, and the next run matches the rest', async () => {
    for (const reference of ['100000000001', '100000000002', '100000000003']) {
      await bank.record(recordOf(reference))
      await reported(reference)
    }
    const { services, caller } = harness
    const faults: unknown[] = []
    const log = { ...services.log, error: (fields: unknown) => void faults.push(fields) }
    let looks = 0
    const isStopped = () => ++looks > 1
    const stopping = { ...services, log, isStopped }
    await expect(matchRecords(stopping, caller.accountId)).rejects.toThrow('stopping')
    expect(await bank.settlements()).toHaveLength(1)
    await closeDays(stopping)
    expect([await bank.settlements(), faults]).toMatchObject([{ length: 1 }, []])
    await closeDays(services)
    expect([await bank.settlements(), await bank.unmatched()]).toMatchObject([{ length: 3 }, []])
  })

  test('an external payment is settled once: a second record of the same payment stays unmatched', async () => {
    await reported('100000000001')
    const [first, second] = [
      await bank.record(recordOf('100000000001')),
      await bank.record(recordOf('100000000001')),
    ]
    expect([first.status, second.status]).toEqual(['matched', 'unmatched'])
    await bank.close()
    expect(await unmatchedIds()).toEqual([['record', second.id]])
  })
})

describe('an external refund', () => {
  test('an external refund succeeds when its record settles it', async () => {
    const intent = await reported('100000000001')
    const refund = await refunded(intent.id, '100000000009')
    await bank.close()
    expect(await settlementHarness.read(refund.id)).toMatchObject({ external: true, status: 'processing' })
    expect(await unmatchedIds()).toEqual([
      ['payment', intent.latest_payment?.id],
      ['refund', refund.id],
    ])
    const record = await bank.record(recordOf('100000000009', { type: 'refund' }))
    expect(record).toMatchObject({ status: 'matched', refund_id: refund.id })
    expect(await settlementHarness.read(refund.id)).toMatchObject({
      status: 'succeeded',
      settlement_status: 'settled',
      settlement_id: record.settlement_id,
    })
  })

  test('an external refund that is returned after its gateway settled it is given back by the gateway, not by us', async () => {
    const intent = await reported('100000000001')
    await bank.record(recordOf('100000000001'))
    const { id } = await refunded(intent.id, '100000000009')
    await bank.record(recordOf('100000000009', { type: 'refund' }))
    expect(mustOf(await bank.returnRefund(id))).toMatchObject({ status: 'failed' })
    expect(await bank.fees()).toEqual([])
    expect(await bank.close()).toMatchObject({ amount_refunded: 0, amount_fees: 0 })
  })
})
