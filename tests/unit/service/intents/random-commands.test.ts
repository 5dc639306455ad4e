import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenInvariant, isStatusOfBoth } from '../../../../src-service/intents/states.ts'
import type { Page } from '../../../../src-service/store/read-page.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { bothBanks } from '../../../support/banks.ts'
import { paymentRef } from '../../../support/processor-references.ts'
import { doNotHonor, silentCard, visa } from '../authorize/cards.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

/**
 * Random commands of a client, in any order. A short model predicts the result; the sums and the rule of one success
 * are checked after every step.
 */

type Command =
  | { readonly do: 'pay'; readonly card: 'good' | 'declined' | 'silent' }
  | { readonly do: 'update'; readonly amount: number }
  | { readonly do: 'capture'; readonly amount: number | null }
  | { readonly do: 'cancel' }
  | { readonly do: 'repair'; readonly afterSeconds: number }

const cards = { good: visa, declined: doNotHonor, silent: silentCard } as const

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), card: fc.constantFrom('good', 'declined', 'silent') }),
  fc.record({ do: fc.constant('update' as const), amount: fc.integer({ min: 0, max: 2000 }) }),
  fc.record({
    do: fc.constant('capture' as const),
    amount: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2000 }))),
  }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({ do: fc.constant('repair' as const), afterSeconds: fc.constantFrom(0, 31, 8 * 86_400) }),
)

async function run(harness: PaymentsHarness, id: string, what: Command): Promise<string> {
  switch (what.do) {
    case 'pay':
      return codeOf(await harness.pay(id, cards[what.card]))
    case 'update':
      return codeOf(
        await harness.call('payment_intents.update', { params: { id }, body: { amount: what.amount } }),
      )
    case 'capture':
      return codeOf(await harness.capture(id, what.amount === null ? {} : { amount: what.amount }))
    case 'cancel':
      return codeOf(await harness.cancel(id))
    case 'repair':
      harness.clock.advance(what.afterSeconds * 1000)
      await harness.repair()
      return 'ok'
  }
}

interface Model {
  readonly status: PaymentIntent['status']
  readonly amount: number
  readonly capture: boolean
  readonly authorized: number
  readonly captured: number
  readonly voided: number
  /** Seconds until an unknown outcome is known; null when no outcome is unknown. */
  readonly silentFor: number | null
  readonly age: number
}

type Answer = readonly [string, Model]

function expected(model: Model, what: Command): Answer {
  const refused: Answer = ['state_conflict', model]
  switch (what.do) {
    case 'pay': {
      if (model.status !== 'created') return refused
      if (model.amount === 0) return ['parameter_invalid', model]
      if (what.card === 'declined') return ['ok', model]
      if (what.card === 'silent') return ['ok', { ...model, status: 'processing', silentFor: 30, age: 0 }]
      return ['ok', approved({ ...model, age: 0 })]
    }
    case 'update':
      return model.status === 'created' ? ['ok', { ...model, amount: what.amount }] : refused
    case 'capture': {
      if (model.status !== 'uncaptured') return refused
      const captured = what.amount ?? model.authorized
      // Decision 9: a capture of 0 releases everything, like a cancel.
      if (captured === 0) return ['ok', cancelled(model)]
      if (captured > model.authorized) return ['parameter_invalid', model]
      return ['ok', { ...model, status: 'captured', captured, voided: model.authorized - captured }]
    }
    case 'cancel':
      if (model.status === 'created') return ['ok', { ...model, status: 'cancelled' }]
      return model.status === 'uncaptured' || model.status === 'captured' ? ['ok', cancelled(model)] : refused
    case 'repair': {
      const older = { ...model, age: model.age + what.afterSeconds }
      const settled = model.silentFor !== null && what.afterSeconds >= 30
      const known = settled && model.status === 'processing' ? approved(older) : older
      const expired = known.status === 'uncaptured' && known.age >= 7 * 86_400
      return ['ok', expired ? cancelled(known) : known]
    }
  }
}

const approved = (model: Model): Model => ({
  ...model,
  status: model.capture ? 'captured' : 'uncaptured',
  authorized: model.amount,
  captured: model.capture ? model.amount : 0,
  silentFor: null,
})
const cancelled = (model: Model): Model => ({
  ...model,
  status: 'cancelled',
  captured: 0,
  voided: model.authorized,
})

const unsuccessful: readonly Payment['status'][] = ['failed', 'cancelled', 'voided', 'rejected']

async function assertSound(harness: PaymentsHarness, id: string): Promise<PaymentIntent> {
  const intent = await harness.read(id)
  const payments = await harness.payments(id)
  for (const one of [intent, ...payments]) expect(brokenInvariant(one)).toBeNull()
  expect(payments.filter((payment) => !unsuccessful.includes(payment.status)).length).toBeLessThanOrEqual(1)
  expect(intent.latest_payment).toEqual(payments[0] ?? null)
  if (isStatusOfBoth(intent.status)) expect(intent.latest_payment?.status).toBe(intent.status)
  // Once no outcome is unknown, the processor's state equals ours.
  for (const payment of payments) {
    if (payment.status === 'processing') continue
    const { outcome } = await harness.sandbox.inquire(paymentRef(payment.id))
    const held = outcome === 'approved'
    expect([payment.status, held]).toEqual([payment.status, !unsuccessful.includes(payment.status)])
  }
  return intent
}

describe('random commands', () => {
  test('random commands one after the other end as the model predicts, with right sums after each', async () => {
    const harness = await openPaymentsHarness()
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 12 }), fc.boolean(), async (commands, capture) => {
        const { id } = await harness.intent({ amount: 1000, capture })
        let model: Model = {
          status: 'created',
          amount: 1000,
          capture,
          authorized: 0,
          captured: 0,
          voided: 0,
          silentFor: null,
          age: 0,
        }
        for (const what of commands) {
          const [code, next] = expected(model, what)
          expect(await run(harness, id, what)).toBe(code)
          model = next
          expect(await assertSound(harness, id)).toMatchObject({
            status: model.status,
            amount: model.amount,
            amount_authorized: model.authorized,
            amount_captured: model.captured,
            amount_voided: model.voided,
          })
        }
      }),
      {
        numRuns: 60,
        // The outcome becomes known only after the authorization has expired.
        examples: [
          [
            [
              { do: 'pay', card: 'silent' },
              { do: 'repair', afterSeconds: 8 * 86_400 },
            ],
            false,
          ],
        ],
      },
    )
  })

  test.each(bothBanks)(
    'random commands all at the same moment, with the bank %s, never charge twice and never break a sum',
    async (_, openBank) => {
      const harness = await openPaymentsHarness(undefined, openBank())
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.array(command, { minLength: 2, maxLength: 6 }), line), { maxLength: 4 }),
          fc.boolean(),
          async (volleys, capture) => {
            const { id } = await harness.intent({ amount: 1000, capture })
            for (const [volley, lineIs] of volleys) {
              wire(harness, lineIs)
              const codes = await Promise.all(volley.map((what) => run(harness, id, what)))
              expect(codes.filter((code) => !answers.includes(code))).toEqual([])
              await assertSound(harness, id)
            }
            wire(harness, 'good')
            // No outcome stays open, unless a person must decide: a void that is days old is not sent again.
            harness.clock.advance(60_000)
            await harness.repair()
            if ((await assertSound(harness, id)).status === 'processing') {
              const asked = mustOf(await harness.call('payments.list_unresolved')) as Page<Payment>
              expect(asked.data.map(({ payment_intent_id }) => payment_intent_id)).toContain(id)
            }
          },
        ),
        {
          numRuns: 60,
          // A void whose answers are lost stays open for days.
          examples: [
            [
              [
                [[pays, pays], 'good'],
                [[{ do: 'cancel' }, { do: 'update', amount: 0 }, daysPass], 'loses answers'],
                [[daysPass, pays, pays], 'loses answers'],
              ],
              true,
            ],
          ],
        },
      )
    },
  )
})

const pays = { do: 'pay', card: 'good' } as const
const daysPass = { do: 'repair', afterSeconds: 8 * 86_400 } as const

/** The state of the connection to the processor: good, or losing requests or answers. */
const line = fc.constantFrom('good', 'loses requests', 'loses answers')

function wire(harness: PaymentsHarness, is: string): void {
  const { sandbox, processor } = harness
  const lossy = async <Answer>(send: () => Promise<Answer>) => {
    if (is === 'loses answers') await send()
    return { outcome: 'unknown' } as const
  }
  if (is === 'good') {
    delete processor.authorize
    delete processor.capture
    delete processor.void
    return
  }
  processor.authorize = (request) => lossy(() => sandbox.authorize(request))
  processor.capture = (id, amount) => lossy(() => sandbox.capture(id, amount))
  processor.void = (id) => lossy(() => sandbox.void(id))
}

const answers = ['ok', 'state_conflict', 'parameter_invalid', 'lock_timeout']
