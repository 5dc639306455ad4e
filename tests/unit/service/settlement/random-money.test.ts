import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenInvariant, isStatusOfBoth } from '../../../../src-service/intents/states.ts'
import { reconcile, refusalOf } from '../../../../src-service/reconciliation/reconcile.ts'
import { takenLinesOf } from '../../../../src-service/settlement/taken-lines.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { paidByFee } from '../../../../src-shared/payments/taken-back.ts'
import { takenByBank } from '../../../../src-shared/payments/taken-by-bank.ts'
import { payoutOf } from '../../../../src-shared/pos/report/bank-facts.ts'
import { paymentRef, refundRef } from '../../../support/processor-references.ts'
import { doNotHonor } from '../authorize/cards.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness, type RefundHarness } from '../refunds/refund-harness.ts'
import {
  type Command,
  expected,
  type Model,
  paidOutOf,
  refundedOf,
  sharedOutOf,
  shareOf,
  shownOf,
  takenBy,
  unpaid,
} from './money-model.ts'
import { openSettlementHarness, type SettlementHarness } from './settlement-harness.ts'

/**
 * Random events on a payment's money, in any order: a small model predicts the result, and the sums are checked after
 * every step, on a real database.
 */

interface Shop {
  readonly harness: PaymentsHarness
  readonly settlementHarness: RefundHarness
  readonly bank: SettlementHarness
  /** What all batches have paid out, to the account and to its contractor, in cents. */
  paidOut: number
  sharedOut: number
}

type Engine = 'SQLite' | 'PostgreSQL'

const openShop = async (engine: Engine): Promise<Shop> => {
  const harness = await (engine === 'SQLite' ? openPaymentsHarness() : onPostgres())
  return {
    harness,
    settlementHarness: openRefundHarness(harness),
    bank: openSettlementHarness(harness),
    paidOut: 0,
    sharedOut: 0,
  }
}

const contractor = 'ctrct_1'
const payment_splits = [{ account_id: contractor, amount: shareOf(1000) }]

const amount = fc.option(fc.oneof(fc.integer({ min: 0, max: 1200 }), fc.constantFrom(400, 1000)))
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      with: fc.constantFrom('card' as const, 'card' as const, 'bank' as const, 'declined card' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('dispute' as const, 'reverse' as const), amount }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('inquire' as const, 'win' as const, 'lose' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'reject' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      clearing: fc.constantFrom('cleared' as const, 'returned' as const, 'pending' as const),
    }),
  },
)

const retrieval_reference = '600100000001'
const accepted = async () =>
  ({ outcome: 'pending', retrieval_reference, response_code: '000', response_text: 'Accepted' }) as const

async function run(shop: Shop, id: string, what: Command): Promise<string> {
  const { harness, settlementHarness, bank } = shop
  const paymentId = async () => (await harness.read(id)).latest_payment?.id ?? 'pmt_none'
  const body = 'amount' in what && what.amount !== null ? { amount: what.amount } : {}
  switch (what.do) {
    case 'pay': {
      if (what.with === 'bank') harness.processor.authorize = accepted
      const code = codeOf(await harness.pay(id, what.with === 'declined card' ? doNotHonor : {}))
      if (what.with === 'bank') delete harness.processor.authorize
      // The sandbox does not know of this debit yet: it would refuse to refund any of it.
      if (what.with === 'bank' && code === 'ok') {
        harness.processor.refund = async () => ({ outcome: 'done', retrieval_reference })
      }
      return code
    }
    case 'capture':
      return codeOf(await harness.capture(id, body))
    case 'cancel':
      return codeOf(await harness.cancel(id))
    case 'refund': {
      const taken = takenBy(what.amount)
      const named = taken === 0 ? {} : { refund_splits: [{ account_id: contractor, amount: taken }] }
      return codeOf(await settlementHarness.refund(await paymentId(), { ...body, ...named }))
    }
    case 'return': {
      const payment = await paymentId()
      const refunds = payment === 'pmt_none' ? [] : await settlementHarness.refunds(payment)
      const found = refunds.find(
        ({ status, settlement_status, gateway_response }) =>
          status === 'succeeded' && settlement_status === 'settled' && gateway_response.operation !== 'void',
      )
      return found === undefined ? 'state_conflict' : codeOf(await bank.returnRefund(found.id))
    }
    case 'dispute':
      return codeOf(await bank.dispute(await paymentId(), body))
    case 'inquire':
      return codeOf(await bank.dispute(await paymentId(), { inquiry: true }))
    case 'win':
      return codeOf(await bank.closeDispute(await paymentId(), 'won'))
    case 'lose':
      return codeOf(await bank.closeDispute(await paymentId(), 'lost'))
    case 'reverse':
      return codeOf(await bank.reverse(await paymentId(), body))
    case 'reject':
      return rejectedBySettlement(shop, await paymentId())
    case 'settle': {
      const returned = { return_code: 'R01', return_message: 'Insufficient funds' }
      harness.processor.clear = async () =>
        what.clearing === 'returned' ? { outcome: 'returned', ...returned } : { outcome: what.clearing }
      const settlement = await bank.close()
      const { paid_out, fees, splits } = payoutOf(settlement)
      shop.paidOut += paid_out + fees + splits
      shop.sharedOut += splits
      return 'ok'
    }
  }
}

async function rejectedBySettlement({ harness, settlementHarness }: Shop, id: string): Promise<string> {
  const { services, caller, clock } = harness
  if (id !== 'pmt_none' && (await settlementHarness.payment(id)).status === 'pending') return 'ok'
  const entry = {
    ...{ id: services.newId('event'), account_id: caller.accountId, reported_at: clock.now() },
    ...({ type: 'rejected', payment_id: id, reason: 'Format error' } as const),
  }
  harness.processor.reports = async function* () {
    yield entry
  }
  await reconcile(services)
  delete harness.processor.reports
  return codeOf(await refusalOf(services, entry))
}

/** Closes two more batches, after which nothing is left to pay out or take back. */
async function settleAll(shop: Shop, id: string): Promise<void> {
  for (const _ of [1, 2]) await run(shop, id, { do: 'settle', clearing: 'cleared' })
}

/** The amount paid out by the batches, and by the fees that correct what a closed batch had paid. */
async function paidOutFor({ harness, bank, paidOut }: Shop, id: string): Promise<number> {
  const payment = (await harness.read(id)).latest_payment
  const fees = payment === null ? [] : await bank.fees(payment.id)
  return fees
    .filter(({ fee_type }) => fee_type === 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT')
    .reduce((left, fee) => left - paidByFee(fee), paidOut)
}

const unsuccessful: readonly Payment['status'][] = ['failed', 'cancelled', 'voided', 'rejected']

/** Asserts what must be true after any events. */
async function assertSound({ harness, settlementHarness, bank }: Shop, id: string): Promise<PaymentIntent> {
  const intent = await harness.read(id)
  const payments = await harness.payments(id)
  for (const one of [intent, ...payments]) expect(brokenInvariant(one)).toBeNull()
  expect(payments.filter((payment) => !unsuccessful.includes(payment.status)).length).toBeLessThanOrEqual(1)
  expect(intent.latest_payment).toEqual(payments[0] ?? null)
  if (isStatusOfBoth(intent.status)) expect(intent.latest_payment?.status).toBe(intent.status)
  for (const payment of payments) {
    const refunds = await settlementHarness.refunds(payment.id)
    const standing = refunds.filter(({ status }) => status !== 'failed')
    expect(standing.reduce((sum, refund) => sum + refund.amount, 0)).toBe(payment.amount_refunded)
    expect(intent.settlement_id).toBe(payments[0]?.settlement_id ?? null)
    const fees = (await bank.fees(payment.id)).filter(({ fee_type }) => fee_type === 'PROCESSING')
    expect(fees.length).toBeLessThanOrEqual(payment.settlement_status === 'settled' ? 1 : 0)
  }
  return intent
}

async function assertAsModel(shop: Shop, id: string, model: Model): Promise<void> {
  const intent = await assertSound(shop, id)
  expect(intent).toMatchObject({
    status: model.status,
    amount_authorized: model.authorized,
    amount_captured: model.captured,
    amount_voided: model.voided,
    amount_refunded: refundedOf(model),
    amount_disputed: shownOf(model).disputed,
    amount_reversed: shownOf(model).reversed,
    amount_rejected: model.rejected,
    disputed: model.dispute === 'open' || model.dispute === 'lost',
    reversed: model.reversed !== null,
    settlement_status: model.settled ? 'settled' : 'unsettled',
  })
  expect(intent.latest_payment?.status ?? null).toBe(model.payment)
  if (intent.latest_payment === null) return
  const { id: paymentId } = intent.latest_payment
  const refunds = (await shop.settlementHarness.refunds(paymentId)).map((refund) => ({
    amount: refund.amount,
    status: refund.status,
    settled: refund.settlement_status === 'settled',
    taken: refund.refund_splits.reduce((sum, split) => sum + split.amount, 0),
  }))
  expect(refunds).toEqual(model.refunds)
  const fees = (await shop.bank.fees(paymentId)).map(({ fee_type }) => fee_type)
  expect(fees.filter((type) => type === 'PROCESSING')).toHaveLength(
    model.settled && !model.unprocessed ? 1 : 0,
  )
}

describe.each<Engine>(['SQLite', 'PostgreSQL'])('random events on %s', (engine) => {
  /** PostgreSQL takes several times as long, so it does fewer runs. */
  const runsOf = (count: number) => (engine === 'SQLite' ? count : count / 4)

  test('random events in sequence end as the model predicts, and every sum is right after each', async () => {
    const shop = await openShop(engine)
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { maxLength: 14 }),
        fc.boolean(),
        fc.boolean(),
        async (commands, capture, beginsPaid) => {
          const { id } = await shop.harness.intent({ amount: 1000, capture, payment_splits })
          const paid: Command = { do: 'pay', with: 'card' }
          shop.paidOut = 0
          shop.sharedOut = 0
          delete shop.harness.processor.refund
          let model = unpaid(1000, capture)
          for (const what of beginsPaid ? [paid, ...commands] : commands) {
            const [code, next] = expected(model, what)
            expect([what, await run(shop, id, what)]).toEqual([what, code])
            model = next
            await assertAsModel(shop, id, model)
          }
          await settleAll(shop, id)
          for (const _ of [1, 2]) [, model] = expected(model, { do: 'settle', clearing: 'cleared' })
          expect(await paidOutFor(shop, id)).toBe(paidOutOf(model))
          expect(shop.sharedOut).toBe(sharedOutOf(model))
        },
      ),
      {
        numRuns: runsOf(60),
        examples: [
          // The bank takes back all of a payment that was partly refunded.
          [
            [
              { do: 'refund', amount: 300 },
              { do: 'dispute', amount: 1000 },
              { do: 'settle', clearing: 'cleared' },
              { do: 'reverse', amount: 1000 },
              { do: 'win' },
            ],
            true,
            true,
          ],
          // The payment was voided: the bank has nothing to take back.
          [
            [
              { do: 'refund', amount: null },
              { do: 'dispute', amount: null },
            ],
            true,
            true,
          ],
          // A refund is returned while the bank takes back the whole payment twice, and then gives one of the two
          // amounts back.
          [
            [
              { do: 'refund', amount: 300 },
              { do: 'settle', clearing: 'cleared' },
              { do: 'dispute', amount: 1000 },
              { do: 'reverse', amount: 900 },
              { do: 'return' },
              { do: 'win' },
              { do: 'refund', amount: null },
            ],
            true,
            true,
          ],
          [[{ do: 'capture', amount: 0 }], false, true],
          [
            [
              { do: 'pay', with: 'bank' },
              { do: 'settle', clearing: 'cleared' },
              { do: 'refund', amount: null },
            ],
            true,
            false,
          ],
        ],
      },
    )
  })

  test('simultaneous random events on a connection that loses messages never break a sum or pay twice', async () => {
    const shop = await openShop(engine)
    const { harness, settlementHarness, bank } = shop
    const cards = command.filter(
      (what) => what.do !== 'reject' && (what.do !== 'pay' || what.with !== 'bank'),
    )
    const volley = fc.tuple(
      fc.array(cards, { minLength: 2, maxLength: 7 }),
      fc.constantFrom('good', 'loses requests', 'loses answers'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(volley, { maxLength: 4 }), fc.boolean(), async (volleys, capture) => {
        const { id } = await harness.intent({ amount: 1000, capture, payment_splits })
        await harness.pay(id)
        for (const [commands, line] of volleys) {
          wire(harness, line)
          const codes = await Promise.all(commands.map((what) => run(shop, id, what)))
          expect(codes.filter((code) => !answers.includes(code))).toEqual([])
          await assertSound(shop, id)
        }
        wire(harness, 'good')
        harness.clock.advance(60_000)
        await harness.repair()
        await bank.close()
        await assertClosed(shop, await assertSound(shop, id))
      }),
      { numRuns: runsOf(40) },
    )
    async function assertClosed({ harness }: Shop, intent: PaymentIntent): Promise<void> {
      expect(intent.status).not.toBe('processing')
      const payment = intent.latest_payment
      if (payment === null || payment.status !== 'captured') return
      expect(payment.settlement_status).toBe('settled')
      const refunds = await settlementHarness.refunds(payment.id)
      for (const refund of refunds) expect(refund.awaits).toBeNull()
      const voided = refunds.some(({ gateway_response }) => gateway_response.operation === 'void')
      const lines = await takenLinesOf(harness.services.store, payment)
      expect(lines).toEqual(takenByBank(payment))
      const fees = (await bank.fees(payment.id)).map(({ fee_type, is_refund }) => is_refund || fee_type)
      const of = (type: string) => fees.filter((one) => one === type).length
      // A payment that was disputed or reversed has one fee and one settlement line for each.
      expect(of('PROCESSING')).toBe(voided ? 0 : 1)
      expect(of('CHARGEBACK') + of('REVERSAL_FEE')).toBe(of('UNKNOWN_BANK_ACTIVITY_ADJUSTMENT'))
      expect(of('REVERSAL_FEE')).toBe(payment.reversed ? 1 : 0)
      // The amount that the processor has refunded is the amount in the service's records.
      const { outcome } = await harness.sandbox.inquire(paymentRef(payment.id))
      expect(outcome).toBe(voided ? 'voided' : 'approved')
      if (voided) return
      const left = payment.amount_captured - payment.amount_refunded
      expect(
        (await harness.sandbox.refund(paymentRef(payment.id), refundRef('re_probe', left + 1))).outcome,
      ).toBe('refused')
      if (left > 0)
        expect(
          (await harness.sandbox.refund(paymentRef(payment.id), refundRef('re_probe', left))).outcome,
        ).toBe('done')
    }
  })
})

function wire({ sandbox, processor }: PaymentsHarness, is: string): void {
  const lossy = async <Answer>(send: () => Promise<Answer>) => {
    if (is === 'loses answers') await send()
    return { outcome: 'unknown' } as const
  }
  if (is === 'good') {
    for (const name of ['authorize', 'capture', 'void', 'refund'] as const) delete processor[name]
    return
  }
  processor.authorize = (request) => lossy(() => sandbox.authorize(request))
  processor.capture = (id, captured) => lossy(() => sandbox.capture(id, captured))
  processor.void = (id) => lossy(() => sandbox.void(id))
  processor.refund = (payment, refund) => lossy(() => sandbox.refund(payment, refund))
}

const answers = [
  'ok',
  'state_conflict',
  'parameter_invalid',
  'refund_exceeds_amount',
  'resource_missing',
  'lock_timeout',
]
