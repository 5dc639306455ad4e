import { describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src-service/reconciliation/reconcile.ts'
import { closeDays } from '../../../../src-service/settlement/schedule.ts'
import type { Transaction } from '../../../../src-shared/api/schemas/contractor.ts'
import type { Settlement } from '../../../../src-shared/api/schemas/settlement.ts'
import { payoutOf } from '../../../../src-shared/pos/report/bank-facts.ts'
import { paymentRef } from '../../../support/processor-references.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'
import { reporting } from '../reconciliation/reporting.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'
import { settleAlone } from './settle-alone.ts'
import { openSettlementHarness } from './settlement-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

const dayMs = 24 * 60 * 60_000
const splits = [{ account_id: 'ctrct_1', amount: 250 }]

/** The sum that the settlements have paid out to the account, and to its contractors, in cents. */
const paidOut = (settlements: readonly Settlement[]) => ({
  account: sumOf(settlements, (one) => payoutOf(one).paid_out + one.amount_splits),
  contractors: sumOf(settlements, (one) => one.amount_splits),
})

function sumOf<One>(all: readonly One[], amountOf: (one: One) => number): number {
  return all.reduce((sum, one) => sum + amountOf(one), 0)
}

/** No money arrives for a payment that the bank's settlement rejects, and none ever moved for a voided one. */
describe.each(['SQLite', 'PostgreSQL'] as const)(
  'refunds, voids and disputes of a payment that its settlement rejects, on %s',
  (engine) => {
    const open = async () => {
      const harness = await engines[engine]()
      const refunds = openRefundHarness(harness)
      const bank = openSettlementHarness(harness)
      const reports = reporting(harness)
      return {
        ...{ harness, refunds, bank, reports },
        paid: () => refunds.paid(1000, { payment_splits: splits }),
        async reject(payment_id: string) {
          reports.report({ type: 'rejected', payment_id, reason: 'Format error' })
          await reconcile(harness.services)
          expect(await refunds.payment(payment_id)).toMatchObject({ status: 'rejected' })
        },
        /**
         * Voids one payment for each body. The voids are resolved as not done; `turnUp` makes the bank do them after
         * all.
         */
        async lateVoids(...bodies: readonly object[]) {
          harness.processor.void = async () => ({ outcome: 'unknown' })
          const made: { readonly payment: string; readonly refund: string }[] = []
          for (const body of bodies) {
            const { id } = await refunds.paid(1000, { payment_splits: splits })
            made.push({ payment: id, refund: mustOf(await refunds.refund(id, body)).id })
          }
          const resolve = async (outcome: string) => {
            const body = { outcome, evidence: 'Their report of the day has it so.' }
            for (const { refund: id } of made)
              mustOf(await refunds.call('refunds.resolve', { params: { id }, body }))
          }
          harness.clock.advance(61 * 60_000)
          await harness.repair()
          harness.clock.advance(60_000)
          await resolve('not_done')
          delete harness.processor.void
          const payments = made.map(({ payment }) => payment)
          const turnUp = async () => {
            for (const id of payments)
              expect((await harness.sandbox.void(paymentRef(id))).outcome).toBe('done')
            harness.clock.advance(6 * 60_000)
            await harness.repair()
            await resolve('done')
          }
          return { payments, turnUp }
        },
        /** The sum that the ledger has paid to the contractors for each payment, in cents. */
        async sharesOf(payments: readonly string[]) {
          const { accountId: account_id } = harness.caller
          const rows = await harness.services.store.list<Transaction>('transaction', {
            account_id,
            limit: 50,
          })
          return payments.map((id) =>
            sumOf(
              rows.filter(({ document }) => document.payment_id === id),
              ({ document }) => document.amount,
            ),
          )
        },
        /** The amounts paid out before processing fees: a payment that was settled as processed keeps owing those. */
        async balance() {
          const { account, contractors } = paidOut(await bank.settlements())
          const processing = (await bank.fees()).filter(({ fee_type }) => fee_type === 'PROCESSING')
          return { account: account + sumOf(processing, ({ amount }) => amount), contractors }
        },
      }
    }
    const nothing = { account: 0, contractors: 0 }

    test('a payment that is voided before its rejection is in no batch, and neither is its void', async () => {
      const { refunds, bank, paid, reject, balance } = await open()
      const payment = await paid()
      const refund = mustOf(await refunds.refund(payment.id, { refund_splits: splits }))
      expect(refund.status).toBe('succeeded')
      await reject(payment.id)
      expect(await bank.close()).toMatchObject({ payment_count: 0, refund_count: 0, amount_refunded: 0 })
      await bank.close()
      expect(await balance()).toEqual(nothing)
      expect(await refunds.read(refund.id)).toMatchObject({
        ...{ status: 'succeeded', settlement_status: 'unsettled' },
      })
    })

    test('a void of a rejected payment does not open a new settlement every day', async () => {
      const { harness, refunds, bank, paid, reject } = await open()
      const payment = await paid()
      mustOf(await refunds.refund(payment.id))
      await reject(payment.id)
      for (const _ of [1, 2]) {
        harness.clock.advance(dayMs)
        await closeDays(harness.services)
      }
      expect(await bank.settlements()).toEqual([])
    })

    test('corrected shares are settled at the end of the day, even when there is nothing else to settle', async () => {
      const { harness, bank, lateVoids, reject, balance, sharesOf } = await open()
      const { payments, turnUp } = await lateVoids({
        refund_splits: [{ account_id: 'ctrct_1', amount: 100 }],
      })
      await bank.close()
      await turnUp()
      await bank.close()
      for (const id of payments) await reject(id)
      expect(await sharesOf(payments)).toEqual([0])
      harness.clock.advance(dayMs)
      await closeDays(harness.services)
      expect((await bank.settlements())[0]).toMatchObject({ amount_splits: -150, payment_count: 0 })
      expect(await balance()).toEqual(nothing)
    })

    test('a void that the bank confirms after the rejection is in no batch', async () => {
      const { harness, refunds, bank, paid, reject, balance } = await open()
      const payment = await paid()
      harness.processor.void = async () => ({ outcome: 'unknown' })
      const refund = mustOf(await refunds.refund(payment.id))
      expect(refund).toMatchObject({ status: 'processing', awaits: 'processor' })
      await reject(payment.id)
      expect(await bank.close()).toMatchObject({ payment_count: 0, refund_count: 0 })
      delete harness.processor.void
      harness.clock.advance(60_000)
      await harness.repair()
      expect(await refunds.read(refund.id)).toMatchObject({ status: 'succeeded' })
      expect(await bank.close()).toMatchObject({ payment_count: 0, refund_count: 0 })
      expect(await balance()).toEqual(nothing)
    })

    test('a payment that was settled with its void is not taken back again when it is rejected', async () => {
      const { refunds, bank, paid, reject, balance } = await open()
      const payment = await paid()
      mustOf(await refunds.refund(payment.id))
      expect(await bank.close()).toMatchObject({ payment_count: 1, refund_count: 1, amount_splits: 0 })
      await reject(payment.id)
      await bank.close()
      expect(await balance()).toEqual(nothing)
    })

    test('a void found out after the settlement is taken back once, with all shares, even if the payment is rejected', async () => {
      const { bank, lateVoids, reject, balance, sharesOf } = await open()
      const some = [{ account_id: 'ctrct_1', amount: 100 }]
      const { payments, turnUp } = await lateVoids(
        ...[{ refund_splits: splits }, { refund_splits: some }, {}, { refund_splits: some }],
      )
      expect(await bank.close()).toMatchObject({ amount_captured: 4000, amount_splits: 1000 })
      await turnUp()
      for (const id of payments.slice(0, 3)) await reject(id)
      expect(await bank.close()).toMatchObject({ refund_count: 4, amount_refunded: 4000 })
      for (const id of payments.slice(3)) await reject(id)
      await bank.close()
      expect(await balance()).toEqual(nothing)
      expect(await sharesOf(payments)).toEqual([0, 0, 0, 0])
    })

    test('a void found out before the settlement is settled with its payment, with no shares to take back', async () => {
      const { bank, lateVoids, reject, balance, sharesOf } = await open()
      const { payments, turnUp } = await lateVoids({})
      await turnUp()
      expect(await bank.close()).toMatchObject({ payment_count: 1, refund_count: 1, amount_splits: 0 })
      for (const id of payments) await reject(id)
      await bank.close()
      expect(await balance()).toEqual(nothing)
      expect(await sharesOf(payments)).toEqual([0])
    })

    test('when a former version settled a void alone and its payment is then rejected, the amount is corrected', async () => {
      const { harness, refunds, bank, paid, reject } = await open()
      const payment = await paid()
      const { id } = mustOf(await refunds.refund(payment.id))
      await settleAlone(harness, id)
      await reject(payment.id)
      expect(await bank.close()).toMatchObject({ payment_count: 0, refund_count: 0, amount_fees: -1000 })
      expect(await bank.close()).toMatchObject({ amount_fees: 0, amount_splits: 0 })
    })

    test.each(['before', 'after'])(
      'a refund paid to the customer stays paid by the account when its payment is rejected %s the settlement',
      async (moment) => {
        const { refunds, bank, paid, reject, balance } = await open()
        const payment = await paid()
        mustOf(
          await refunds.refund(payment.id, {
            ...{ amount: 300, refund_splits: [{ account_id: 'ctrct_1', amount: 75 }] },
          }),
        )
        if (moment === 'after') await bank.close()
        await reject(payment.id)
        await bank.close()
        await bank.close()
        expect(await balance()).toEqual({ account: -300, contractors: -75 })
      },
    )

    test.each(['before', 'between', 'after'])(
      'disputed and reversed amounts are given back when the payment is rejected, with the settlement %s the two',
      async (moment) => {
        const { harness, refunds, bank, reports, paid, reject, balance } = await open()
        const { id } = await paid()
        if (moment === 'before') await bank.close()
        reports.report({ type: 'dispute', payment_id: id, amount: 600, inquiry: false })
        const more = { expected: false, return_code: null }
        reports.report({ type: 'reversal', payment_id: id, amount: 300, ...more })
        await reconcile(harness.services)
        expect(await refunds.payment(id)).toMatchObject({ amount_disputed: 600, amount_reversed: 300 })
        mustOf(await refunds.refund(id, { amount: 100 }))
        if (moment === 'between') await bank.close()
        await reject(id)
        for (const _ of [1, 2]) await bank.close()
        const events = (await bank.fees()).filter(({ fee_type }) =>
          ['CHARGEBACK', 'REVERSAL_FEE'].includes(fee_type),
        )
        const left = -100 - sumOf(events, ({ amount }) => amount)
        expect(await balance()).toEqual({ account: left, contractors: 0 })
        const settlements = await bank.settlements()
        expect([
          sumOf(settlements, ({ amount_disputed = 0 }) => amount_disputed),
          sumOf(settlements, ({ amount_reversed = 0 }) => amount_reversed),
        ]).toEqual([0, 0])
        // The rejection has already given the amount back: winning the dispute afterwards does not give it back again.
        reports.report({ type: 'dispute_closed', payment_id: id, outcome: 'won' })
        await reconcile(harness.services)
        await bank.close()
        expect(await balance()).toEqual({ account: left, contractors: 0 })
      },
    )
  },
)
