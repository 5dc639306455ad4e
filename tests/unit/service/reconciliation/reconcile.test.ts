import { describe, expect, test, vi } from 'vitest'
import { type Decision, noDetails } from '../../../../src-service/processor/decision.ts'
import { reconcile } from '../../../../src-service/reconciliation/reconcile.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { harshBank } from '../../../support/harsh-bank.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'
import { openSettlementHarness } from '../settlement/settlement-harness.ts'
import { reporting } from './reporting.ts'

const hourMs = 60 * 60_000

const paid = async (harness: PaymentsHarness, amount = 1000): Promise<Payment> =>
  mustOf(await harness.pay((await harness.intent({ amount })).id)).payment

const paidWithoutAnswer = async (harness: PaymentsHarness): Promise<Payment> => {
  harness.processor.authorize = async () => ({ outcome: 'unknown' })
  const payment = await paid(harness, 1234)
  delete harness.processor.authorize
  return payment
}

const reload = async (harness: PaymentsHarness, { id, payment_intent_id }: Payment): Promise<Payment> => {
  const found = (await harness.payments(payment_intent_id)).find((payment) => payment.id === id)
  if (found === undefined) throw new Error(`payment ${id} is gone`)
  return found
}

describe("an entry of the processor's report", () => {
  test('an entry that is reported repeatedly is applied once', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const payment = await paid(harness)
    report({ type: 'dispute', payment_id: payment.id, amount: 400, inquiry: false })
    for (const _ of [1, 2, 3]) await reconcile(harness.services)
    expect(await reload(harness, payment)).toMatchObject({ disputed: true, amount_disputed: 400 })
    expect(await openSettlementHarness(harness).fees(payment.id)).toHaveLength(2)
  })

  test('an entry is applied once when two passes process it at the same moment', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const payment = await paid(harness)
    report({ type: 'fee', payment_id: payment.id, fee_type: 'RETRIEVAL', amount: 1500 })
    await Promise.all([1, 2, 3, 4].map(() => reconcile(harness.services)))
    expect(await openSettlementHarness(harness).fees(payment.id)).toMatchObject([
      { fee_type: 'RETRIEVAL', amount: 1500, from_owner_type: 'account' },
    ])
  })

  test('an entry is applied once when the service was restarted in between', async () => {
    const harness = await openPaymentsHarness()
    const payment = await paid(harness)
    const event = { type: 'dispute', payment_id: payment.id, amount: 400, inquiry: false } as const
    reporting(harness).report(event, { reported_at: 5 })
    await reconcile(harness.services)
    const after = await harness.restart()
    reporting(after).report(event, { reported_at: 5 })
    await reconcile(after.services)
    expect(await openSettlementHarness(after).fees(payment.id)).toHaveLength(2)
  })

  test('the next pass asks for entries from a day before the newest one that was processed', async () => {
    const harness = await openPaymentsHarness()
    const { report, asked } = reporting(harness)
    const payment = await paid(harness)
    const now = harness.clock.now()
    report({ type: 'fee', payment_id: payment.id, fee_type: 'RETRIEVAL', amount: 1 }, { reported_at: now })
    await reconcile(harness.services)
    await reconcile(harness.services)
    expect(asked).toEqual([0, now - 24 * hourMs])
  })

  test('an entry is not missed because an earlier one has a time in the future', async () => {
    const harness = await openPaymentsHarness()
    const { report, asked } = reporting(harness)
    const payment = await paid(harness)
    const now = harness.clock.now()
    const event = { type: 'fee', payment_id: payment.id, fee_type: 'RETRIEVAL', amount: 1 } as const
    // Reported after the sandbox's clock was moved ahead, and before a restart.
    report(event, { reported_at: now + 240 * hourMs })
    await reconcile(harness.services)
    await reconcile(harness.services)
    expect(asked.at(-1)).toBeLessThanOrEqual(harness.clock.now() - 24 * hourMs)
  })

  test('an entry about a payment of unknown outcome is applied once the outcome is known', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    harness.processor.authorize = async () => ({ outcome: 'unknown' })
    const { payment } = mustOf(await harness.pay((await harness.intent()).id))
    delete harness.processor.authorize
    report({ type: 'dispute', payment_id: payment.id, amount: 100, inquiry: false })
    await reconcile(harness.services)
    expect(await reload(harness, payment)).toMatchObject({ status: 'processing', disputed: false })
    harness.processor.inquire = async () => approved
    await harness.repair()
    await reconcile(harness.services)
    expect(await reload(harness, payment)).toMatchObject({ status: 'captured', amount_disputed: 100 })
  })

  test('an entry about a payment with an unknown void is applied once the void is known to have failed', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const refunds = openRefundHarness(harness)
    const payment = await paid(harness)
    harness.processor.void = async () => ({ outcome: 'unknown' })
    mustOf(await refunds.refund(payment.id))
    report({ type: 'dispute', payment_id: payment.id, amount: 1000, inquiry: false })
    await reconcile(harness.services)
    expect(await reload(harness, payment)).toMatchObject({ amount_refunded: 1000, disputed: false })
    harness.processor.void = async () => ({ outcome: 'refused', reason: 'settled already' })
    harness.processor.refund = async () => ({ outcome: 'refused', reason: 'account closed' })
    await harness.repair()
    expect(await reload(harness, payment)).toMatchObject({ amount_refunded: 0, disputed: false })
    await reconcile(harness.services)
    expect(await reload(harness, payment)).toMatchObject({ disputed: true, amount_disputed: 1000 })
  })

  test.each([
    ['even for days', (harness: PaymentsHarness) => harness.clock.advance(72 * hourMs)],
    [
      "even if the computer's date is changed",
      ({ clock }: PaymentsHarness) => {
        const now = clock.now()
        vi.spyOn(clock, 'now').mockReturnValue(now + 72 * hourMs)
      },
    ],
  ])('an entry waits until the outcome of its payment is known, %s', async (_, passes) => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const unknown = await paidWithoutAnswer(harness)
    report({ type: 'dispute', payment_id: unknown.id, amount: 100, inquiry: false })
    await reconcile(harness.services)
    passes(harness)
    // A newer entry moves the position past the waiting entry.
    report({ type: 'fee', payment_id: (await paid(harness)).id, fee_type: 'RETRIEVAL', amount: 1 })
    await reconcile(harness.services)
    await reconcile(harness.services)
    harness.processor.inquire = async () => approved
    await harness.repair()
    await reconcile(harness.services)
    expect(await reload(harness, unknown)).toMatchObject({ status: 'captured', amount_disputed: 100 })
  })

  test('an entry of a payment waits behind an earlier entry of the same payment', async () => {
    const harness = await openPaymentsHarness()
    const payment = await paidWithoutAnswer(harness)
    harness.processor.inquire = async () => approved
    const of = { account_id: harness.caller.accountId, payment_id: payment.id }
    harness.processor.reports = async function* () {
      yield { ...of, type: 'dispute', amount: 100, inquiry: false, id: 'earlier', reported_at: 1 }
      await harness.repair()
      yield { ...of, type: 'dispute_closed', outcome: 'lost', id: 'later', reported_at: 2 }
    }
    await reconcile(harness.services)
    await reconcile(harness.services)
    expect((await reload(harness, payment)).gateway_response).toMatchObject({ dispute_status: 'lost' })
  })

  test('after a stop of three days an entry is read even though a newer one has a time in the future', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const payment = await paid(harness)
    const fee = (amount: number) =>
      ({ type: 'fee', payment_id: payment.id, fee_type: 'RETRIEVAL', amount }) as const
    const now = harness.clock.now()
    report(fee(1), { reported_at: now })
    report(fee(2), { reported_at: now + 240 * hourMs })
    await reconcile(harness.services)
    harness.clock.advance(72 * hourMs)
    report(fee(3), { reported_at: now + 12 * hourMs })
    await reconcile(harness.services)
    const fees = await openSettlementHarness(harness).fees(payment.id)
    expect(fees.map(({ amount }) => amount).sort()).toEqual([1, 2, 3])
  })

  test('an entry is applied even when an entry of another account has the same id', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const payment = await paid(harness)
    const fee = (payment_id: string) =>
      ({ type: 'fee', payment_id, fee_type: 'RETRIEVAL', amount: 7 }) as const
    report(fee('pmt_of_the_other'), { id: '1', account_id: 'acct_of_another_merchant' })
    report(fee(payment.id), { id: '1' })
    await reconcile(harness.services)
    expect(await openSettlementHarness(harness).fees(payment.id)).toHaveLength(1)
  })

  test('an entry that met an internal error is retried, even when the processor no longer reports it', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const payment = await paid(harness)
    report({ type: 'fee', payment_id: payment.id, fee_type: 'RETRIEVAL', amount: 7 })
    const fault = vi.spyOn(harness.services.accounts, 'account').mockRejectedValueOnce(new Error('a fault'))
    await reconcile(harness.services)
    fault.mockRestore()
    harness.processor.reports = async function* () {}
    await reconcile(harness.services)
    expect(await openSettlementHarness(harness).fees(payment.id)).toHaveLength(1)
  })

  test('an entry that contradicts the records changes nothing, is logged once, and does not block other entries', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const error = vi.spyOn(harness.services.log, 'error')
    const payment = await paid(harness)
    report({ type: 'dispute_closed', payment_id: payment.id, outcome: 'won' })
    report({ type: 'dispute', payment_id: 'pmt_of_nobody', amount: 100, inquiry: false })
    report({ type: 'dispute', payment_id: payment.id, amount: 100, inquiry: false })
    await reconcile(harness.services)
    await reconcile(harness.services)
    expect(await reload(harness, payment)).toMatchObject({ amount_disputed: 100 })
    expect(error.mock.calls.map(([fields, words]) => [words, fields])).toMatchObject([
      ['reconciliation.not_applied', { type: 'dispute_closed' }],
      ['reconciliation.not_applied', { type: 'dispute' }],
    ])
  })
})

const approved: Decision = {
  outcome: 'approved',
  amount_authorized: 1234,
  auth_code: '123456',
  retrieval_reference: '600100000009',
  response_code: '000',
  response_text: 'Approval',
  avs: null,
  cvv: null,
  ...noDetails,
}

describe('a payment that its settlement rejects', () => {
  test('a rejected payment has failed, is in no settlement, and cannot be refunded', async () => {
    const harness = await openPaymentsHarness(undefined, harshBank(() => ({ kind: 'none' })).openBank)
    const settlement = openSettlementHarness(harness)
    const payment = await paid(harness, 300_700)
    await paid(harness, 1000)
    harness.clock.advance(11 * 60_000)
    await reconcile(harness.services)
    expect(await reload(harness, payment)).toMatchObject({
      status: 'rejected',
      amount_rejected: 300_700,
      return_message: 'Rejected by the settlement of its batch',
    })
    expect(await harness.read(payment.payment_intent_id)).toMatchObject({
      status: 'failed',
      amount_rejected: 300_700,
    })
    expect(await settlement.close()).toMatchObject({ payment_count: 1, amount_captured: 1000 })
    expect(await settlement.fees(payment.id)).toMatchObject([{ fee_type: 'REJECT_FEE', amount: 500 }])
  })

  test('a payment that was settled before its rejection is taken back in full by the next settlement', async () => {
    const harness = await openPaymentsHarness(undefined, harshBank(() => ({ kind: 'none' })).openBank)
    const settlement = openSettlementHarness(harness)
    const payment = await paid(harness, 300_700)
    const first = await settlement.close()
    expect(first).toMatchObject({ payment_count: 1, amount_captured: 300_700 })
    harness.clock.advance(11 * 60_000)
    await reconcile(harness.services)
    expect(await reload(harness, payment)).toMatchObject({
      status: 'rejected',
      settlement_status: 'settled',
      settlement_id: first.id,
    })
    const next = await settlement.close()
    expect(next).toMatchObject({ payment_count: 0, amount_captured: 0, amount_fees: 300_700 + 500 })
    const [again] = (await settlement.settlements()).filter(({ id }) => id === first.id)
    expect(again).toEqual(first)
  })

  test('a rejection publishes an event for the payment and one for its intent', async () => {
    const harness = await openPaymentsHarness()
    const { report } = reporting(harness)
    const commit = vi.spyOn(harness.services.store, 'commit')
    const payment = await paid(harness)
    report({ type: 'rejected', payment_id: payment.id, reason: 'Format error' })
    await reconcile(harness.services)
    const types = commit.mock.calls.flatMap(([{ events = [] }]) => events.map(({ type }) => type))
    expect(types).toEqual(expect.arrayContaining(['v2.payment.rejected', 'v2.payment_intent.failed']))
  })
})

test("when the bank's reports fail during a sandbox request, the next pass applies the entry without an error", async () => {
  const harness = await openPaymentsHarness()
  const payment = await paid(harness)
  // biome-ignore lint/correctness/useYield: it fails before the first entry
  harness.processor.reports = async function* () {
    throw new Error('the processor does not go on with its reports')
  }
  const asked = await openSettlementHarness(harness).dispute(payment.id, { amount: 400 })
  expect(asked).toMatchObject({ ok: false, error: { code: 'lock_timeout' } })
  delete harness.processor.reports
  await reconcile(harness.services)
  expect(await reload(harness, payment)).toMatchObject({ disputed: true, amount_disputed: 400 })
})
