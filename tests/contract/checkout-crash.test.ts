import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import type { LedgerEntry } from '../../src-service/processor/sandbox/ledger.ts'
import type { CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import { bankEntries } from '../chaos/support/bank-entries.ts'
import { type ServiceProcess, startServiceProcess } from '../chaos/support/service-process.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'
import { must } from '../support/must.ts'

/** Time limit for starts, kills and restarts on a busy machine. */
const patienceMs = 120_000
const poll = { timeout: 60_000, interval: 20 }

let server: TestServer
beforeAll(async () => {
  await build({ names: ['service'], report: () => {} })
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A payer at the page: a request is repeated with the same key after a lost connection. */
function payer(session: CheckoutSession) {
  const page = { params: { id: session.id }, clientSecret: session.client_secret ?? '' }
  return {
    session,
    look: ({ client }: ServiceProcess) => client.call('checkout_pages.get', page),
    async collect({ client }: ServiceProcess) {
      const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049' }
      const body = { payment_method_type: 'card', card } as const
      const { payment_method, amount, surcharge_amount } = await must(
        client.call('checkout_pages.collect', { ...page, body }),
      )
      const payment_method_id = payment_method?.id ?? ''
      const paying = {
        ...page,
        body: { payment_method_id, amount, surcharge_amount },
        idempotencyKey: randomUUID(),
      }
      return (now: ServiceProcess) => now.client.call('checkout_pages.pay', paying)
    },
  }
}

const stateOf = async (look: ReturnType<ReturnType<typeof payer>['look']>): Promise<CheckoutPage['state']> =>
  (await must(look)).state

const statesOf = (payers: readonly ReturnType<typeof payer>[], service: ServiceProcess) =>
  Promise.all(payers.map((one) => stateOf(one.look(service))))

async function killBetweenClickAndAnswer(databaseUrl: string | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'checkout-crash-'))
  let service: ServiceProcess | null = await startServiceProcess(folder, databaseUrl)
  try {
    const { client, accountId } = service
    const payers: ReturnType<typeof payer>[] = []
    for (let count = 0; count < 3; count += 1) {
      const body = { payment_intent_data: { amount: 1000 + count } }
      payers.push(payer(await must(client.call('checkout_sessions.create', { accountId, body }))))
    }
    const first = service
    const pays = await Promise.all(payers.map((one) => one.collect(first)))
    const clicks = Promise.all(pays.map((pay) => pay(first)))
    await expect
      .poll(async () => statesOf(payers, first), poll)
      .toSatisfy((states: readonly string[]) => states.some((state) => state !== 'open'))
    await service.kill()
    await clicks
    service = await startServiceProcess(folder, databaseUrl)
    const second = service
    // On a shared database, an interrupted payment may belong to another node: it is left alone for a while.
    await must(second.client.call('sandbox.clock.advance', { body: { seconds: 120 } }))
    for (const [index, one] of payers.entries()) {
      await expect
        .poll(async () => stateOf(one.look(second)), poll)
        .toSatisfy((state) => state === 'paid' || state === 'open')
      // The click without an answer is sent again with its key; if the page is open, the payer uses another card.
      await pays[index]?.(second)
      if ((await stateOf(one.look(second))) === 'open') await must((await one.collect(second))(second))
      await expect.poll(async () => stateOf(one.look(second)), poll).toBe('paid')
      const { id, payment_intent_id } = one.session
      const session = await must(second.client.call('checkout_sessions.get', { accountId, params: { id } }))
      expect(session.status).toBe('complete')
      const params = { id: payment_intent_id }
      const { data } = await must(second.client.call('payment_intents.list_payments', { accountId, params }))
      expect(data.filter(({ amount_captured }) => amount_captured > 0)).toHaveLength(1)
    }
    const charged = payers.reduce((sum, { session }) => sum + session.amount, 0)
    await service.stop()
    service = null
    const books = await bankEntries({ dataFolder: folder, databaseUrl })
    expect(takenIn(books)).toBe(charged)
  } finally {
    await service?.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

const takenIn = (books: readonly LedgerEntry[]): number =>
  books.reduce((sum, { captured, voided }) => sum + (voided ? 0 : (captured ?? 0)), 0)

describe('a service killed between the payer’s click and the answer', () => {
  test(
    'a service killed on SQLite between click and answer charges each payer once, and completes their sessions',
    () => killBetweenClickAndAnswer(null),
    patienceMs,
  )

  test(
    'a service killed on PostgreSQL between click and answer charges each payer once, and completes their sessions',
    async () => {
      const databaseUrl = await server.createDatabase()
      await killBetweenClickAndAnswer(databaseUrl)
      await server.dropDatabase(databaseUrl)
    },
    patienceMs,
  )
})
