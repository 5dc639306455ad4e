import { describe, expect, test } from 'vitest'
import { interleaved } from '../../../support/interleaved-store.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

/** The customer is read first: only then is it known which method is the default. */
describe.each(['SQLite', 'PostgreSQL'] as const)(
  'a charge of a customer whose default method is replaced and detached at the same time, on %s',
  (engine) => {
    async function withTwoMethods() {
      const harness = await engines[engine]()
      const customer = await harness.customer()
      const [former, next] = [await harness.kept(customer.id), await harness.kept(customer.id)]
      const { store, afterRead } = interleaved(harness.services.store)
      const detach = async () =>
        mustOf(await harness.call('payment_methods.detach', { params: { id: former.id } }))
      return { harness, node: harness.node(store), customer, next, detach, afterRead }
    }

    test('uses the new default', async () => {
      const { harness, node, customer, next, detach, afterRead } = await withTwoMethods()
      const { id } = await harness.intent()
      afterRead('customer', async () => {
        const body = { default_payment_method: next.id }
        mustOf(await harness.call('customers.update', { params: { id: customer.id }, body }))
        await detach()
      })
      expect(mustOf(await node.payBy(id, { customer_id: customer.id }))).toMatchObject({
        status: 'captured',
        latest_payment: { payment_method_id: next.id },
      })
    })

    test('is refused if there is no default any more, and charges nothing', async () => {
      const { harness, node, customer, detach, afterRead } = await withTwoMethods()
      const { id } = await harness.intent()
      afterRead('customer', detach)
      const answer = await node.payBy(id, { customer_id: customer.id })
      expect(codeOf(answer)).toBe('parameter_invalid')
      expect(answer).toMatchObject({
        error: { message: expect.stringContaining('no default_payment_method') },
      })
      expect(await harness.payments(id)).toEqual([])
    })
  },
)
