import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { moveToPostgres } from '../../src-service/move/move-to-postgres.ts'
import { type Client, createClient } from '../../src-shared/api/client.ts'
import { newGiftCardCode } from '../../src-shared/payments/gift-card-code.ts'
import type { TerminalCredential } from '../../src-terminal/link/credential.ts'
import { openSocketLink } from '../../src-terminal/link/socket-link.ts'
import { createVirtualTerminal } from '../../src-terminal/scripts/virtual-terminal.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'
import { joinTerminal } from '../support/join-terminal.ts'
import { must } from '../support/must.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startWebhookListener, type WebhookListener } from '../support/webhook-listener.ts'
import { until } from '../unit/service/terminals/terminals-harness.ts'
import { recordExamples } from './support/record-examples.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** A shop that has used every operation continues to sell on PostgreSQL, with only the keys in its folder. */
const hsn = 'VT-MOVED'
const path = '/moved'
const poll = { timeout: 60_000, interval: 50 }
const card = {
  payment_method_type: 'card',
  card: { number: '4242424242424242', exp_month: '12', exp_year: '2049' },
}

/** What a counter or an office reads: the same before and after the move. Deliveries continue meanwhile. */
const lists = [
  ...[
    'payment_intents',
    'customers',
    'settlements',
    'settlements/unmatched',
    'fees',
    'disputes',
    'payments/unresolved',
  ],
  ...[
    'refunds/unresolved',
    'checkout_sessions',
    'payment_method_intents',
    'audit_anchors',
    'gift_cards',
    'api_keys',
  ],
  ...['applications', 'accounts', 'processing_plans', 'contractors', 'users', 'events'],
  ...['gift_cards/liability', 'webhook_endpoints', 'locations'],
]

let server: TestServer
let listener: WebhookListener
let service: RunningService
let client: Client
let before: Awaited<ReturnType<typeof sell>>
let listed: Readonly<Record<string, unknown>>

const clientOf = ({ directUrl, privateKey, accountId }: RunningService): Client =>
  createClient({ baseUrl: directUrl, apiKey: privateKey, accountId })

/** Returns every list, without the address of this service, which links contain. */
async function readLists({ directUrl, privateKey, accountId }: RunningService) {
  const read = async (name: string) => {
    const response = await fetch(`${directUrl}/${name}`, {
      headers: { 'x-api-key': privateKey, 'x-account-id': accountId },
    })
    expect(response.status, name).toBe(200)
    const text = (await response.text()).replaceAll(directUrl, '')
    // Events that waited for delivery may have been delivered since.
    const changing = name === 'webhook_endpoints' ? ['failing_since', 'updated_at'] : ['deliveries']
    return JSON.parse(text, (key, value) => (changing.includes(key) ? undefined : value)) as Record<
      string,
      unknown
    >
  }
  return Object.fromEntries(await Promise.all(lists.map(async (name) => [name, await read(name)] as const)))
}

async function paid(at: Client, publicKey: string, amount: number, capture = true, customer?: string) {
  const intent = await must(
    at.call('payment_intents.create', { body: { amount, capture, description: 'Oat crumble' } }),
  )
  const body = { client_secret: intent.client_secret ?? '', ...card } as const
  const tokens = createClient({ baseUrl: service.directUrl, apiKey: publicKey })
  const method = await must(tokens.call('tokens.create', { body: body as never }))
  const params = { id: intent.id }
  // Once it has paid, a card without a customer is used up.
  if (customer !== undefined) {
    const owned = { params: { id: method.id }, body: { customer_id: customer } }
    await must(at.call('payment_methods.attach', owned))
  }
  const done = await must(at.call('payments.create', { params, body: { payment_method_id: method.id } }))
  return { id: intent.id, payment: done.latest_payment?.id ?? '', method: method.id }
}

/** The id of the webhook about a payment; null until it has arrived. */
function webhookOf(payment: string): string | null {
  const found = listener.received(path).find(({ text }) => text.includes(payment))
  return found === undefined ? null : String(found.headers['webhook-id'])
}

async function sell({ publicKey }: RunningService) {
  const endpoint = { url: listener.url(path), event_types: ['v2.payment.captured'] as const }
  await must(client.call('webhook_endpoints.create', { body: endpoint as never }))
  const captured = await paid(client, publicKey, 4000)
  await until(() => webhookOf(captured.payment) !== null, 'the webhook arrived')
  listener.answer(path, 503)
  const customer = await must(
    client.call('customers.create', { body: { name: 'Ada King', email: 'ada@example.com' } }),
  )
  const saved = await paid(client, publicKey, 1500, true, customer.id)
  await until(() => webhookOf(saved.payment) !== null, 'the webhook arrived')
  const asked = { body: { amount: 777, description: 'Asked once' }, idempotencyKey: 'moved-idempotency' }
  const gift = {
    kind: 'gift',
    code: newGiftCardCode((below) => below - 1),
    amount: 5000,
    currency: 'USD',
    reference: 'bill-1-line-1',
  } as const
  const issued = await must(client.call('gift_cards.create', { body: gift }))
  const { activation_code } = await must(client.call('terminals.activation_code', { body: { hsn } }))
  const held = [
    await paid(client, publicKey, 2000, false),
    await paid(client, publicKey, 2500, false),
  ] as const
  const answered = await must(client.call('payment_intents.create', asked))
  const { data: all } = await must(client.call('payment_intents.list', { query: { limit: 14 } }))
  return {
    ...{
      asked,
      answered,
      held,
      captured,
      cursor: all[3]?.id ?? '',
      afterCursor: all.slice(4).map(({ id }) => id),
    },
    saved: { ...saved, customer: customer.id },
    gift: issued.gift_card.id,
    credential: await joinTerminal(client, hsn, activation_code),
  }
}

/** One of the recorded operations needs it; the lists before and after the move show it, too. */
const publicUrl = 'https://payments.example.com'

beforeAll(async () => {
  server = await startTestServer()
  listener = await startWebhookListener()
  const dataDirectory = await temporaryFolder('moved')
  service = await startService(undefined, { dataDirectory, publicUrl })
  client = clientOf(service)
  await recordExamples(service)
  before = await sell(service)
  listed = await readLists(service)
  await service.stop()

  const databaseUrl = await server.createDatabase()
  await moveToPostgres({ config: { dataDirectory, databaseUrl }, report: () => {} })
  // Another computer, to which only the keys were copied.
  const elsewhere = await temporaryFolder('moved-to')
  for (const file of ['environment', 'vault.key', 'sandbox-keys.json'])
    cpSync(join(dataDirectory, file), join(elsewhere, file))
  listener.answer(path, 200)
  service = await startService(undefined, { dataDirectory: elsewhere, databaseUrl, publicUrl })
  client = clientOf(service)
  expect(existsSync(join(elsewhere, 'service.db'))).toBe(false)
}, 120_000)
afterAll(async () => {
  await service?.stop()
  await listener?.stop()
  await server?.stop()
})

test('every list is the same after the move as before it', async () => {
  const now = await readLists(service)
  for (const name of lists) expect(now[name], name).toEqual(listed[name])
  const { data } = await must(
    client.call('payment_intents.list', { query: { starting_after: before.cursor } }),
  )
  expect(data.map(({ id }) => id)).toEqual(before.afterCursor)
})

test('payments from before the move can be captured, voided, refunded and settled after it', async () => {
  const [first, second] = before.held
  const captured = await must(
    client.call('payment_intents.capture', { params: { id: first.id }, body: { amount: 1800 } }),
  )
  expect(captured).toMatchObject({ status: 'captured', amount_captured: 1800 })
  const cancelled = await must(client.call('payment_intents.cancel', { params: { id: second.id }, body: {} }))
  expect(cancelled.latest_payment).toMatchObject({ status: 'cancelled', amount_voided: 2500 })
  const params = { id: before.captured.payment }
  expect(await must(client.call('refunds.create', { params, body: { amount: 900 } }))).toMatchObject({
    amount: 900,
  })
  const body = { account_id: service.accountId }
  const closed = await must(client.call('sandbox.settlements.close', { body }))
  expect(closed.status).toBe('closed')
})

test('an answer that was saved before the move is repeated after it', async () => {
  expect(await must(client.call('payment_intents.create', before.asked))).toEqual(before.answered)
})

test('a card that was saved before the move can pay after it, and a gift card can be redeemed', async () => {
  const { customer, method } = before.saved
  const intent = await must(
    client.call('payment_intents.create', { body: { amount: 650, customer_id: customer } }),
  )
  const params = { id: intent.id }
  const done = await must(client.call('payments.create', { params, body: { payment_method_id: method } }))
  expect(done).toMatchObject({ status: 'captured' })
  const body = { amount: 1200, currency: 'USD', reference: 'bill-2-tender-1' } as const
  const redeemed = await must(client.call('gift_cards.redeem', { params: { id: before.gift }, body }))
  expect(redeemed.gift_card.balance).toBe(3800)
})

test('payments from before the move are found by a word', async () => {
  const found = await must(client.call('payment_intents.find', { body: { text: 'crumble', limit: 10 } }))
  expect(found.data.map(({ id }) => id)).toEqual(
    expect.arrayContaining([before.captured.id, before.saved.id]),
  )
})

test('an event that was not delivered before the move is delivered after it, once', async () => {
  const ids = () => listener.received(path).map(({ headers }) => String(headers['webhook-id']))
  const [delivered, undelivered] = [webhookOf(before.captured.payment), webhookOf(before.saved.payment)]
  await expect
    .poll(async () => {
      await must(client.call('sandbox.clock.advance', { body: { seconds: 60 } }))
      return ids().filter((id) => id === undelivered).length
    }, poll)
    .toBe(2)
  expect(ids().filter((id) => id === delivered)).toHaveLength(1)
})

test('a terminal that was activated before the move can link after it, and takes a card', async () => {
  let isWelcome = false
  const terminal = createVirtualTerminal({
    ...{ hsn, credential: before.credential satisfies TerminalCredential, behaviour: { script: 'approve' } },
    open: () => openSocketLink((address) => new WebSocket(address), service.directUrl),
    onChange: ({ kind }) => {
      isWelcome ||= kind === 'connected'
    },
  })
  onTestFinished(() => terminal.unplug())
  await expect.poll(() => isWelcome, poll).toBe(true)
  const { session_key: sessionKey } = await must(client.call('terminals.connect', { body: { hsn } }))
  const intent = await must(client.call('payment_intents.create', { body: { amount: 1234 } }))
  const body = { hsn, payment_intent_id: intent.id, include_signature: false } as const
  const sold = await must(client.call('terminals.auth_card', { sessionKey, body }))
  expect(sold).toMatchObject({ status: 'captured' })
})
