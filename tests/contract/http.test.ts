import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '../../src-shared/api/errors.ts'
import { type OperationName, operationEntries } from '../../src-shared/api/operations.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { samplePath } from './support/samples.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const send = (path: string, init: RequestInit & { readonly duplex?: 'half' } = {}) =>
  fetch(`${service.directUrl}${path}`, {
    ...init,
    headers: {
      'x-api-key': service.privateKey,
      'x-account-id': service.accountId,
      ...(init.headers as Readonly<Record<string, string>>),
    },
  })

const refusalOf = async (response: Response, code: Parameters<typeof expectRefusal>[1]) =>
  expectRefusal({ status: response.status, headers: response.headers, body: await response.json() }, code)

const gets = operationEntries.filter(([, row]) => row.method === 'GET')

describe('an invalid id', () => {
  test.each([65, 200, 201, 5_000])(
    'is refused in the same way for every length: %s characters',
    async (length) => {
      const path = `/payment_intents/pi_${'x'.repeat(length - 3)}`
      const answer = await send(path)
      expect(await refusalOf(answer, 'parameter_invalid')).toMatchObject({ param: 'id' })
      const problem = await send(path, { headers: { accept: 'application/problem+json' } })
      expect(problem.headers.get('content-type')).toContain('application/problem+json')
      expect((await send(path, { method: 'PUT' })).status).toBe(405)
      expect((await send(path, { headers: { 'x-api-key': '' } })).status).toBe(401)
    },
  )
})

/** RFC 9110, as far as clients and proxies rely on it. */
describe('HEAD', () => {
  test.each(gets.filter(([, row]) => row.stream !== true))(
    'HEAD of %s returns the same as GET, without a body',
    async (_, row) => {
      const path = samplePath(row.path)
      const [head, get] = [await send(path, { method: 'HEAD' }), await send(path)]
      expect(head.status).toBe(get.status)
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
      expect(await head.text()).toBe('')
    },
  )

  test('HEAD of a stream is not supported, since it would open the stream', async () => {
    const head = await send('/terminals/processor/events?hsn=VT-1', { method: 'HEAD' })
    expect(head.status).toBe(405)
    expect(head.headers.get('allow')).toBe('GET')
  })
})

describe('an existing address', () => {
  test('an existing address answers other methods with 405, and lists its own', async () => {
    const answer = await send('/payment_intents', { method: 'DELETE' })
    await refusalOf(answer.clone(), 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    const health = await send('/health', { method: 'POST' })
    expect(health.headers.get('allow')).toBe('GET, HEAD')
  })

  test('an existing address answers OPTIONS with its methods', async () => {
    const answer = await send('/fees/fee_1', { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  test('an existing address answers the same with a trailing slash, including for the same idempotency key', async () => {
    const create = (path: string) =>
      send(path, {
        method: 'POST',
        body: '{"amount":4321}',
        headers: { 'content-type': 'application/json', 'x-idempotency-key': 'slash-at-the-end' },
      })
    const first = (await (await create('/payment_intents')).json()) as { readonly id: string }
    const again = await create('/payment_intents/')
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.json()).toMatchObject({ id: first.id })
    expect(await (await send(`/payment_intents/${first.id}/`)).json()).toMatchObject({ id: first.id })
  })

  test('an existing address written in another way is the same one, including for the same idempotency key', async () => {
    const { id } = (await ask('payment_intents.create')).body as { readonly id: string }
    const cancel = (path: string) =>
      send(path, { method: 'POST', headers: { 'x-idempotency-key': 'escaped-address' } })
    expect((await cancel(`/payment_intents/${id}/cancel`)).status).toBe(200)
    const escaped = id.replace('_', '%5F')
    for (const path of [`/payment_intents/${escaped}/cancel`, `/payment%5fintents/${id}/%63ancel`]) {
      const again = await cancel(path)
      expect(again.headers.get('idempotency-replayed'), path).toBe('true')
    }
  })
})

describe('an answer to GET', () => {
  test('an answer to GET has an ETag, and is not sent again while it is unchanged', async () => {
    const { id } = (await ask('payment_intents.create')).body as { readonly id: string }
    const first = await send(`/payment_intents/${id}`)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await send(`/payment_intents/${id}`, { headers: { 'if-none-match': known } })
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(etag)
      expect(await again.text()).toBe('')
    }
    await ask('payment_intents.cancel', { path: `/payment_intents/${id}/cancel` })
    const changed = await send(`/payment_intents/${id}`, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  test('an answer to GET is not compressed, since it may contain a secret; the reference is compressed', async () => {
    const headers = { 'accept-encoding': 'gzip, br' }
    expect((await send('/payment_intents', { headers })).headers.get('content-encoding')).toBeNull()
    for (const path of ['/openapi.json', '/docs', '/docs/errors']) {
      const answer = await send(path, { headers })
      expect(answer.headers.get('content-encoding'), path).toBe('gzip')
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      expect((await answer.text()).length).toBeGreaterThan(1000)
      const plain = await send(path, { headers: { 'accept-encoding': 'gzip;q=0' } })
      expect(plain.headers.get('content-encoding'), path).toBeNull()
      const etag = answer.headers.get('etag') ?? ''
      expect((await send(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    }
  })
})

describe('a body', () => {
  const post = (body: BodyInit, headers: Readonly<Record<string, string>>) =>
    send('/payment_intents', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity'])(
    'a body that is sent as %s is refused',
    async (encoding) => {
      const answer = await post(gzipSync('{"amount":1}'), { 'content-encoding': encoding })
      expect(answer.headers.get('accept-encoding')).toBe('identity')
      expect((await refusalOf(answer, 'content_type_unsupported')).param).toBe('content-encoding')
    },
  )

  test.each(['iso-8859-1', 'utf-16', '"windows-1252"'])(
    'a body in the charset %s is refused',
    async (charset) => {
      const answer = await post('{"amount":1}', { 'content-type': `application/json; charset=${charset}` })
      expect((await refusalOf(answer, 'content_type_unsupported')).param).toBe('content-type')
    },
  )

  test.each(['utf-8', 'UTF-8', '"utf-8"', 'us-ascii'])(
    'a body in the charset %s is read',
    async (charset) => {
      const answer = await post('{"amount":1}', { 'content-type': `application/json; charset=${charset}` })
      expect(answer.status).toBe(200)
    },
  )

  test('a body that is not UTF-8 is refused instead of being read with wrong characters', async () => {
    const latin1 = Buffer.from('{"amount":1,"description":"Caf\u00e9"}', 'latin1')
    const error = await refusalOf(await post(latin1, {}), 'json_invalid')
    expect(error.message).toContain('UTF-8')
  })

  test.each([
    ['U+0000', '"a\\u0000b"'],
    ['half of a surrogate pair', '"a\\ud800b"'],
  ])('a body with %s in a text is refused, and the error names the field', async (_, text) => {
    const answer = await post(`{"amount":1,"user_fields":{"note":{"inner":${text}}}}`, {})
    expect((await refusalOf(answer, 'parameter_invalid')).param).toBe('user_fields.note.inner')
  })

  test('a body with a complete surrogate pair in a text is accepted', async () => {
    const answer = await post('{"amount":1,"description":"\\ud83d\\ude00"}', {})
    expect(await answer.json()).toMatchObject({ description: '\u{1f600}' })
  })
})

describe('an error', () => {
  test.each([
    ['api_key_missing', null],
    ['api_key_invalid', 'sk_nobody'],
  ] as const)('an error %s names the authentication method', async (code, key) => {
    const answer = await ask('payment_intents.list', { key })
    expectRefusal(answer, code)
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="Countertop", header="x-api-key"')
  })

  // The address of this page is the type of a problem (bad-requests.test.ts).
  test('the page on errors explains every code', async () => {
    const page = await (await send('/docs/errors')).text()
    for (const code of errorCodes) expect(page).toContain(`id="${code}"`)
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=|src=|https?:/i)
  })
})

describe('a database that is overloaded', () => {
  test('when the database is overloaded, requests that write are refused before anything is done', async () => {
    const { store } = service.services
    const { waiting } = store
    const create = (reference_id: string) =>
      ask('payment_intents.create', { body: { amount: 500, reference_id } })
    const found = async () => {
      const { body } = await ask('payment_intents.list')
      return (body as { readonly data: readonly { readonly reference_id: string }[] }).data.map(
        ({ reference_id }) => reference_id,
      )
    }
    Object.assign(store, { waiting: () => 5_000 })
    try {
      const refused = await create('too-much')
      expectRefusal(refused, 'overloaded')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      const health = await send('/health')
      expect([health.status, await health.json()]).toEqual([503, { status: 'overloaded' }])
      // A prompt can still be stopped: that stores nothing, and ends a sale that could not be stored.
      const stopped = await ask('terminals.cancel', { body: { hsn: 'VT-0' } })
      expect(stopped.status).not.toBe(503)
      // Reads are still answered.
      expect(await found()).not.toContain('too-much')
    } finally {
      Object.assign(store, { waiting })
    }
    expect((await send('/health')).status).toBe(200)
    expect((await create('in-time')).status).toBe(200)
    expect(await found()).toContain('in-time')
  })
})

describe('every answer', () => {
  test.each([
    ['payment_intents.list', '1.4.0'],
    ['terminals.ping', '1.0.1'],
  ] as const)('the answer of %s names the version of its reference', async (name: OperationName, version) => {
    expect((await ask(name)).headers.get('api-version')).toBe(version)
    expect((await ask(name, { key: null })).headers.get('api-version')).toBe(version)
  })
})
