import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import { createRefund } from '../../../../src-service/refunds/create-refund.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'
import { onPostgres } from './on-postgres.ts'
import { codeOf, openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

type Ask = {
  readonly at: number
  readonly what: 'capture' | 'cancel' | 'refund' | 'pay'
  readonly key: number
  readonly amount: number
  readonly wait: number
  readonly dies: number | null
}
const ask: fc.Arbitrary<Ask> = fc.record({
  at: fc.nat(1),
  what: fc.constantFrom(
    'capture' as const,
    'cancel' as const,
    'refund' as const,
    'refund' as const,
    'refund' as const,
    'pay' as const,
  ),
  key: fc.nat(1),
  amount: fc.constantFrom(100, 200),
  wait: fc.nat(5),
  dies: fc.option(fc.nat(2), { freq: 3 }),
})
interface Volley {
  readonly asks: Ask[]
  readonly line: 'good' | 'slow' | 'loses'
}
const volley: fc.Arbitrary<Volley> = fc.record({
  asks: fc.array(ask, { minLength: 2, maxLength: 8 }),
  line: fc.constantFrom('good' as const, 'slow' as const, 'loses' as const),
})

const answers = [
  'ok',
  'state_conflict',
  'resource_missing',
  'refund_exceeds_amount',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'lock_timeout',
]

const ticks = async (count: number) => {
  for (let each = 0; each < count * 3; each += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** The store of a process that dies at its n-th commit, before or after writing it. */
function dying(store: Store, commits: number, after: boolean): Store {
  let left = commits
  const commit: Store['commit'] = async (set) => {
    left -= 1
    if (left === -1 && after) await store.commit(set)
    if (left < 0) return new Promise(() => undefined)
    return store.commit(set)
  }
  return { ...store, commit }
}

/** The payment of key 1 fails with its node; the intent is then paid with key 0, and key 1 is repeated. */
const failedThenPaid: Volley = {
  line: 'good',
  asks: [
    { at: 0, what: 'pay', key: 0, amount: 100, wait: 1, dies: null },
    { at: 0, what: 'pay', key: 1, amount: 200, wait: 1, dies: null },
    { at: 0, what: 'capture', key: 0, amount: 100, wait: 0, dies: null },
    { at: 0, what: 'pay', key: 1, amount: 200, wait: 0, dies: 0 },
  ],
}

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'one key for many requests on two nodes that die, on %s',
  (engine) => {
    test('has one effect, once', async () => {
      const harness = await engines[engine]()
      const { id: customer_id } = await harness.customer()
      await harness.kept(customer_id)
      let round = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(volley, { minLength: 1, maxLength: 3 }),
          fc.nat(3),
          async (volleys, begins) => {
            round += 1
            const { id } = await harness.intent({ amount: 1000, capture: false })
            if (begins > 0) await harness.pay(id)
            if (begins > 1) await harness.capture(id)
            let nodes = [harness.node(), harness.node()]
            const answered = new Map<string, Set<string>>()
            const bodies = new Map<string, Set<number>>()
            const wire = ({ processor, sandbox }: PaymentsHarness, line: string) => {
              let turn = 0
              const lossy = async <Answer>(send: () => Promise<Answer>) => {
                turn += 1
                await ticks(turn % 5)
                if (line === 'loses' && turn % 3 === 0) return { outcome: 'unknown' } as const
                const answer = await send()
                await ticks(turn % 4)
                return line === 'loses' && turn % 3 === 1 ? ({ outcome: 'unknown' } as const) : answer
              }
              for (const name of ['authorize', 'capture', 'void', 'refund'] as const) delete processor[name]
              if (line === 'good') return
              processor.authorize = (...asked) => lossy(() => sandbox.authorize(...asked))
              processor.capture = (...asked) => lossy(() => sandbox.capture(...asked))
              processor.void = (...asked) => lossy(() => sandbox.void(...asked))
              processor.refund = (...asked) => lossy(() => sandbox.refund(...asked))
            }
            const send = async (
              node: PaymentsHarness,
              { what, key, amount }: Ask,
            ): Promise<Result<unknown, ServiceError> | null> => {
              const { accountId } = harness.caller
              const scope = `${accountId} POST ${what} ${id} key-${round}-${key}`
              const idempotency = { scope, fingerprint: String(amount), created_at: harness.clock.verified() }
              if (what === 'refund') {
                const paymentId = (await harness.read(id)).latest_payment?.id ?? 'pmt_none'
                return createRefund(node.services, { accountId, paymentId, body: { amount }, idempotency })
              }
              const name = what === 'pay' ? 'payments.create' : (`payment_intents.${what}` as const)
              const body = what === 'capture' ? { amount: amount * 4 } : what === 'pay' ? { customer_id } : {}
              return node.call(name, { params: { id }, body, idempotency })
            }
            const note = (asked: Ask, answer: Result<unknown, ServiceError> | null) => {
              if (answer === null) return
              expect(answers).toContain(codeOf(answer))
              if (!answer.ok) return
              const { value } = answer
              const reply = (isSavedAnswer(value) ? JSON.parse(value.body) : value) as {
                id: string
                latest_payment?: { id: string }
              }
              const scope = `${asked.what} ${asked.key}`
              const object =
                asked.what === 'refund'
                  ? reply.id
                  : asked.what === 'pay'
                    ? String(reply.latest_payment?.id)
                    : reply.id
              answered.set(scope, (answered.get(scope) ?? new Set()).add(object))
              bodies.set(scope, (bodies.get(scope) ?? new Set()).add(asked.amount))
            }
            for (const { asks, line } of volleys) {
              for (const node of nodes) wire(node, line)
              const given = await Promise.all(
                asks.map(async (asked) => {
                  await ticks(asked.wait)
                  const alive = nodes[asked.at] ?? harness
                  if (asked.dies === null) return [asked, await send(alive, asked)] as const
                  // A separate process, which does not know the requests in flight.
                  const node = harness.node(dying(harness.services.store, asked.dies, asked.wait % 2 === 0))
                  wire(node, line)
                  const gone = ticks(60).then(() => null)
                  return [asked, await Promise.race([send(node, asked), gone])] as const
                }),
              )
              for (const [asked, answer] of given) note(asked, answer)
              nodes = [harness.node(), harness.node()]
            }
            for (const node of nodes) wire(node, 'good')
            harness.clock.advance(20 * 60_000)
            await nodes[0]?.repair()
            // Every client repeats its request.
            for (const { asks } of volleys) {
              for (const asked of asks) note(asked, await send(nodes[asked.at] ?? harness, asked))
            }
            const payments = await harness.payments(id)
            const failed = payments.filter(({ status }) => status === 'failed').map((payment) => payment.id)
            // A key whose payment failed is answered by the intent as it is, perhaps paid with another key meanwhile.
            for (const [, objects] of answered) {
              expect([...objects].filter((one) => !failed.includes(one)).length).toBeLessThanOrEqual(1)
            }
            const refunds =
              payments[0] === undefined ? [] : await openRefundHarness(harness).refunds(payments[0].id)
            const standing = refunds.filter(({ status }) => status !== 'failed')
            // At most one refund for each key.
            expect(refunds.length).toBeLessThanOrEqual(2)
            for (const [scope, amounts] of bodies) {
              if (scope.startsWith('cancel') || scope.startsWith('pay')) continue
              expect([scope, amounts.size]).toEqual([scope, 1])
            }
            expect(payments.filter(({ status }) => status !== 'failed').length).toBeLessThanOrEqual(1)
            expect(payments.length).toBeLessThanOrEqual(2)
            expect((await harness.read(id)).amount_refunded).toBe(
              standing.reduce((sum, { amount }) => sum + amount, 0),
            )
          },
        ),
        { numRuns: engine === 'SQLite' ? 25 : 5, examples: [[[failedThenPaid], 0]] },
      )
    }, 180_000)
  },
)
