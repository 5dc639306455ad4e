import { describe, expect, test } from 'vitest'
import type { Services } from '../../../../src-service/services.ts'
import { settleAccount } from '../../../../src-service/settlement/run.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { paymentRef } from '../../../support/processor-references.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'
import { settleAlone } from './settle-alone.ts'
import { openSettlementHarness } from './settlement-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

/** A voided payment is neither paid out nor taken back. If payment and refund were settled apart, both would happen. */
describe.each(['SQLite', 'PostgreSQL'] as const)(
  'a payment that is voided while its day closes, on %s',
  (engine) => {
    const open = async () => {
      const harness = await engines[engine]()
      const refunds = openRefundHarness(harness)
      const bank = openSettlementHarness(harness)
      const wanted = (cutoff = harness.clock.now() + 1) => ({
        ...{ accountId: harness.caller.accountId, currency: 'USD', day: null, cutoff },
      })
      return { harness, refunds, bank, wanted }
    }

    test('is settled with its refund, even when the bank answers after the run has passed the payment', async () => {
      const { harness, refunds, bank, wanted } = await open()
      const payment = await refunds.paid(1000)
      let answer = () => {}
      const mayAnswer = new Promise<void>((resolve) => {
        answer = resolve
      })
      harness.processor.void = async (...asked) => {
        await mayAnswer
        return harness.sandbox.void(...asked)
      }
      const refunding = refunds.refund(payment.id)
      await expect.poll(async () => (await refunds.refunds(payment.id)).length).toBe(1)
      const { store } = harness.services
      // The bank answers after the run has gone through the payments, and before it goes through the refunds.
      const list: Store['list'] = async (kind, query) => {
        if (kind === 'refund' && query.where?.some(({ column }) => column === 'settlement_status')) {
          answer()
          await refunding
        }
        return store.list(kind, query)
      }
      const services: Services = { ...harness.services, store: { ...store, list } }
      const first = mustOf(await settleAccount(services, wanted()))
      const refund = mustOf(await refunding)
      expect([first.payment_count, first.refund_count, first.amount_refunded]).toEqual([0, 0, 0])
      const second = await bank.close()
      expect(second).toMatchObject({
        payment_count: 1,
        refund_count: 1,
        amount_captured: 1000,
        amount_refunded: 1000,
      })
      expect((await refunds.payment(payment.id)).settlement_id).toBe(second.id)
      expect((await refunds.read(refund.id)).settlement_id).toBe(second.id)
    })

    test('is settled with its refund, even when the refund was made after the cutoff of the day', async () => {
      const { harness, refunds, bank, wanted } = await open()
      const payment = await refunds.paid(1000, { payment_splits: [{ account_id: 'ctrct_1', amount: 250 }] })
      const cutoff = harness.clock.now() + 1
      harness.clock.advance(1000)
      mustOf(await refunds.refund(payment.id))
      expect(mustOf(await settleAccount(harness.services, wanted(cutoff)))).toMatchObject({
        ...{ payment_count: 1, refund_count: 1, amount_captured: 1000, amount_refunded: 1000 },
        amount_splits: 0,
      })
      expect(await bank.close()).toMatchObject({ payment_count: 0, refund_count: 0 })
    })

    test('leaves a refund that a former version settled alone as it is, and corrects its amount', async () => {
      const { harness, refunds, bank } = await open()
      const payment = await refunds.paid(1000)
      const { id } = mustOf(await refunds.refund(payment.id))
      await settleAlone(harness, id)
      expect(await bank.close()).toMatchObject({
        ...{ payment_count: 1, amount_captured: 1000, refund_count: 0, amount_refunded: 0 },
      })
      expect((await refunds.read(id)).settlement_id).toBe('stl_of_before')
    })

    test('takes back its shares when the void is found out after payment and shares were settled', async () => {
      const { harness, refunds, bank } = await open()
      const splits = [{ account_id: 'ctrct_1', amount: 250 }]
      const payment = await refunds.paid(1000, { payment_splits: splits })
      const unknown = async () => ({ outcome: 'unknown' }) as const
      harness.processor.void = unknown
      harness.processor.refund = unknown
      const refund = mustOf(await refunds.refund(payment.id, { refund_splits: splits }))
      const later = async (ms: number) => {
        harness.clock.advance(ms)
        await harness.repair()
      }
      const resolve = (outcome: string) =>
        refunds.call('refunds.resolve', {
          params: { id: refund.id },
          body: { outcome, evidence: 'Their report of the day has it so.' },
        })
      await later(61 * 60_000)
      harness.clock.advance(60_000)
      mustOf(await resolve('not_done'))
      expect(await bank.close()).toMatchObject({ amount_captured: 1000, amount_splits: 250 })
      delete harness.processor.void
      expect((await harness.sandbox.void(paymentRef(payment.id))).outcome).toBe('done')
      await later(6 * 60_000)
      mustOf(await resolve('done'))
      expect(await bank.close()).toMatchObject({ amount_refunded: 1000, amount_splits: -250 })
    })
  },
)
