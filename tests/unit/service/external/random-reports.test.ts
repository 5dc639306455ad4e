import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import { externalModule } from '../../../../src-service/external/module.ts'
import type { GatewayReport } from '../../../../src-service/external/reports.ts'
import type { HandlerRequest } from '../../../../src-service/http/handler.ts'
import { brokenInvariant } from '../../../../src-service/intents/states.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

/**
 * Random reports about a few references, in any order and at the same moment: a reference is one payment, its refunds
 * add up to its refunded amount, and every sum stays right.
 */
type Report =
  | { readonly do: 'pay'; readonly reference: number; readonly amount: number }
  | { readonly do: 'update'; readonly reference: number; readonly amount: number; readonly to: number }
  | { readonly do: 'refund'; readonly reference: number; readonly amount: number; readonly refund: number }

const reference = fc.integer({ min: 1, max: 3 })
const amount = fc.integer({ min: 1, max: 300 })
const report: fc.Arbitrary<Report> = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), reference, amount: fc.constantFrom(200, 300) }),
  fc.record({ do: fc.constant('update' as const), reference, amount, to: reference }),
  fc.record({
    do: fc.constant('refund' as const),
    reference,
    amount,
    refund: fc.integer({ min: 1, max: 6 }),
  }),
)

const created_at = '2026-01-31T12:00:00.000Z'
const card = {
  token: 'external',
  last_four_digits: '1111',
  first_six_digits: '411111',
  brand: 'Visa',
  exp_month: '12',
  exp_year: '2030',
}

type Handlers = ReturnType<typeof externalModule>['handlers']

/** The reports of one run, distinguished from other runs by the beginning of their references. */
interface World {
  readonly harness: PaymentsHarness
  readonly handlers: Handlers
  readonly run: string
}

async function send({ harness: { services, caller }, handlers, run }: World, what: Report): Promise<void> {
  const request = <Name extends keyof Handlers>(parts: object) =>
    ({ caller, idempotency: null, ...parts }) as unknown as HandlerRequest<Name>
  const intents = await services.store.list<PaymentIntent>('payment_intent', { limit: 100 })
  const known = intents.find(
    ({ document }) =>
      document.latest_payment?.gateway_response.retrieval_reference === `${run} ref ${what.reference}`,
  )
  const id = known?.id ?? 'pi_none'
  const answer = await (() => {
    switch (what.do) {
      case 'pay': {
        const gateway_response = { retrieval_reference: `${run} ref ${what.reference}`, created_at }
        const payment_method = { payment_method_type: 'card', source_type: 'other', card }
        const body = { payment_intent: { amount: what.amount }, payment_method, gateway_response }
        return handlers['external_payments.create'](request({ body }))
      }
      case 'update': {
        const gateway_response = { retrieval_reference: `${run} ref ${what.to}` }
        const body = { amount: what.amount, gateway_response }
        return handlers['external_payment_intents.update'](
          request({ params: { payment_intent_id: id }, body }),
        )
      }
      case 'refund': {
        const gateway_response = { retrieval_reference: `${run} refund ${what.refund}`, created_at }
        const body = { payment_intent_id: id, amount: what.amount, gateway_response }
        return handlers['external_refunds.create'](request({ body }))
      }
    }
  })()
  if (answer.ok) expect(isSavedAnswer(answer.value) || 'id' in answer.value).toBe(true)
  else {
    const expectedCodes = ['state_conflict', 'resource_missing', 'refund_exceeds_amount', 'parameter_invalid']
    expect([...expectedCodes, 'lock_timeout']).toContain(answer.error.code)
  }
}

async function check({ harness, run }: World): Promise<void> {
  const { store } = harness.services
  const ofRun = (reference: unknown) => String(reference).startsWith(`${run} `)
  const payments = (await store.list<Payment>('payment', { limit: 100 })).filter(({ document }) =>
    ofRun(document.gateway_response.retrieval_reference),
  )
  const refunds = (await store.list<Refund>('refund', { limit: 100 })).filter(({ document }) =>
    ofRun(document.gateway_response.retrieval_reference),
  )
  const reports = (await store.list<GatewayReport>('gateway_report', { limit: 100 })).filter(({ document }) =>
    ofRun(document.retrieval_reference),
  )
  const references = payments.map(({ document }) => document.gateway_response.retrieval_reference)
  expect(new Set(references).size).toBe(payments.length)
  expect(reports).toHaveLength(payments.length + refunds.length)
  const refundReferences = refunds.map(({ document }) => document.gateway_response.retrieval_reference)
  expect(new Set(refundReferences).size).toBe(refunds.length)
  for (const { document: payment } of payments) {
    expect(brokenInvariant(payment)).toBeNull()
    const own = refunds.filter(({ document }) => document.payment_id === payment.id)
    expect(payment.amount_refunded).toBe(own.reduce((sum, { document }) => sum + document.amount, 0))
    const intent = await store.find<PaymentIntent>('payment_intent', payment.payment_intent_id)
    expect(intent?.document).toMatchObject({ amount: payment.amount, latest_payment: payment })
  }
}

const engines = {
  SQLite: { open: () => openPaymentsHarness(), numRuns: 30 },
  PostgreSQL: { open: onPostgres, numRuns: 8 },
}

test.each(Object.entries(engines))(
  'reports in any order and at any moment keep every sum right, on %s',
  async (_, { open, numRuns }) => {
    const harness = await open()
    const { handlers } = externalModule(harness.services)
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(report, { maxLength: 6 }), { maxLength: 8 }), async (batches) => {
        runs += 1
        const world: World = { harness, handlers, run: `run ${runs}` }
        for (const batch of batches) {
          await Promise.all(batch.map((one) => send(world, one)))
          await check(world)
        }
      }),
      { numRuns },
    )
  },
)
