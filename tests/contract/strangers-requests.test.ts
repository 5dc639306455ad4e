import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { bodyLimitOf } from '../../src-shared/api/operation.ts'
import { operationFacts } from '../../src-shared/api/operation-facts.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type Answer, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: ReturnType<typeof createAsk>
beforeAll(async () => {
  await build({ names: ['web'], report: () => {} })
  service = await startService(fromRoot('dist', 'web'))
  ask = createAsk(service)
}, 120_000)
afterAll(() => service?.stop())

const send = async (path: string, init: RequestInit = {}, { url } = service): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const messageOf = async (path: string, init: RequestInit = {}, from = service) =>
  expectRefusal(await send(path, init, from), 'route_not_found').message

describe('a body with the same field twice', () => {
  test.each([
    ['{"amount":100,"amount":900}', 'amount'],
    ['{"amount" : 100, "amo\\u0075nt"\n:900}', 'amount'],
    ['{"amount":100,"description":"a: b","description":"c"}', 'description'],
    ['{"amount":100,"user_fields":{"a":"x","b":{"c":1,"c":2}}}', 'user_fields.b.c'],
    [
      '{"amount":100,"order_details":{"items":[{"name":"Tea"},{"name":"a","name":"\\""}]}}',
      'order_details.items.1.name',
    ],
    ['{"amount":100,"description":"\\\\","description":"\\\\\\""}', 'description'],
    ['{"amount":100,"user_fields":{"":1,"":2}}', 'user_fields.""'],
  ])('the body %s is refused, and the error names %s', async (body, param) => {
    const error = expectRefusal(await ask('payment_intents.create', { body }), 'parameter_invalid')
    expect(error.param).toBe(param)
    expect(error.message).toContain('twice')
  })

  test.each([
    '{"amount":100,"description":"\\"amount\\":1, {\\"amount\\":2}"}',
    '{"amount":100,"user_fields":{"amount":"a:b","a":"x::y","b":{"a":":"}}}',
    '{"amount":100,"order_details":{"items":[{"name":"a:"},{"name":"b:"}]}}',
    '{"amount":100,"description":"ends with a backslash: \\\\"}',
  ])('the body %s, in which no field is there twice, is accepted', async (body) => {
    expect((await ask('payment_intents.create', { body })).status).toBe(200)
  })

  test('a field that may be a card number is not repeated in the error', async () => {
    const answer = await ask('payment_intents.create', {
      body: '{"amount":1,"user_fields":{"4242424242424242":1,"4242424242424242":2}}',
    })
    expect(JSON.stringify(expectRefusal(answer, 'parameter_invalid'))).not.toContain('4242424242424242')
  })

  test('a very large body full of colons is answered', async () => {
    const body = JSON.stringify({ amount: 1, user_fields: { a: ':"\\'.repeat(190_000) } })
    expectRefusal(await ask('payment_intents.create', { body }), 'parameter_invalid')
  })
})

describe('a body with very many entries', () => {
  const many = 150_000
  test.each([
    ['payment_method_types', { payment_method_types: Array.from({ length: many }, () => 'x') }],
    [
      'user_fields',
      { user_fields: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 'x'])) },
    ],
    ['order_details.items.0', { order_details: { items: [Array.from({ length: many }, () => 1)] } }],
    ['body', Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 'x']))],
  ])('a body with very many entries in %s is refused before each is checked', async (param, fields) => {
    const answer = await ask('payment_intents.create', { body: { amount: 1, ...fields } })
    const error = expectRefusal(answer, 'parameter_invalid')
    expect(error.param).toBe(param)
    expect(error.message).toContain('at most 5000 entries')
  })

  test('as many entries as a large order has are accepted', async () => {
    const items = Array.from({ length: 3_000 }, () => ({ name: 'Tea' }))
    const body = { amount: 1, order_details: { items } }
    expect((await ask('payment_intents.create', { body })).status).toBe(200)
  })
})

describe('a body from somebody without a private key', () => {
  const filler = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes) })

  test.each(['tokens.create', 'tokens.options'] as const)(
    '%s takes 16 KiB with a public key',
    async (name) => {
      const sent = (body: string) => ask(name, { key: service.publicKey, body })
      expectRefusal(await sent(filler(16_400)), 'body_too_large')
      expectRefusal(await sent(filler(16_000)), 'parameter_missing')
    },
  )

  test.each([
    ['checkout_pages.collect', 16_384],
    ['checkout_pages.pay', 16_384],
    ['application_pages.save', 131_072],
    ['application_pages.submit', 16_384],
    ['contractor_application_pages.save', 131_072],
    ['contractor_application_pages.submit', 16_384],
  ] as const)('%s takes %d bytes with the secret of a link', (name, most) => {
    expect(bodyLimitOf(operationFacts[name])).toBe(most)
  })
})

describe('an unknown address', () => {
  test.each([
    ['POST', '/paymentIntents', 'POST /payment_intents'],
    ['POST', '/payment-intents', 'POST /payment_intents'],
    ['POST', '/payment_intent', 'POST /payment_intents'],
    ['POST', '/v1/payment_intents', 'POST /payment_intents'],
    ['GET', '/api/v2/payment_intents/pi_1?limit=3', 'GET /payment_intents/{id}'],
    ['GET', '/paymnet_intents', 'GET /payment_intents'],
    ['POST', '/payment_intents/pi_1/captures', 'POST /payment_intents/{id}/capture'],
    ['PUT', '/payment_intent/pi_1', 'PATCH /payment_intents/{id}'],
    ['POST', '/terminals/processor/authCard', 'POST /terminals/processor/auth_card'],
    ['POST', '/users/usr_1/login_url', 'POST /v1/users/{id}/login_url'],
    ['DELETE', '/webhook-endpoints/we_1', 'DELETE /webhook_endpoints/{id}'],
    ['POST', '/payments', 'POST /payment_intents/{id}/payments'],
    ['POST', '/v1/refunds', 'POST /payments/{id}/refunds'],
    ['GET', '/payments?limit=3', 'GET /payments/{id}'],
    ['GET', '/refunds', 'GET /refunds/{id}'],
  ])('%s %s is answered with the operation that was probably meant', async (method, path, meant) => {
    expect(await messageOf(path, { method })).toContain(` Did you mean ${meant}?`)
  })

  test('a filter of a list without filters is answered with the search', async () => {
    const error = expectRefusal(
      await ask('payment_intents.list', { query: '?status=captured' }),
      'parameter_unknown',
    )
    expect(error.message).toContain('To search, use POST /payment_intents/search.')
    const other = expectRefusal(
      await ask('customers.list', { query: '?status=captured' }),
      'parameter_unknown',
    )
    expect(other.message).not.toContain('To search')
  })

  test('the name of the only parameter is no word of the path', async () => {
    expect(await messageOf('/{id}')).not.toContain('Did you mean')
  })

  test.each([
    '/',
    '/nothing/like/it',
    '/etc/passwd',
    '/wp-admin/setup.php',
    `/${'a'.repeat(3_000)}`,
    '/..%2f..%2fetc',
  ])('%s is answered without a guess, if no operation is similar', async (path) => {
    expect(await messageOf(path)).not.toContain('Did you mean')
  })

  test('the body of a request to an unknown address is not read', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const body of ['{', JSON.stringify({ a: 'x'.repeat(2_000_000) })]) {
      const answer = await send('/nothing', { method: 'POST', headers, body })
      expectRefusal(answer, 'route_not_found')
    }
    const wrongMethod = await send('/health', { method: 'POST', headers, body: '{' })
    expectRefusal(wrongMethod, 'method_not_allowed')
  })
})

describe('the example of the SDK’s documentation', () => {
  const example = (init: RequestInit = {}) => send('/docs/sdk/example', { method: 'POST', ...init })
  const intents = async () => {
    const answer = await ask('payment_intents.list', { query: '?limit=50' })
    const { data } = answer.body as { data: readonly PaymentIntent[] }
    return data.filter(({ description }) => description === 'The example of /docs/sdk')
  }

  test('strangers who ask for the example at the same time share one intent', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => example()))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await intents()).toHaveLength(1)
  })

  test('what strangers send with it is short, or is not read', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ a: 'x'.repeat(2_000) })
    expectRefusal(await example({ headers, body }), 'body_too_large')
  })

  test('an address gets the example some hundred times at once, not more', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => example()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })
})

test('whoever has a public key, which is in every page, cannot use up the rate of its merchant', async () => {
  const limited = await startService(undefined, { rateLimit: 20 })
  onTestFinished(() => limited.stop())
  const asks = createAsk(limited)
  const guess = () =>
    asks('tokens.options', { key: limited.publicKey, body: { client_secret: 'pi_x_secret_y' } })
  const [flooded, sales] = await Promise.all([
    Promise.all(Array.from({ length: 150 }, guess)),
    Promise.all(Array.from({ length: 15 }, () => asks('payment_intents.create'))),
  ])
  expect(flooded.some(({ status }) => status === 429)).toBe(true)
  expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 200))
})

test('a header of the greatest length delays nobody, whatever it contains', async () => {
  const { hostname, port } = new URL(service.directUrl)
  /** Written as bytes: Node's own client would change some of them. */
  const post = (headers: Readonly<Record<string, string>>) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('data', (chunk) => {
        text += String(chunk)
        if (text.includes('\r\n\r\n')) socket.destroy()
      })
      socket.on('close', () => resolve(text.slice(0, 12)))
      socket.on('error', reject)
      const lines = Object.entries({ host: hostname, 'content-length': '2', ...headers }).map((pair) =>
        pair.join(': '),
      )
      const head = ['POST /terminals/activate HTTP/1.1', ...lines].join('\r\n')
      socket.write(Buffer.from(`${head}\r\n\r\n{}`, 'latin1'))
    })
  const type = { 'content-type': 'application/json' }
  await post(type)
  // White space that no HTTP parser removes.
  const spaces = '\u00a0'.repeat(15_000)
  for (const headers of [
    { ...type, 'content-encoding': `${spaces}x` },
    { 'content-type': `application/json;${spaces}x` },
    { ...type, 'accept-language': `${spaces}x` },
    { ...type, accept: `${spaces}x` },
    { ...type, forwarded: `;${spaces}for` },
    { ...type, cookie: `a;${spaces}x` },
  ]) {
    const begin = process.cpuUsage()
    const answers = await Promise.all([post(headers), post(headers), post(headers), post(headers)])
    expect(new Set(answers.map((answer) => answer.slice(9, 10)))).toEqual(new Set(['4']))
    // The quadratic pattern took 1,000 times as long as the plain request, and four seconds for four.
    expect(process.cpuUsage(begin).user / 1000, Object.keys(headers).join()).toBeLessThan(2_500)
  }
})

test('a client that names another host gets no address of that host', async () => {
  const { hostname, port } = new URL(service.directUrl)
  const get = (path: string, headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      httpRequest({ hostname, port, path, headers }, (response) => {
        let text = JSON.stringify(response.headers)
        response.on('data', (chunk) => {
          text += String(chunk)
        })
        response.on('end', () => resolve(text))
      })
        .on('error', reject)
        .end()
    })
  const evil = {
    host: 'evil.example.com',
    'x-forwarded-host': 'evil.example.com',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example.com',
    'x-original-url': '/evil.example.com',
  }
  for (const path of [
    '/docs',
    '/openapi.json',
    '/portal',
    '/portal/',
    '/checkout/cs_1',
    '/docs/sdk',
    '/nothing',
    '/docs/errors',
  ])
    expect(await get(path, evil), path).not.toMatch(/evil\.example|gopher/)
})
