import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenInvariant } from '../../../../src-service/intents/states.ts'
import type { Customer, CustomerAccount } from '../../../../src-shared/api/schemas/customer.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { expected, firstModel, type Model } from './method-model.ts'
import { command, methodKinds, openWorld, run, type World } from './methods-harness.ts'

/** Payments over the API by methods and customers, in any order and at the same moment. */

const methodOf = async (harness: PaymentsHarness, id: string) =>
  mustOf(await harness.call('payment_methods.get', { params: { id } })) as PaymentMethod
const customerOf = async (harness: PaymentsHarness, id: string) =>
  mustOf(await harness.call('customers.get', { params: { id } })) as Customer

/** Returns the state of the service in the form of the model. */
async function observed(harness: PaymentsHarness, world: World): Promise<Model> {
  const placeOf = (list: readonly { readonly id: string }[], id: string | null) =>
    id === null ? null : list.findIndex((item) => item.id === id)
  const intents = await Promise.all(world.intents.map(({ id }) => harness.read(id)))
  const methods = await Promise.all(world.methods.map(({ id }) => methodOf(harness, id)))
  const customers = await Promise.all(world.customers.map(({ id }) => customerOf(harness, id)))
  return {
    intents: intents.map(({ status, capture, customer_id }) => ({
      status,
      capture,
      customer: placeOf(world.customers, customer_id),
    })),
    methods: methods.map(({ status, customer_id }, index) => ({
      kind: methodKinds[index] ?? 'good',
      status: status as Model['methods'][number]['status'],
      owner: placeOf(world.customers, customer_id),
    })),
    customers: await Promise.all(
      customers.map(async ({ id, default_payment_method }) => ({
        linked: (await linksOf(harness, id)).filter((link) => link.detached_at === null).length === 1,
        default: placeOf(world.methods, default_payment_method),
      })),
    ),
  }
}

async function linksOf(harness: PaymentsHarness, customerId: string): Promise<readonly CustomerAccount[]> {
  const where = [{ column: 'customer_id', is: '=', value: customerId }] as const
  const rows = await harness.services.store.list<CustomerAccount>('customer_account', { where, limit: 50 })
  return rows.map((row) => row.document)
}

const withoutSilence = ({ intents, ...rest }: Model): Model => ({
  ...rest,
  intents: intents.map(({ silent: _, ...intent }) => intent),
})

const unsuccessful: readonly Payment['status'][] = ['failed', 'cancelled', 'voided', 'rejected']

/** Asserts what must be true after any commands in any order. */
async function assertSound(harness: PaymentsHarness, world: World): Promise<void> {
  const all: Payment[] = []
  for (const { id } of world.intents) {
    const intent = await harness.read(id)
    const payments = await harness.payments(id)
    all.push(...payments)
    for (const one of [intent, ...payments]) expect(brokenInvariant(one)).toBeNull()
    const successes = payments.filter(({ status }) => !unsuccessful.includes(status))
    expect(successes.length).toBeLessThanOrEqual(1)
    expect(intent.latest_payment).toEqual(payments[0] ?? null)
    const decided = successes.filter(({ status }) => status !== 'processing')
    // A payment with a method that has no owner may get its first customer later (section 4.2, patch intent).
    const owners = decided.flatMap(({ customer_id }) => customer_id ?? [])
    for (const owner of owners) expect(intent.customer_id).toBe(owner)
  }
  for (const { id } of world.methods) {
    const method = await methodOf(harness, id)
    const payments = all.filter(({ payment_method_id }) => payment_method_id === id)
    // A method without a customer, whether detached or never attached, pays at most once.
    const alone = payments.filter(({ payment_method }) => payment_method?.customer_id === null)
    expect(alone.length).toBeLessThanOrEqual(1)
    expect(alone.length > 0).toBe(method.status === 'used')
    const entry = await harness.services.store.get('vault_entry', harness.caller.accountId, id)
    expect(entry === null).toBe(method.status === 'detached')
  }
  for (const { id } of world.customers) {
    const links = await linksOf(harness, id)
    expect(links.filter(({ detached_at }) => detached_at === null).length).toBeLessThanOrEqual(1)
    const { default_payment_method } = await customerOf(harness, id)
    if (default_payment_method !== null) {
      expect((await methodOf(harness, default_payment_method)).customer_id).toBe(id)
    }
  }
}

const engines = {
  SQLite: { open: () => openPaymentsHarness(), numRuns: 40 },
  PostgreSQL: { open: onPostgres, numRuns: 10 },
}

describe.each(Object.entries(engines))(
  'random payments by methods and customers on %s',
  (_, { open, numRuns }) => {
    test('random payments one after the other end as the model predicts', async () => {
      const harness = await open()
      await fc.assert(
        fc.asyncProperty(fc.array(command, { maxLength: 14 }), async (commands) => {
          const world = await openWorld(harness)
          let model = firstModel
          for (const what of commands) {
            const [code, next] = expected(model, what)
            expect([what, await run(harness, world, what)]).toEqual([what, code])
            model = next
            expect(await observed(harness, world)).toEqual(withoutSilence(model))
          }
          await assertSound(harness, world)
        }),
        { numRuns },
      )
    })

    test('random payments all at the same moment never charge twice, and no default method lacks its customer', async () => {
      const harness = await open()
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(command, { minLength: 2, maxLength: 8 }), { maxLength: 4 }),
          async (volleys) => {
            const world = await openWorld(harness)
            for (const volley of volleys) {
              const codes = await Promise.all(volley.map((what) => run(harness, world, what)))
              expect(codes.filter((code) => !answers.includes(code))).toEqual([])
              await assertSound(harness, world)
            }
            harness.clock.advance(60_000)
            await harness.repair()
            await assertSound(harness, world)
            for (const { id } of world.intents) expect((await harness.read(id)).status).not.toBe('processing')
          },
        ),
        {
          numRuns,
          examples: [
            // A method is made the default while it is being detached.
            [
              [
                [
                  { do: 'attach', method: 0, customer: 0 },
                  { do: 'attach', method: 1, customer: 0 },
                ],
                [
                  { do: 'make default', method: 1, customer: 0 },
                  { do: 'detach', method: 1 },
                ],
              ],
            ],
            // One card pays three intents while it is attached.
            [
              [
                [
                  { do: 'pay', intent: 0, method: 0 },
                  { do: 'attach', method: 0, customer: 0 },
                  { do: 'pay', intent: 1, method: 0 },
                  { do: 'pay', intent: 2, method: 0 },
                ],
              ],
            ],
          ],
        },
      )
    })
  },
)

const answers = [
  'ok',
  'state_conflict',
  'parameter_invalid',
  'customer_not_linked',
  'customer_immutable',
  'lock_timeout',
]
