import { describe, expect, test } from 'vitest'
import { interleaved } from '../../../support/interleaved-store.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'
import { withCheckout } from './checkout-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }
const day = 24 * 60 * 60_000

/** A session changes in one commit with its intent, but the two are read one after the other. */
describe.each(['SQLite', 'PostgreSQL'] as const)(
  'a session that changes between the reads of the session and its intent, on %s',
  (engine) => {
    async function twoNodes() {
      const harness = await engines[engine]()
      const { store, afterRead } = interleaved(harness.services.store)
      return { harness: withCheckout(harness), node: withCheckout(harness.node(store)), afterRead }
    }

    test('can be expired twice at once', async () => {
      const { harness, node, afterRead } = await twoNodes()
      const { id } = await harness.session()
      afterRead('checkout_session', () => harness.expire(id))
      expect(mustOf(await node.expire(id)).status).toBe('expired')
    })

    test('is refused as complete if it was paid', async () => {
      const { harness, node, afterRead } = await twoNodes()
      const { id } = await harness.session()
      afterRead('checkout_session', () => harness.buy(id))
      const answer = await node.expire(id)
      expect(answer).toMatchObject({ error: { message: expect.stringContaining(`${id} is complete`) } })
    })

    test('is shown on its page as expired, not as cancelled by the merchant', async () => {
      const { harness, node, afterRead } = await twoNodes()
      const { id } = await harness.session()
      harness.clock.advance(day + 1000)
      afterRead('checkout_session', () => harness.expire(id))
      expect((await node.page(id)).state).toBe('expired')
    })

    test('is shown on its page with the amount of its lines if both change', async () => {
      const { harness, node, afterRead } = await twoNodes()
      const { id } = await harness.session()
      const items = [{ name: 'Coffee', quantity: 1, amount: 2500 }]
      afterRead('checkout_session', () =>
        harness.update(id, { payment_intent_data: { amount: 2500, order_details: { items } } }),
      )
      const { amount, lines } = await node.page(id)
      expect({ amount, lines: lines.length }).toEqual({ amount: 2500, lines: 1 })
    })

    test('is shown as complete if it was paid', async () => {
      const { harness, node, afterRead } = await twoNodes()
      const { id } = await harness.session()
      afterRead('checkout_session', () => harness.buy(id))
      expect((await node.current(id)).status).toBe('complete')
    })
  },
)
