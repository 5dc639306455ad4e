import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorEnvelopeSchema } from '../../src-shared/api/errors.ts'
import { bodyLimitOf, type Operation } from '../../src-shared/api/operation.ts'
import { operations } from '../../src-shared/api/operations.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { names, namesWithBody, samplePath } from './support/samples.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(`${service.url}${path}`, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe.each(namesWithBody)('%s refuses', (name) => {
  test.each(['{', '{"amount":1', "{'amount':1}", '{"amount":01}', 'amount=1', '[', '\u0000', '{"a":NaN}'])(
    'the operation refuses a body of %j, which is not JSON',
    async (body) => {
      expectRefusal(await ask(name, { body }), 'json_invalid')
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('the operation refuses a body of the type %s', async (type) => {
    expectRefusal(await ask(name, { headers: { 'content-type': type } }), 'content_type_unsupported')
  })

  test('the operation refuses a body above its size limit', async () => {
    const body = JSON.stringify({ filler: 'x'.repeat(bodyLimitOf(operations[name]) + 1) })
    expectRefusal(await ask(name, { body }), 'body_too_large')
  })

  test('the operation refuses a body that is nested too deeply', async () => {
    const levels = Math.min(50_000, bodyLimitOf(operations[name]) / 8)
    const body = `{"user_fields":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`
    expectRefusal(await ask(name, { body }), 'json_invalid')
  })
})

const withoutBody = names.filter((name) => {
  const { body, method }: Operation = operations[name]
  return body === undefined && method !== 'GET'
})

const sentWithoutNeed = (name: (typeof withoutBody)[number], body: string) => {
  const { path, method }: Operation = operations[name]
  const headers = {
    'x-api-key': service.privateKey,
    'x-account-id': service.accountId,
    'content-type': 'application/json',
  }
  return send(samplePath(path), { method, headers, body })
}

// Authentication comes first: an operation that needs a page or a sign-in is refused before its body is read.
const withKey = withoutBody.filter((name) => {
  const { access }: Operation = operations[name]
  return access !== 'client_secret' && access !== 'session'
})

describe.each(withKey)('%s, which takes no body, refuses', (name) => {
  test('an unknown field, naming it', async () => {
    const sent = await sentWithoutNeed(name, '{"amount":1}')
    expect(expectRefusal(sent, 'parameter_unknown').param).toBe('amount')
    const long = await sentWithoutNeed(name, JSON.stringify({ ['long'.repeat(1_000)]: 1 }))
    expect(expectRefusal(long, 'parameter_unknown').param?.length).toBeLessThan(120)
  })

  test('a body that is not an object', async () => {
    for (const body of ['[1]', 'null']) {
      expect(expectRefusal(await sentWithoutNeed(name, body), 'parameter_invalid').param).toBe('body')
    }
  })
})

test.each(withoutBody)('%s accepts an empty object like no body', async (name) => {
  const { body } = await sentWithoutNeed(name, '{}')
  expect(JSON.stringify(body)).not.toMatch(/parameter_unknown|"param":"body"/)
})

describe('bodies', () => {
  test.each(['__proto__', '\\u0061', '\\u0000'])(
    'a body that is nested too deeply, and contains %s, is refused for its depth',
    async (name) => {
      const levels = 200_000
      const body = `${'['.repeat(levels)}{"${name}":1}${']'.repeat(levels)}`
      expectRefusal(await ask('payment_intents.create', { body }), 'json_invalid')
    },
  )

  test.each([
    ['{"amount":1,"user_fields":{"orders":[1,12345678901234567890]}}', 'user_fields.orders.1'],
    ['{"amount":1,"user_fields":{"id":-9007199254740993}}', 'user_fields.id'],
    ['{"amount":1,"order_details":{"weight":1e400}}', 'order_details.weight'],
    ['{"amount":4503599627370497.5}', 'amount'],
  ])('a number that would come back as another one is refused: %s', async (body, param) => {
    expect(expectRefusal(await ask('payment_intents.create', { body }), 'parameter_invalid').param).toBe(
      param,
    )
  })

  test('numbers that are kept exactly, and digits in text, are not refused', async () => {
    const fields =
      '{"a":9007199254740992,"b":100000000000000000000,"c":1e300,"d":0.1,"e":"12345678901234567891"}'
    const answer = await ask('payment_intents.create', { body: `{"amount":1,"user_fields":${fields}}` })
    expect((answer.body as { user_fields: unknown }).user_fields).toEqual(JSON.parse(fields))
  })

  test.each(['/user_sessions', '/terminals/activate', '/terminals/activate/begin'])(
    'what unauthenticated clients send to %s is short, or is not read',
    async (path) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ filler: 'x'.repeat(16_384) })
      const answer = await send(path, { method: 'POST', headers, body })
      expectRefusal(answer, 'body_too_large')
      expect(answer.body).toMatchObject({
        error: { message: 'The body is larger than 16 KiB. Send a smaller body.' },
      })
    },
  )

  test('a body without required fields may be omitted, like an empty object', async () => {
    const { body } = await ask('payment_intents.create')
    const { id } = body as { id: string }
    const answer = await send(`/payment_intents/${id}/cancel`, {
      method: 'POST',
      headers: { 'x-api-key': service.privateKey, 'x-account-id': service.accountId },
    })
    expect(answer.status).toBe(200)
  })

  test('a body may name its charset', async () => {
    const answer = await ask('payment_intents.create', {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(answer.status).toBe(200)
  })

  test('a body may be as large as 1 MiB', async () => {
    const body = `{"amount":1}${' '.repeat(1_048_000)}`
    expect((await ask('payment_intents.create', { body })).status).toBe(200)
  })
})

describe('routes', () => {
  test.each(['/', '/payment_intent', '/payment_intents/a/b/c', '/..%2f..%2fetc', '/%00', '/%zz'])(
    'an unknown address is answered with 404: %s',
    async (path) => {
      expectRefusal(await send(path), 'route_not_found')
    },
  )

  test.each([
    ['en-US', 'There is no page at this address'],
    ['es-MX', 'No hay ninguna página en esta dirección'],
    ['fr-CA', 'Il n’y a pas de page à cette adresse'],
  ])('a person with a browser in %s gets a page about an unknown address', async (language, title) => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const headers = { accept, 'accept-language': language }
    for (const path of ['/', '/chekout/cs_1', '/receipts/cut-off', '/%zz']) {
      const response = await fetch(`${service.url}${path}`, { headers })
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      const page = await response.text()
      expect(page).toContain(`<h1>${title}</h1>`)
      expect(page).toContain('href="/docs"')
      expect(page).not.toContain(path === '/' ? 'request_id' : path)
    }
    const posted = await fetch(`${service.url}/chekout/cs_1`, { method: 'POST', headers })
    expect(posted.headers.get('content-type')).toContain('application/json')
  })

  test.each(names)('the operation %s does not exist with another method', async (name) => {
    const operation: Operation = operations[name]
    // Another row may have this path too, or a path with a parameter that matches it (/payment_intents/{id} and
    // …/search).
    const fits = ({ path }: Operation) =>
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(samplePath(operation.path))
    const taken = Object.values(operations as Readonly<Record<string, Operation>>)
      .filter(fits)
      .map((other) => other.method)
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !taken.includes(method),
    )
    for (const method of others) {
      const answer = await send(samplePath(operation.path), {
        method,
        headers: { 'x-api-key': service.privateKey },
      })
      expectRefusal(answer, 'method_not_allowed')
    }
  })

  test('the service reports its health without authentication', async () => {
    expect((await send('/health')).body).toEqual({ status: 'ok' })
  })
})

describe('every answer', () => {
  test('every answer has its own id', async () => {
    const [one, other] = [await ask('payment_intents.list'), await ask('payment_intents.list')]
    expect(one.headers.get('x-request-id')).toMatch(/^req_\w+$/)
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'))
  })

  test('every answer has the id that the client sent, if it is valid', async () => {
    const sane = await ask('payment_intents.list', { headers: { 'x-request-id': 'till-4.sale_17' } })
    expect(sane.headers.get('x-request-id')).toBe('till-4.sale_17')
    const long = await ask('payment_intents.list', { headers: { 'x-request-id': 'x'.repeat(101) } })
    expect(long.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('no answer may be cached', async () => {
    expect((await ask('payment_intents.list')).headers.get('cache-control')).toBe('no-store')
    expect((await send('/nowhere')).headers.get('cache-control')).toBe('no-store')
  })

  test('an error is an RFC 9457 problem when the client asks for that', async () => {
    const { status, headers, body } = await ask('payment_intents.create', {
      body: { amount: -1 },
      headers: { accept: 'application/problem+json' },
    })
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      type: '/docs/errors#parameter_invalid',
      title: 'parameter invalid',
      status: 400,
      detail: 'amount must be a number of at least 0, but is -1.',
      code: 'parameter_invalid',
      param: 'amount',
      request_id: headers.get('x-request-id'),
    })
  })

  /** Returns all that the service answers on one connection. */
  const answerTo = (sent: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(service.directUrl)
      let text = ''
      const socket = connect(Number(port), hostname, () => socket.write(sent))
      socket.on('data', (chunk) => {
        text += String(chunk)
      })
      socket.on('close', () => resolve(text))
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET') reject(error)
      })
    })
  const headOf = (body: string) =>
    [
      'POST /payment_intents HTTP/1.1',
      'host: localhost',
      `x-api-key: ${service.privateKey}`,
      `x-account-id: ${service.accountId}`,
      'content-type: application/json',
      `${body}\r\n\r\n`,
    ].join('\r\n')

  test.each([
    ['a request that is not HTTP', () => 'NONSENSE\r\n\r\n'],
    ['a body that is not', () => `${headOf('transfer-encoding: chunked')}NONSENSE\r\n`],
  ])('an error has the usual envelope even for %s', async (_, sent) => {
    const answered = await answerTo(sent())
    expect(answered).toMatch(/^HTTP\/1\.1 400 /)
    const envelope = errorEnvelopeSchema.parse(JSON.parse(answered.split('\r\n\r\n')[1] ?? ''))
    expect(envelope.error.code).toBe('parameter_invalid')
  })

  test('what follows a request is not refused in its place: it is carried out', async () => {
    const reference_id = 'followed by nonsense'
    const body = JSON.stringify({ amount: 1234, reference_id })
    const head = headOf(`content-length: ${Buffer.byteLength(body)}`)
    expect(await answerTo(`${head}${body}NONSENSE\r\n\r\n`)).toBe('')
    await expect
      .poll(async () => (await ask('payment_intents.search', { body: { reference_id } })).body)
      .toMatchObject({ data: [{ amount: 1234 }] })
  })

  test('the answer to an internal error discloses nothing of it', async () => {
    const { hostname, port } = new URL(service.url)
    await service.services.store.commit({
      writes: [
        {
          op: 'insert',
          kind: 'payment_intent',
          // A document that violates the contract, as a bug could have written it.
          row: {
            account_id: service.accountId,
            id: 'pi_broken',
            version: 1,
            created_at: 1,
            updated_at: 1,
            document: {
              status: 'created',
              amount: 1,
              settlement_status: 'unsettled',
              secret: 'inner-detail',
            },
          },
        },
      ],
    })
    const answer = await new Promise<Answer>((resolve, reject) => {
      const path = '/payment_intents/pi_broken'
      const headers = { 'x-api-key': service.privateKey, 'x-account-id': service.accountId }
      httpRequest({ hostname, port, path, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += String(chunk)
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers({ 'x-request-id': String(response.headers['x-request-id']) }),
            body: JSON.parse(text),
          }),
        )
      })
        .on('error', reject)
        .end()
    })
    expectRefusal(answer, 'internal')
    expect(JSON.stringify(answer.body)).not.toMatch(/inner-detail|contract|stack|at /i)
  })
})
