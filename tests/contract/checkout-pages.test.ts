import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src-shared/api/operation.ts'
import { type OperationName, operationEntries } from '../../src-shared/api/operations.ts'
import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** Every operation of the hosted page, with a secret instead of a key. New rows are covered automatically. */
let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const rows: readonly (readonly [OperationName, Operation])[] = operationEntries.filter(
  ([, row]) => row.access === 'client_secret' && row.path.startsWith('/checkout_pages/'),
)

const createSession = async (request: object = {}): Promise<CheckoutSession> => {
  const answer = await ask('checkout_sessions.create', request)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as CheckoutSession
}

/** The message of a refusal without the id of the request. */
const wordsOf = (answer: Awaited<ReturnType<Ask>>) => {
  const { request_id: _, ...words } = expectRefusal(answer, 'resource_missing')
  return words
}

describe.each(rows)('%s', (name, row) => {
  const asked = (id: string, secret: string | null) =>
    ask(name, {
      key: null,
      accountId: null,
      path: row.path.replace('{id}', id),
      headers: secret === null ? {} : { 'x-client-secret': secret },
    })

  test('the operation accepts only the secret of its own page, and treats any other as missing', async () => {
    const [own, other] = [await createSession(), await createSession()]
    const stranger = await service.makeTenant()
    const foreign = await createSession({ key: stranger.privateKey, accountId: stranger.accountId })
    const intent = await ask('payment_intents.get', { path: `/payment_intents/${own.payment_intent_id}` })
    const ofIntent = (intent.body as { client_secret: string }).client_secret
    const secret = own.client_secret ?? ''
    const refused = [
      await asked(own.id, null),
      await asked(own.id, ''),
      await asked(own.id, `${secret}x`),
      await asked(own.id, secret.slice(0, -1)),
      await asked(own.id, other.client_secret ?? ''),
      await asked(own.id, service.privateKey),
      await asked(other.id, secret),
      await asked(foreign.id, secret),
      await asked('cs_none', 'cs_none_secret_none'),
      await asked(own.payment_intent_id, ofIntent),
    ]
    const [first, ...others] = refused.map(wordsOf)
    for (const one of others) expect(one).toEqual(first)
    expect(JSON.stringify(first)).not.toContain(own.id)
    const admitted = await asked(own.id, secret)
    if (admitted.status !== 200) expect(JSON.stringify(admitted.body)).not.toContain('x-client-secret')
    expect(admitted.headers.get('cache-control')).toBe('no-store')
  })

  test('the operation cannot be read from a page of another origin', async () => {
    const { id, client_secret } = await createSession()
    const origin = 'https://evil.example.com'
    const headers = { 'x-client-secret': client_secret ?? '', origin }
    const path = row.path.replace('{id}', id)
    const answer = await ask(name, { key: null, accountId: null, path, headers })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await fetch(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': row.method },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the secret of a checkout session', () => {
  test('the secret of a checkout session creates a token for its intent', async () => {
    const session = await createSession()
    const body = {
      client_secret: session.client_secret,
      payment_method_type: 'card',
      card: { number: '4242424242424242', exp_month: '12', exp_year: '2049' },
    }
    const answer = await ask('tokens.create', { key: service.publicKey, accountId: null, body })
    const method = answer.body as PaymentMethod
    expect(method).toMatchObject({
      checkout_session_id: session.id,
      payment_intent_id: session.payment_intent_id,
    })
    const path = `/payment_intents/${session.payment_intent_id}/payments`
    const paid = await ask('payments.create', { path, body: { payment_method_id: method.id } })
    expect(paid.body).toMatchObject({ status: 'captured' })
    expectRefusal(await ask('tokens.create', { key: service.publicKey, body }), 'state_conflict')
  })

  test('the secret of a checkout session and its link are hidden from a read-only key', async () => {
    const { id } = await createSession()
    const key = await service.makeKey('read_only')
    const read = await ask('checkout_sessions.get', { key, path: `/checkout_sessions/${id}` })
    expect(read.body).toMatchObject({ id, url: null, client_secret: null })
    const listed = await ask('checkout_sessions.list', { key })
    expect(JSON.stringify(listed.body)).not.toContain('_secret_')
  })

  test('wrong secrets are limited per address, and do not block a right one', async () => {
    const own = await startService()
    try {
      const asks = createAsk(own)
      const session = (await asks('checkout_sessions.create')).body as CheckoutSession
      const guess = { key: null, accountId: null, path: `/checkout_pages/${session.id}` }
      const statuses: number[] = []
      for (let tries = 0; tries < 90; tries += 1) {
        const headers = { 'x-client-secret': `${session.id}_secret_${tries}` }
        statuses.push((await asks('checkout_pages.get', { ...guess, headers })).status)
      }
      expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true)
      expect(statuses.at(-1)).toBe(429)
      const headers = { 'x-client-secret': session.client_secret ?? '' }
      expect((await asks('checkout_pages.get', { ...guess, headers })).status).toBe(200)
    } finally {
      await own.stop()
    }
  })
})

describe('the fields of a checkout session', () => {
  const url = (length: number) => `https://shop.example.com/${'a'.repeat(length - 25)}`
  test.each([
    ['success_url', url(501)],
    ['success_url', 'javascript:alert(1)'],
    ['cancel_url', 'data:text/html,hi'],
    ['cancel_url', '//shop.example.com'],
    ['cancel_url', 'https://shop.example.com/"><script>'],
    ['customer_email', `${'a'.repeat(250)}@example.com`],
    ['reference_id', 'a'.repeat(301)],
    ['surcharge.percent', { type: 'percentage', percent: 3.01 }],
    ['payment_intent_data.amount', { amount: -1 }],
    ['reference_id', '4242424242424242'],
    ['user_fields.note', { note: 'card 4242 4242 4242 4242' }],
    [
      'payment_intent_data.order_details.items.0.name',
      { amount: 1, order_details: { items: [{ name: '4242424242424242' }] } },
    ],
  ])('the field %s refuses an invalid value, and the error names the field', async (param, value) => {
    const field = param.split('.')[0] ?? ''
    const body = { payment_intent_data: { amount: 1000 }, [field]: value }
    const error = expectRefusal(await ask('checkout_sessions.create', { body }), 'parameter_invalid')
    expect(error.param).toBe(param)
  })

  test('the addresses of a checkout session may have 500 characters', async () => {
    const body = { payment_intent_data: { amount: 1000 }, success_url: url(500), cancel_url: url(500) }
    expect(await createSession({ body })).toMatchObject({ success_url: url(500) })
  })
})
