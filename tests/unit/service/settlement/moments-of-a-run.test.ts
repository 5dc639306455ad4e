import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Services } from '../../../../src-service/services.ts'
import { correctSums } from '../../../../src-service/settlement/correct-sums.ts'
import { finishRun, settleAccount } from '../../../../src-service/settlement/run.ts'
import { sumsOf } from '../../../../src-service/settlement/sums.ts'
import { keepRows } from '../../../../src-service/store/keep-rows.ts'
import { rememberedOnPostgres } from '../../../../src-service/store/open-store.ts'
import { rowsOf } from '../../../../src-service/store/rows-of.ts'
import type { Row, Store } from '../../../../src-service/store/store.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import type { Settlement } from '../../../../src-shared/api/schemas/settlement.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'
import { openSettlementHarness } from './settlement-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

type Step =
  | { readonly do: 'capture' | 'refund'; readonly of: number; readonly amount: number | null }
  | { readonly do: 'cancel' | 'tip'; readonly of: number }
  | { readonly do: 'settle'; readonly dies: number | null }
  | { readonly do: 'correct' }
  | { readonly do: 'repair' }

const amount = fc.option(fc.constantFrom(1, 400, 600, 1000))
const of = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('capture' as const), of, amount }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('refund' as const), of, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'tip' as const), of }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), dies: fc.option(fc.nat(12)) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'correct' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'repair' as const }) },
)
const volley = fc.record({
  steps: fc.array(fc.tuple(fc.constantFrom(0, 1), step, fc.nat(6)), { minLength: 3, maxLength: 9 }),
  line: fc.constantFrom('good', 'slow', 'loses requests', 'loses answers'),
})

function dyingAfter(services: Services, commits: number): Services {
  let left = commits
  const commit: Store['commit'] = (set) => {
    left -= 1
    return left < 0 ? Promise.reject(new Error('killed')) : services.store.commit(set)
  }
  return { ...services, store: { ...services.store, commit } }
}
const ticks = async (count: number) => {
  for (let each = 0; each < count * 3; each += 1) await new Promise((resolve) => setImmediate(resolve))
}

function wire({ processor, sandbox }: PaymentsHarness, line: string) {
  let turn = 0
  const lossy = async <Answer>(send: () => Promise<Answer>) => {
    turn += 1
    await ticks(turn % 7)
    if (line === 'loses requests' && turn % 2 === 0) return { outcome: 'unknown' } as const
    const answer = await send()
    await ticks(turn % 4)
    return line === 'loses answers' && turn % 2 === 0 ? ({ outcome: 'unknown' } as const) : answer
  }
  if (line === 'good') {
    for (const name of ['capture', 'void', 'refund'] as const) delete processor[name]
    return
  }
  processor.capture = (id, captured) => lossy(() => sandbox.capture(id, captured))
  processor.void = (id, only) => lossy(() => sandbox.void(id, only))
  processor.refund = (payment, refund) => lossy(() => sandbox.refund(payment, refund))
}

/**
 * Two nodes capture, cancel and refund while both close the day. They die during it and continue it, on a connection
 * that loses messages. Each payment is in one batch with its captured amount, each refund is in one batch, and the
 * batches add up.
 */
describe.each(['SQLite', 'PostgreSQL'] as const)(
  'payments that change at the very moment of a settlement, on %s',
  (engine) => {
    test('are settled once, in full, and with sums that add up', async () => {
      const harness = await engines[engine]()
      const open = () => {
        const store = keepRows({ ...harness.services.store, shared: true }, rememberedOnPostgres)
        const node = harness.node(store)
        return { node, refunds: openRefundHarness(node), bank: openSettlementHarness(node) }
      }
      const nodes = [open(), open()] as const
      const { accountId } = harness.caller
      const wanted = () => ({ accountId, currency: 'USD', day: null, cutoff: harness.clock.now() + 1 })
      const run = async (
        { node, refunds }: (typeof nodes)[0],
        ids: readonly string[],
        what: Step,
      ): Promise<string> => {
        switch (what.do) {
          case 'capture':
            return codeOf(
              await node.capture(ids[what.of] ?? '', {
                ...(what.amount === null ? {} : { amount: what.amount }),
                payment_data: { tip_amount: what.amount === 400 ? 100 : 0 },
              }),
            )
          case 'tip':
            return codeOf(
              await node.call('payment_intents.update', {
                params: { id: ids[what.of] },
                body: { tip_amount: 7 },
              }),
            )
          case 'cancel':
            return codeOf(await node.cancel(ids[what.of] ?? ''))
          case 'refund': {
            const id = (await node.read(ids[what.of] ?? '')).latest_payment?.id ?? 'pmt_none'
            return codeOf(await refunds.refund(id, what.amount === null ? {} : { amount: what.amount }))
          }
          case 'settle': {
            const services = what.dies === null ? node.services : dyingAfter(node.services, what.dies)
            return settleAccount(services, wanted()).then(codeOf, () => 'killed')
          }
          case 'correct':
            await correctSums(node.services)
            return 'ok'
          case 'repair':
            await node.repair()
            return 'ok'
        }
      }
      const rowsOfAll = async <Document>(kind: 'payment' | 'refund' | 'settlement') => {
        const found: Row<Document>[] = []
        const rows = rowsOf<Document>(harness.services.store, kind, { account_id: accountId })
        for await (const row of rows) found.push(row)
        return found
      }
      await fc.assert(
        fc.asyncProperty(fc.array(volley, { minLength: 1, maxLength: 3 }), async (volleys) => {
          const ids: string[] = []
          for (const capture of [true, false, false, true]) {
            const { id } = await harness.intent({ amount: 1000, capture })
            mustOf(await harness.pay(id))
            ids.push(id)
          }
          for (const { steps, line } of volleys) {
            for (const { node } of nodes) wire(node, line)
            await Promise.all(
              steps.map(async ([at, what, wait]) => {
                await ticks(wait)
                const code = await run(nodes[at === 0 ? 0 : 1], ids, what)
                // Once a payment is authorized, a tip can only be sent with its capture.
                if (what.do === 'tip') expect(code).toBe('state_conflict')
              }),
            )
          }
          for (const { node } of nodes) wire(node, 'good')
          harness.clock.advance(60_000)
          await harness.repair()
          await nodes[0].node.repair()
          for (const { node } of nodes) {
            const [left] = (await rowsOfAll<Settlement>('settlement')).filter(
              ({ document }) => document.status === 'closing',
            )
            if (left !== undefined) mustOf(await finishRun(node.services, left))
          }
          mustOf(await settleAccount(harness.services, wanted()))
          await correctSums(harness.services)
          const [payments, refunds, settlements] = await Promise.all([
            rowsOfAll<Payment>('payment'),
            rowsOfAll<Refund>('refund'),
            rowsOfAll<Settlement>('settlement'),
          ])
          for (const id of ids) {
            const { status, tip_amount, amount_captured } = await harness.read(id)
            const tip = status === 'captured' && amount_captured === 400 ? 100 : 0
            if (status !== 'cancelled') expect([id, tip_amount]).toEqual([id, tip])
          }
          for (const { document: payment } of payments) {
            expect(payment.status).not.toBe('processing')
            if (payment.status !== 'captured') {
              expect(payment.settlement_id).toBeNull()
              continue
            }
            expect(payment.settlement_status).toBe('settled')
            const own = refunds.filter(({ document }) => document.payment_id === payment.id)
            const voids = own.filter(
              ({ document }) =>
                document.status !== 'failed' && document.gateway_response.operation === 'void',
            )
            for (const { document } of voids) {
              expect(document.amount).toBe(payment.amount_captured)
              expect(document.settlement_id).toBe(payment.settlement_id)
            }
            const standing = own.filter(({ document }) => document.status !== 'failed')
            for (const { document } of standing) {
              expect(document).toMatchObject({
                status: 'succeeded',
                awaits: null,
                settlement_status: 'settled',
              })
            }
            expect(standing.reduce((sum, { document }) => sum + document.amount, 0)).toBe(
              payment.amount_refunded,
            )
            expect(await nodes[0].bank.fees(payment.id)).toHaveLength(voids.length === 0 ? 1 : 0)
          }
          for (const row of settlements) {
            expect(row.document.status).toBe('closed')
            expect(row.document).toMatchObject(mustOf(await sumsOf(harness.services, row)))
          }
          const net = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)
          expect(
            net(settlements.map(({ document }) => document.amount_captured - document.amount_refunded)),
          ).toBe(
            net(
              payments.map(({ document }) =>
                document.status === 'captured' ? document.amount_captured - document.amount_refunded : 0,
              ),
            ),
          )
        }),
        { numRuns: engine === 'SQLite' ? 15 : 5 },
      )
    })
  },
)
