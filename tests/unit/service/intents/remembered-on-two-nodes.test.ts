import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenInvariant } from '../../../../src-service/intents/states.ts'
import { keepRows } from '../../../../src-service/store/keep-rows.ts'
import { rememberedOnPostgres } from '../../../../src-service/store/open-store.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { openRefundHarness } from '../refunds/refund-harness.ts'
import { onPostgres } from './on-postgres.ts'
import { codeOf, openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

/**
 * A node decides first from the rows that it wrote last (Store.remembered). If another node has changed them since, it
 * must decide as if it had read them from the database.
 */

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }
type Engine = keyof typeof engines

type Step =
  | { readonly do: 'pay' | 'cancel' | 'note' }
  | { readonly do: 'update'; readonly amount: number }
  | { readonly do: 'capture'; readonly amount: number | null }
  | { readonly do: 'refund'; readonly amount: number | null; readonly splits?: readonly object[] }

interface Node {
  readonly node: PaymentsHarness
  readonly run: (id: string, step: Step) => Promise<string>
  /** The version of the intent that this node remembers, 0 for none. */
  readonly remembered: (id: string) => number
  readonly read: (id: string) => Promise<PaymentIntent>
}

/** Two nodes on one database, each of which remembers its own writes. */
async function twoNodes(engine: Engine) {
  const harness = await engines[engine]()
  const customer_id = (await harness.customer()).id
  await harness.kept(customer_id)
  let refused = 0
  const open = (): Node => {
    const store = keepRows({ ...harness.services.store, shared: true }, rememberedOnPostgres)
    const node = harness.node(store)
    // A refund that the bank refuses should not have been sent to it.
    node.processor.refund = async (...asked) => {
      const answer = await harness.sandbox.refund(...asked)
      if (answer.outcome === 'refused') refused += 1
      return answer
    }
    const { accountId } = harness.caller
    return {
      node,
      run: async (id, step) => codeOf(await runStep(node, { id, customer_id }, step)),
      remembered: (id) => store.remembered('payment_intent', accountId, id)?.version ?? 0,
      read: node.read,
    }
  }
  return {
    harness,
    nodes: [open(), open()] as const,
    /** Asserts that every sum holds, also at the bank. */
    sound: async (id: string): Promise<PaymentIntent> => {
      const intent = await harness.read(id)
      const payments = await harness.payments(id)
      for (const one of [intent, ...payments]) expect(brokenInvariant(one)).toBeNull()
      expect(payments.length).toBeLessThanOrEqual(1)
      expect(intent.latest_payment).toEqual(payments[0] ?? null)
      const refunds =
        payments[0] === undefined ? [] : await openRefundHarness(harness).refunds(payments[0].id)
      const given = refunds
        .filter(({ status }) => status !== 'failed')
        .reduce((sum, { amount }) => sum + amount, 0)
      expect([intent.amount_refunded, given <= intent.amount_captured, refused]).toEqual([given, true, 0])
      return intent
    },
  }
}

async function runStep(
  node: PaymentsHarness,
  { id, customer_id }: { id: string; customer_id: string },
  step: Step,
) {
  switch (step.do) {
    case 'pay':
      return node.payBy(id, { customer_id })
    case 'cancel':
      return node.cancel(id)
    case 'note':
      return node.call('payment_intents.update', { params: { id }, body: { description: 'noted' } })
    case 'update':
      return node.call('payment_intents.update', { params: { id }, body: { amount: step.amount } })
    case 'capture':
      return node.capture(id, step.amount === null ? {} : { amount: step.amount })
    case 'refund': {
      const paymentId = (await node.read(id)).latest_payment?.id ?? 'pmt_none'
      const body = {
        ...(step.amount === null ? {} : { amount: step.amount }),
        ...(step.splits === undefined ? {} : { refund_splits: step.splits }),
      }
      return openRefundHarness(node).refund(paymentId, body)
    }
  }
}

const all: number | null = null
const pay: Step = { do: 'pay' }
const cancel: Step = { do: 'cancel' }
const note: Step = { do: 'note' }
const update: Step = { do: 'update', amount: 999 }
const capture = (amount: number | null): Step => ({ do: 'capture', amount })
const refund = (amount: number | null): Step => ({ do: 'refund', amount })

describe.each(['SQLite', 'PostgreSQL'] as const)('rows that a node remembers, on %s', (engine) => {
  test('are not used when another node has changed them: the node decides as if it had read them', async () => {
    const { harness, nodes, sound } = await twoNodes(engine)
    const [one, other] = nodes
    const cases: readonly (readonly [
      readonly Step[],
      readonly Step[],
      Step,
      string,
      Partial<PaymentIntent>,
    ])[] = [
      // By its remembered rows, the node would go on.
      [[update], [pay], pay, 'state_conflict', { status: 'uncaptured' }],
      [[note], [cancel], pay, 'state_conflict', { status: 'cancelled' }],
      [[note], [update], pay, 'ok', { status: 'uncaptured', amount_authorized: 999 }],
      [[pay], [capture(400)], capture(all), 'state_conflict', { status: 'captured', amount_captured: 400 }],
      [[pay], [cancel], capture(all), 'state_conflict', { status: 'cancelled', amount_captured: 0 }],
      [[pay], [note], capture(all), 'ok', { status: 'captured', description: 'noted' }],
      [[pay], [capture(400)], cancel, 'ok', { status: 'cancelled', amount_captured: 0 }],
      [[pay], [cancel], cancel, 'state_conflict', { status: 'cancelled' }],
      [
        [pay],
        [capture(all), refund(1)],
        cancel,
        'state_conflict',
        { status: 'captured', amount_refunded: 1 },
      ],
      [[pay, capture(all)], [refund(1000)], refund(235), 'refund_exceeds_amount', { amount_refunded: 1000 }],
      [[pay, capture(all)], [refund(1000)], refund(all), 'ok', { amount_refunded: 1234 }],
      [[pay, capture(all)], [refund(all)], refund(1), 'refund_exceeds_amount', { amount_refunded: 1234 }],
      [
        [pay, capture(all)],
        [cancel],
        refund(1),
        'state_conflict',
        { status: 'cancelled', amount_refunded: 0 },
      ],
      [
        [pay, capture(all)],
        [refund(1)],
        cancel,
        'state_conflict',
        { status: 'captured', amount_refunded: 1 },
      ],
      // By its remembered rows, the node would refuse.
      [[note], [pay], capture(all), 'ok', { status: 'captured', amount_captured: 1234 }],
      [[note], [pay], cancel, 'ok', { status: 'cancelled' }],
      [[note], [pay, capture(all)], refund(all), 'ok', { amount_refunded: 1234 }],
      [[pay], [capture(all)], refund(34), 'ok', { amount_refunded: 34 }],
      [[update], [update, note], update, 'ok', { status: 'created', amount: 999 }],
    ]
    for (const [before, meanwhile, step, code, expected] of cases) {
      const what = `${before.map((each) => each.do)}, elsewhere ${meanwhile.map((each) => each.do)}, ${step.do}`
      const { id } = await harness.intent({ capture: false })
      for (const each of before) expect([what, await one.run(id, each)]).toEqual([what, 'ok'])
      const remembered = one.remembered(id)
      for (const each of meanwhile) expect([what, await other.run(id, each)]).toEqual([what, 'ok'])
      expect([what, remembered > 0, one.remembered(id)]).toEqual([what, true, remembered])
      expect(other.remembered(id)).toBeGreaterThan(remembered)
      expect([what, await one.run(id, step)]).toEqual([what, code])
      expect([what, await sound(id)]).toMatchObject([what, expected])
    }
  })

  test('do not cause a refusal: when another node resolved an unknown outcome, the node continues from there', async () => {
    const { harness, nodes } = await twoNodes(engine)
    const [one, other] = nodes
    const { authorize } = harness.sandbox
    for (const [arrives, next, status] of [
      [true, capture(all), 'captured'],
      [true, cancel, 'cancelled'],
      [false, cancel, 'cancelled'],
      [false, pay, 'uncaptured'],
    ] as const) {
      const { id } = await harness.intent({ capture: false })
      one.node.processor.authorize = async (request) => {
        if (arrives) await authorize(request)
        delete one.node.processor.authorize
        return { outcome: 'unknown' }
      }
      await one.run(id, pay)
      harness.clock.advance(11 * 60_000)
      await other.node.repair()
      expect((await other.read(id)).status).toBe(arrives ? 'uncaptured' : 'created')
      expect(await one.run(id, next)).toBe('ok')
      expect((await one.read(id)).status).toBe(status)
    }
  })

  test('do not replace reading the refunds: no contractor pays back more than it received', async () => {
    const { harness, nodes } = await twoNodes(engine)
    const [one] = nodes
    const payment_splits = [{ account_id: 'ctrct_one', amount: 100 }]
    const { id } = await harness.intent({ capture: false, payment_splits })
    const back = (amount: number): Step => ({
      ...{ do: 'refund', amount },
      splits: [{ account_id: 'ctrct_one', amount }],
    })
    const codes: string[] = []
    for (const next of [pay, capture(all), back(80), back(80), back(20)]) codes.push(await one.run(id, next))
    expect(codes).toEqual(['ok', 'ok', 'ok', 'parameter_invalid', 'ok'])
  })

  test('lead to no wrong decision in any order of steps on two nodes', async () => {
    const { harness, nodes, sound } = await twoNodes(engine)
    const steps = fc.array(fc.tuple(fc.constantFrom(0, 1), step), { minLength: 4, maxLength: 12 })
    const property = fc.asyncProperty(steps, async (all) => {
      const { id } = await harness.intent({ capture: false, amount: 1000 })
      let model: Model = { status: 'created', amount: 1000, captured: 0, refunded: 0, isPaid: false }
      for (const [at, next] of all) {
        const [code, after] = expected(model, next)
        expect(await nodes[at === 0 ? 0 : 1].run(id, next)).toBe(code)
        model = after
        const { status, captured: amount_captured, refunded: amount_refunded } = model
        expect(await sound(id)).toMatchObject({ status, amount_captured, amount_refunded })
      }
    })
    await fc.assert(property, { numRuns: engine === 'SQLite' ? 40 : 10 })
  })

  test('never let more be refunded than was captured, whatever two nodes do at the same time', async () => {
    const { harness, nodes, sound } = await twoNodes(engine)
    const rounds = fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 4 })
    const property = fc.asyncProperty(rounds, async (all) => {
      const { id } = await harness.intent({ capture: false, amount: 1000 })
      await nodes[0].run(id, pay)
      await nodes[0].run(id, capture(900))
      for (const round of all) {
        const codes = await Promise.all(round.map((next, at) => nodes[at % 2 === 0 ? 0 : 1].run(id, next)))
        expect(codes.filter((code) => !lawful.includes(code))).toEqual([])
        await sound(id)
      }
    })
    await fc.assert(property, { numRuns: engine === 'SQLite' ? 25 : 8 })
  })
})

const lawful = ['ok', 'state_conflict', 'refund_exceeds_amount', 'parameter_invalid', 'resource_missing']

const cents = fc.integer({ min: 1, max: 700 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(pay) },
  { weight: 1, arbitrary: fc.constant(cancel) },
  { weight: 2, arbitrary: fc.constant(note) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('update' as const), amount: cents }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('capture' as const), amount: fc.option(cents) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('refund' as const), amount: fc.option(cents) }) },
)

/** The expected state of an intent when every step is decided from current rows. */
interface Model {
  readonly status: 'created' | 'uncaptured' | 'captured' | 'cancelled'
  readonly amount: number
  readonly captured: number
  readonly refunded: number
  readonly isPaid: boolean
}

function expected(model: Model, next: Step): readonly [string, Model] {
  const { status, amount, captured, refunded } = model
  const refusal = ['state_conflict', model] as const
  switch (next.do) {
    case 'note':
      return ['ok', model]
    case 'update':
      return status === 'created' ? ['ok', { ...model, amount: next.amount }] : refusal
    case 'pay':
      return status === 'created' ? ['ok', { ...model, status: 'uncaptured', isPaid: true }] : refusal
    case 'capture':
      if (status !== 'uncaptured') return refusal
      if ((next.amount ?? 0) > amount) return ['parameter_invalid', model]
      return ['ok', { ...model, status: 'captured', captured: next.amount ?? amount }]
    case 'cancel':
      if (status === 'cancelled' || refunded > 0) return refusal
      return ['ok', { ...model, status: 'cancelled', captured: 0 }]
    case 'refund': {
      if (!model.isPaid) return ['resource_missing', model]
      if (status !== 'captured') return refusal
      const left = captured - refunded
      const given = next.amount ?? left
      if (given > left || left === 0) return ['refund_exceeds_amount', model]
      return ['ok', { ...model, refunded: refunded + given }]
    }
  }
}
