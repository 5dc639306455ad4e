import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizeCardPresent } from '../../src-service/authorize/authorize-card-present.ts'
import type { Account } from '../../src-shared/api/schemas/account.ts'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { startTestServer } from '../support/embedded-postgres.ts'
import { emptyReceipt, visa } from '../unit/service/authorize/cards.ts'
import { type Ask, accepted, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { sampleBodies } from './support/samples.ts'

/** Decision 71, for a merchant in Canadian dollars. */
describe.each(['SQLite', 'PostgreSQL'])('an account in Canadian dollars on %s', (engine) => {
  let service: RunningService
  let ask: Ask
  let close = async () => {}
  beforeAll(async () => {
    if (engine === 'SQLite') {
      service = await startService(undefined, { currency: 'CAD' })
      close = service.stop
    } else {
      const server = await startTestServer()
      const databaseUrl = await server.createDatabase()
      service = await startService(undefined, { currency: 'CAD', databaseUrl })
      close = async () => {
        await service.stop()
        await server.dropDatabase(databaseUrl)
        await server.stop()
      }
    }
    ask = createAsk(service)
  }, 120_000)
  afterAll(() => close())

  const accountPath = () => `/accounts/${service.accountId}`
  const intentPath = (id: string, step = '') => `/payment_intents/${id}${step}`
  const listed = async () =>
    accepted<{ data: readonly unknown[] }>(await ask('payment_intents.list', { query: '?limit=50' })).data
      .length

  test('an account shows its currency, and an intent without one gets it', async () => {
    const account = accepted<Account>(await ask('accounts.get', { path: accountPath() }))
    expect(account.currency).toBe('CAD')
    const intent = accepted<PaymentIntent>(await ask('payment_intents.create', { body: { amount: 500 } }))
    expect(intent.currency).toBe('CAD')
    const same = await ask('payment_intents.create', { body: { amount: 500, currency: 'CAD' } })
    expect(accepted<PaymentIntent>(same).currency).toBe('CAD')
  })

  test('every request for money in another currency is refused, names the currency, and stores nothing', async () => {
    const before = await listed()
    const intent = await ask('payment_intents.create', { body: { amount: 500, currency: 'USD' } })
    const refused = expectRefusal(intent, 'parameter_invalid')
    expect(refused.param).toBe('currency')
    expect(refused.message).toContain('CAD')

    const session = sampleBodies['checkout_sessions.create'] as { payment_intent_data: object }
    const link = await ask('checkout_sessions.create', {
      body: { ...session, payment_intent_data: { ...session.payment_intent_data, currency: 'USD' } },
    })
    expect(expectRefusal(link, 'parameter_invalid').param).toBe('payment_intent_data.currency')

    const report = sampleBodies['external_payments.create'] as { payment_intent: object }
    const external = await ask('external_payments.create', {
      body: { ...report, payment_intent: { ...report.payment_intent, currency: 'USD' } },
    })
    expect(expectRefusal(external, 'parameter_invalid').param).toBe('payment_intent.currency')

    const card = sampleBodies['gift_cards.create'] as object
    const issued = await ask('gift_cards.create', { body: { ...card, currency: 'USD' } })
    expect(expectRefusal(issued, 'parameter_invalid').param).toBe('currency')
    const third = await ask('payment_intents.create', { body: { amount: 500, currency: 'EUR' } })
    expect(expectRefusal(third, 'parameter_invalid').param).toBe('currency')
    expect(await listed()).toBe(before)
  })

  test('a payment is created, authorized, captured, refunded and settled in Canadian dollars', async () => {
    const intent = accepted<PaymentIntent>(
      await ask('payment_intents.create', { body: { amount: 2000, capture: false } }),
    )
    const paid = await authorizeCardPresent(service.services, {
      accountId: service.accountId,
      intentId: intent.id,
      agreedAmount: 2000,
      card: visa,
      entryMode: 'EMVContact',
      cardPresent: true,
      chip: null,
      cardholderName: 'ANA TORRES',
      hsn: 'VT-1',
      receiptData: emptyReceipt,
    })
    if (!paid.ok) throw new Error(paid.error.message)
    const payment: Payment = paid.value.payment
    expect(payment).toMatchObject({ currency: 'CAD', status: 'uncaptured' })
    accepted(await ask('payment_intents.capture', { path: intentPath(intent.id, '/capture'), body: {} }))
    const refund = accepted<Refund>(
      await ask('refunds.create', { path: `/payments/${payment.id}/refunds`, body: { amount: 500 } }),
    )
    expect(refund.currency).toBe('CAD')
    const external = accepted<PaymentIntent>(await ask('external_payments.create'))
    expect(external).toMatchObject({ currency: 'CAD', latest_payment: { currency: 'CAD' } })
    const settlement = accepted<Settlement>(
      await ask('sandbox.settlements.close', { body: { account_id: service.accountId } }),
    )
    expect(settlement).toMatchObject({
      currency: 'CAD',
      status: 'closed',
      payment_count: 1,
      amount_captured: 2000,
      amount_refunded: 500,
    })
    const fees = accepted<{ data: readonly Fee[] }>(
      await ask('fees.list', { query: `?source_id=${payment.id}` }),
    ).data
    expect(fees.map(({ currency }) => currency)).toEqual(['CAD'])
    expect(accepted<Fee>(await ask('fees.create')).currency).toBe('CAD')
  })

  test('an account that has charged keeps its currency', async () => {
    const account = accepted<Account>(await ask('accounts.get', { path: accountPath() }))
    const body = { ...(sampleBodies['accounts.update'] as object) }
    const changed = await ask('accounts.update', {
      path: accountPath(),
      body: { ...body, location_id: undefined, currency: 'USD' },
    })
    expect(expectRefusal(changed, 'state_conflict').param).toBe('currency')
    const kept = await ask('accounts.update', {
      path: accountPath(),
      body: { ...body, location_id: undefined, currency: 'CAD' },
    })
    expect(accepted<Account>(kept).currency).toBe(account.currency)
  })
})

describe.each(['SQLite', 'PostgreSQL'])(
  'an intent and a change of the currency at the same moment on %s',
  (engine) => {
    /** A separate service, and a way to hold commits with a row of this kind until the others are done. */
    const withHeld = async (
      kind: 'payment_intent' | 'account',
      work: (held: {
        readonly service: RunningService
        readonly arrived: Promise<void>
        release(): void
        /** Requests made in `asked` are not held. */
        passing<Answer>(asked: () => Promise<Answer>): Promise<Answer>
      }) => Promise<void>,
    ) => {
      const server = engine === 'SQLite' ? null : await startTestServer()
      const databaseUrl = await server?.createDatabase()
      const service = await startService(undefined, databaseUrl === undefined ? {} : { databaseUrl })
      const { store } = service.services
      const { commit } = store
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let isPassing = false
      const passing = async <Answer>(asked: () => Promise<Answer>) => {
        isPassing = true
        return asked().finally(() => {
          isPassing = false
        })
      }
      const arrived = new Promise<void>((resolve) => {
        Object.assign(store, {
          async commit(set: Parameters<typeof commit>[0]) {
            if (!isPassing && set.writes.some((write) => write.kind === kind)) {
              resolve()
              await released
            }
            return commit(set)
          },
        })
      })
      try {
        await work({ service, arrived, release, passing })
      } finally {
        Object.assign(store, { commit })
        await service.stop()
        if (databaseUrl !== undefined) await server?.dropDatabase(databaseUrl)
        await server?.stop()
      }
    }
    const toCad = (service: RunningService, ask: Ask) =>
      ask('accounts.update', {
        path: `/accounts/${service.accountId}`,
        body: { ...(sampleBodies['accounts.update'] as object), location_id: undefined, currency: 'CAD' },
      })

    test('an intent that is written after the change is in the new currency', () =>
      withHeld('payment_intent', async ({ service, arrived, release }) => {
        const ask = createAsk(service)
        const creating = ask('payment_intents.create', { body: { amount: 500 } })
        await arrived
        expect(accepted<Account>(await toCad(service, ask)).currency).toBe('CAD')
        release()
        expect(accepted<PaymentIntent>(await creating).currency).toBe('CAD')
      }))

    test('so is an intent that follows the change and another intent', () =>
      withHeld('payment_intent', async ({ service, arrived, release, passing }) => {
        const ask = createAsk(service)
        const creating = ask('payment_intents.create', { body: { amount: 500 } })
        await arrived
        expect(accepted<Account>(await toCad(service, ask)).currency).toBe('CAD')
        const second = await passing(() => ask('payment_intents.create', { body: { amount: 600 } }))
        expect(accepted<PaymentIntent>(second).currency).toBe('CAD')
        release()
        expect(accepted<PaymentIntent>(await creating).currency).toBe('CAD')
      }))

    test('a change that is written after an intent is refused', () =>
      withHeld('account', async ({ service, arrived, release }) => {
        const ask = createAsk(service)
        const changing = toCad(service, ask)
        await arrived
        // This commit is not held: it marks the account at the same time.
        const creating = ask('payment_intents.create', { body: { amount: 500 } })
        release()
        const [changed, intent] = [await changing, accepted<PaymentIntent>(await creating)]
        const { currency } = accepted<Account>(
          await ask('accounts.get', { path: `/accounts/${service.accountId}` }),
        )
        expect(intent.currency).toBe(currency)
        if (changed.status !== 200) expectRefusal(changed, 'state_conflict')
      }))
  },
)

test('an account without charges accepts a new currency', async () => {
  const service = await startService()
  try {
    const ask = createAsk(service)
    const path = `/accounts/${service.accountId}`
    const body = { ...(sampleBodies['accounts.update'] as object), location_id: undefined, currency: 'CAD' }
    expect(accepted<Account>(await ask('accounts.get', { path })).currency).toBe('USD')
    expect(accepted<Account>(await ask('accounts.update', { path, body })).currency).toBe('CAD')
    const intent = accepted<PaymentIntent>(await ask('payment_intents.create', { body: { amount: 100 } }))
    expect(intent.currency).toBe('CAD')
  } finally {
    await service.stop()
  }
})

test('an account whose business has sold gift cards, even for cash, keeps their currency', async () => {
  const service = await startService()
  try {
    const ask = createAsk(service)
    const path = `/accounts/${service.accountId}`
    const body = { ...(sampleBodies['accounts.update'] as object), location_id: undefined, currency: 'CAD' }
    accepted(await ask('gift_cards.create', { body: sampleBodies['gift_cards.create'] as object }))
    const refused = expectRefusal(await ask('accounts.update', { path, body }), 'state_conflict')
    expect(refused).toMatchObject({
      param: 'currency',
      message: expect.stringContaining('gift cards in USD'),
    })
    expect(accepted<Account>(await ask('accounts.get', { path })).currency).toBe('USD')
  } finally {
    await service.stop()
  }
})
