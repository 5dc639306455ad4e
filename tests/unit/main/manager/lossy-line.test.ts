import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '../../../support/must.ts'
import { type Fate, hsn, losing, type ManagerHarness, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterEach(() => service.stop())

const fates = fc.array(fc.constantFrom<Fate>('answered', 'lost', 'never_arrives'), { maxLength: 12 })
/** A series of refunds, each over a connection with its own faults and with the app crashing after some requests. */
const days = fc.array(
  fc.record({
    amount: fc.constantFrom(500, 700, 900),
    fates,
    diesAfter: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  }),
  { minLength: 1, maxLength: 4 },
)

test('a refund is shown as done only if it happened, exactly once, with any losses and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(days, async (day) => {
      const payment = await pay(service, 10_000)
      let journal: string | undefined
      let now = Date.now()
      const ended: number[] = []
      for (const { amount, fates: line, diesAfter } of day) {
        // Requests are a minute apart, so that none counts as a double click.
        now += 60_000
        const outcome = await oneRefund({ amount, line, diesAfter, journal, now, payment })
        journal = outcome.journal
        if (outcome.refunded) ended.push(amount)
      }
      const params = { id: payment.id }
      const { data } = await must(service.client.call('payments.list_refunds', { params, query: {} }))
      expect(data.map(({ amount }) => amount).sort()).toEqual(ended.sort())
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

test('a refund is not taken for done when another counter refunded first and the refusal was lost', async () => {
  const payment = await pay(service, 5000)
  const params = { id: payment.id }
  const call = service.client.call as unknown as (name: string, input: object) => Promise<unknown>
  let asked = 0
  const losingOnce = {
    async call(name: string, input: object) {
      if (name !== 'refunds.create') return call(name, input)
      asked += 1
      const [isLost, isLate] = [asked === 1, asked === 4]
      const body = { amount: isLate ? 800 : 700 }
      if (isLost || isLate) await must(service.client.call('refunds.create', { params, body }))
      const answer = await call(name, input)
      return isLost ? { ok: false, error: { kind: 'no_answer', reason: 'lost by a test' } } : answer
    },
  } as unknown as typeof service.client
  const harness = await startManagerHarness(service, { client: () => losingOnce })
  const { action_id } = await must(harness.act(refundOf(payment)))
  expect(await harness.end(action_id)).toMatchObject({
    state: 'refused',
    detail: 'part_given_back',
    receipt: null,
  })
  const { data } = await must(service.client.call('payments.list_refunds', { params, query: {} }))
  expect(data).toHaveLength(1)
  // Asked for once more, it is a new refund, and not the refused one again.
  const { action_id: next } = await must(harness.act(refundOf(payment)))
  expect(next).not.toBe(action_id)
  expect(await harness.end(next)).toMatchObject({ state: 'done' })
  // A refusal that does arrive is not doubted because of the refund that caused it.
  const late = await must(harness.act({ ...refundOf(payment), amount: 800 }))
  expect(await harness.end(late.action_id)).toMatchObject({ state: 'refused', detail: 'part_given_back' })
  await harness.stop()
})

test('a refund made earlier by another counter is not taken for ours', async () => {
  const payment = await pay(service, 5000)
  await must(
    service.client.call('refunds.create', {
      params: { id: payment.id },
      body: { amount: 700 },
      idempotencyKey: 'another-counter-1',
    }),
  )
  const harness = await startManagerHarness(service, {
    fate: losing(/POST .*\/refunds$/, 'never_arrives', 1),
  })
  await harness.end((await must(harness.act(refundOf(payment)))).action_id)
  const { data } = await must(
    service.client.call('payments.list_refunds', { params: { id: payment.id }, query: {} }),
  )
  expect(data).toHaveLength(2)
  await harness.stop()
})

async function oneRefund(given: {
  readonly amount: number
  readonly line: readonly Fate[]
  readonly diesAfter: number | null
  readonly journal: string | undefined
  readonly now: number
  readonly payment: { readonly id: string; readonly payment_intent_id: string }
}): Promise<{ readonly journal: string; readonly refunded: boolean }> {
  const { amount, now, payment } = given
  let requests = 0
  let bad = false
  const common = { now: () => now, pauseMs: () => 1 }
  const fate = (): Fate => {
    requests++
    if (requests === given.diesAfter) void harness.stop()
    return (bad ? given.line[requests % Math.max(given.line.length, 1)] : null) ?? 'answered'
  }
  let harness: ManagerHarness = await startManagerHarness(service, {
    ...common,
    fate,
    ...(given.journal === undefined ? {} : { journal: given.journal }),
  })
  bad = given.line.some((one) => one === 'answered')
  const asked = {
    kind: 'refund',
    intent_id: payment.payment_intent_id,
    payment_id: payment.id,
    amount,
  } as const
  const begun = await harness.act(asked)
  const { journal } = harness
  // The connection recovers, and the crashed app is started again.
  await new Promise((resolve) => setTimeout(resolve, 15))
  bad = false
  if (given.diesAfter !== null) {
    await harness.stop()
    harness = await startManagerHarness(service, { ...common, journal })
  }
  const id = begun.ok ? begun.value.action_id : harness.status().actions.find(isUnderWay)?.id
  const last = id === undefined ? null : await harness.end(id)
  await harness.stop()
  return { journal, refunded: last?.state === 'done' }
}

const isUnderWay = ({ state }: { readonly state: string }): boolean =>
  state === 'sending' || state === 'checking'

const refundOf = ({ id, payment_intent_id }: { readonly id: string; readonly payment_intent_id: string }) =>
  ({ kind: 'refund', intent_id: payment_intent_id, payment_id: id, amount: 700 }) as const
