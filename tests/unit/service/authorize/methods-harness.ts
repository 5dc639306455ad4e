import fc from 'fast-check'
import type { Customer } from '../../../../src-shared/api/schemas/customer.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import { codeOf, type PaymentsHarness } from '../intents/payments-harness.ts'
import { doNotHonor, silentCard } from './cards.ts'

/** A few intents, methods and customers, referred to by list index, and every command that can be run on them. */
export interface World {
  readonly intents: readonly PaymentIntent[]
  readonly methods: readonly PaymentMethod[]
  readonly customers: readonly Customer[]
}

export const methodKinds = ['good', 'good', 'declined', 'silent', 'bank'] as const
export type MethodKind = (typeof methodKinds)[number]
/** The last intent is captured manually. */
export const intentCount = 3
export const customerCount = 2

const cards = { good: {}, declined: doNotHonor, silent: silentCard } as const
const bank = {
  account_number: '000123456789',
  routing_number: '110000000',
  account_type: 'checking',
  account_holder: 'Ana Torres',
} as const

export async function openWorld(harness: PaymentsHarness): Promise<World> {
  const payment_method_types = ['card', 'bank']
  const [page, intents, customers] = await Promise.all([
    harness.intent({ payment_method_types }),
    Promise.all(
      Array.from({ length: intentCount }, (_, at) =>
        harness.intent({ payment_method_types, capture: at < intentCount - 1 }),
      ),
    ),
    Promise.all(Array.from({ length: customerCount }, () => harness.customer())),
  ])
  const methods = await Promise.all(
    methodKinds.map((kind) =>
      kind === 'bank'
        ? harness.token(page, {}, { payment_method_type: 'bank', card: undefined, bank })
        : harness.token(page, cards[kind]),
    ),
  )
  return { intents, methods, customers }
}

export type Command =
  | { readonly do: 'pay'; readonly intent: number; readonly method: number }
  | { readonly do: 'pay by customer'; readonly intent: number; readonly customer: number }
  | { readonly do: 'attach' | 'make default'; readonly method: number; readonly customer: number }
  | { readonly do: 'detach'; readonly method: number }
  | { readonly do: 'link' | 'unlink'; readonly customer: number }
  | { readonly do: 'set customer'; readonly intent: number; readonly customer: number }
  | { readonly do: 'cancel'; readonly intent: number }
  | { readonly do: 'repair' }

const one = <Name extends string>(name: Name) => fc.constant(name)
const intent = fc.nat({ max: intentCount - 1 })
const method = fc.nat({ max: methodKinds.length - 1 })
const customer = fc.nat({ max: customerCount - 1 })

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: one('pay'), intent, method }) },
  { weight: 3, arbitrary: fc.record({ do: one('pay by customer'), intent, customer }) },
  { weight: 4, arbitrary: fc.record({ do: one('attach'), method, customer }) },
  fc.record({ do: one('make default'), method, customer }),
  fc.record({ do: one('detach'), method }),
  fc.record({ do: one('link'), customer }),
  fc.record({ do: one('unlink'), customer }),
  fc.record({ do: one('set customer'), intent, customer }),
  fc.record({ do: one('cancel'), intent }),
  fc.record({ do: one('repair') }),
)

/** Returns the id at an index of a list. */
export const at = (list: readonly { readonly id: string }[], place: number): string => {
  const found = list[place]
  if (found === undefined) throw new Error(`there is nothing at ${place}`)
  return found.id
}

/** Runs the command and returns the error code, or `ok`. */
export async function run(harness: PaymentsHarness, world: World, what: Command): Promise<string> {
  const account_id = harness.caller.accountId
  switch (what.do) {
    case 'pay': {
      const body = { payment_method_id: at(world.methods, what.method) }
      return codeOf(await harness.payBy(at(world.intents, what.intent), body))
    }
    case 'pay by customer': {
      const body = { customer_id: at(world.customers, what.customer) }
      return codeOf(await harness.payBy(at(world.intents, what.intent), body))
    }
    case 'attach': {
      const params = { id: at(world.methods, what.method) }
      const body = { customer_id: at(world.customers, what.customer) }
      return codeOf(await harness.call('payment_methods.attach', { params, body }))
    }
    case 'make default': {
      const params = { id: at(world.customers, what.customer) }
      const body = { default_payment_method: at(world.methods, what.method) }
      return codeOf(await harness.call('customers.update', { params, body }))
    }
    case 'detach': {
      const params = { id: at(world.methods, what.method) }
      return codeOf(await harness.call('payment_methods.detach', { params }))
    }
    case 'link': {
      const params = { id: at(world.customers, what.customer) }
      return codeOf(await harness.call('customers.attach_account', { params, body: { account_id } }))
    }
    case 'unlink': {
      const params = { id: at(world.customers, what.customer), accountId: account_id }
      return codeOf(await harness.call('customers.detach_account', { params }))
    }
    case 'set customer': {
      const params = { id: at(world.intents, what.intent) }
      const body = { customer_id: at(world.customers, what.customer) }
      return codeOf(await harness.call('payment_intents.update', { params, body }))
    }
    case 'cancel':
      return codeOf(await harness.cancel(at(world.intents, what.intent)))
    case 'repair':
      harness.clock.advance(31_000)
      await harness.repair()
      return 'ok'
  }
}
