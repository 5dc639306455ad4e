import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expireSessions } from '../../../../src-service/checkout/expiry-pass.ts'
import type { CheckoutSession } from '../../../../src-shared/api/schemas/checkout-session.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { makePostgresDatabase } from '../../../support/postgres-store.ts'
import { doNotHonor, silentCard, visa } from '../authorize/cards.ts'
import { codeOf } from '../intents/payments-harness.ts'
import { type CheckoutHarness, openCheckoutHarness, withCheckout } from './checkout-harness.ts'

/**
 * Payers, the merchant and time, in any order and at the same moment. A short model predicts the session, and session
 * and intent must never contradict each other.
 */
const cards = { good: visa, declined: doNotHonor, silent: silentCard } as const
type Card = keyof typeof cards

type Command =
  | { readonly do: 'buy'; readonly card: Card }
  | { readonly do: 'update'; readonly subtotal: number; readonly discount_amount: number }
  | { readonly do: 'expire' }
  | { readonly do: 'cancel' }
  | { readonly do: 'wait'; readonly hours: number }

const amount = fc.integer({ min: 1, max: 2000 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      card: fc.constantFrom<Card>('good', 'declined', 'silent'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      subtotal: amount,
      discount_amount: fc.integer({ min: 0, max: 2000 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Command>({ do: 'expire' }, { do: 'cancel' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 13) }) },
)

async function run(harness: CheckoutHarness, session: CheckoutSession, what: Command): Promise<string> {
  switch (what.do) {
    case 'buy':
      return codeOf(await harness.buy(session.id, cards[what.card]))
    case 'update': {
      const { subtotal, discount_amount } = what
      return codeOf(await harness.update(session.id, { subtotal, discount_amount }))
    }
    case 'expire':
      return codeOf(await harness.expire(session.id))
    case 'cancel':
      return codeOf(await harness.cancel(session.payment_intent_id))
    case 'wait':
      harness.clock.advance(what.hours * 3_600_000)
      await harness.repair()
      await expireSessions(harness.services)
      return 'ok'
  }
}

interface Model {
  readonly status: CheckoutSession['status']
  readonly isPaying: boolean
  /** The session was expired while it was being paid: it ends with that payment. */
  readonly isWithdrawn: boolean
  readonly amount: number
  readonly hoursLeft: number
}
const firstModel: Model = { status: 'open', isPaying: false, isWithdrawn: false, amount: 1000, hoursLeft: 24 }

function expected(model: Model, what: Command): readonly [string, Model] {
  const isOpen = model.status === 'open' && !model.isPaying
  const refused = ['state_conflict', model] as const
  switch (what.do) {
    case 'buy':
      if (!isOpen) return refused
      if (what.card === 'declined') return ['ok', model]
      return what.card === 'silent'
        ? ['ok', { ...model, isPaying: true }]
        : ['ok', { ...model, status: 'complete' }]
    case 'update':
      if (!isOpen) return refused
      if (what.discount_amount >= what.subtotal) return ['parameter_invalid', model]
      return ['ok', { ...model, amount: what.subtotal - what.discount_amount }]
    case 'expire':
      if (model.status === 'complete') return refused
      if (model.isPaying) return ['ok', { ...model, isWithdrawn: true }]
      return ['ok', { ...model, status: 'expired' }]
    case 'cancel':
      if (isOpen) return ['ok', { ...model, status: 'expired' }]
      // A paid intent is voided and its session stays complete; a second cancel is refused.
      return ['*', model]
    case 'wait': {
      const hoursLeft = model.hoursLeft - what.hours
      // The silent card is approved after half a minute.
      if (model.isPaying) return ['ok', { ...model, isPaying: false, status: 'complete', hoursLeft }]
      return ['ok', { ...model, hoursLeft, status: isOpen && hoursLeft <= 0 ? 'expired' : model.status }]
    }
  }
}

const statusesOf: { readonly [Status in CheckoutSession['status']]: readonly PaymentIntent['status'][] } = {
  open: ['created', 'processing'],
  complete: ['captured', 'cancelled'],
  expired: ['cancelled'],
}

async function assertSound(harness: CheckoutHarness, { id, payment_intent_id }: CheckoutSession) {
  const session = await harness.current(id)
  const intent = await harness.read(payment_intent_id)
  const payments = await harness.payments(payment_intent_id)
  expect(statusesOf[session.status]).toContain(intent.status)
  expect(session.amount).toBe(session.subtotal - session.discount_amount)
  expect(intent.amount).toBe(session.amount)
  expect(payments.filter(({ amount_authorized }) => amount_authorized > 0).length).toBeLessThanOrEqual(1)
  expect(session.status === 'complete').toBe(payments.some(({ amount_authorized }) => amount_authorized > 0))
  return { session, intent }
}

const engines = {
  SQLite: { open: () => openCheckoutHarness(), numRuns: 25 },
  PostgreSQL: { open: async () => openCheckoutHarness(await makePostgresDatabase()), numRuns: 8 },
}

describe.each(Object.entries(engines))('random checkout sessions on %s', (_, { open, numRuns }) => {
  test('random steps one after the other leave a checkout session as the model predicts', async () => {
    const harness = await open()
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 10 }), async (commands) => {
        const session = await harness.session()
        let model = firstModel
        for (const what of commands) {
          const [code, next] = expected(model, what)
          const answered = await run(harness, session, what)
          if (code !== '*') expect([what, answered]).toEqual([what, code])
          model = next
          const found = await assertSound(harness, session)
          expect([what, found.session.status]).toEqual([what, model.status])
          expect(found.session.amount).toBe(model.amount)
        }
      }),
      { numRuns },
    )
  })

  test('random steps at the same moment on two nodes pay a checkout session at most once', async () => {
    const harness = await open()
    const other = withCheckout(harness.node())
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(command, { minLength: 2, maxLength: 6 }), { maxLength: 3 }),
        async (volleys) => {
          const session = await harness.session()
          for (const volley of volleys) {
            const codes = await Promise.all(
              volley.map((what, index) => run(index % 2 === 0 ? harness : other, session, what)),
            )
            const known = ['ok', 'state_conflict', 'parameter_invalid', 'amount_changed', 'lock_timeout']
            expect(codes.filter((code) => !known.includes(code))).toEqual([])
          }
          harness.clock.advance(25 * 3_600_000)
          await harness.repair()
          await expireSessions(harness.services)
          const { session: ended } = await assertSound(harness, session)
          expect(ended.status).not.toBe('open')
        },
      ),
      { numRuns },
    )
  })
})
