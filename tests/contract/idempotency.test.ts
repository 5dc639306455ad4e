import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src-service/http/idempotency-header.ts'
import { takesIdempotencyKey } from '../../src-shared/api/operation.ts'
import { operations } from '../../src-shared/api/operations.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { card, createReceiptHarness } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { names } from './support/samples.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

let count = 0
const freshKey = () => {
  count += 1
  return { 'x-idempotency-key': `idempotency-${count}` }
}
const create = (headers: Record<string, string>, body: object = { amount: 1234 }) =>
  ask('payment_intents.create', { headers, body })
/** Sends each key as a header of its own; fetch would join them. */
const createWithKeys = (keys: readonly string[], body: object) =>
  new Promise<Answer>((resolve, reject) => {
    const headers = {
      'x-api-key': service.privateKey,
      'x-account-id': service.accountId,
      'content-type': 'application/json',
      'x-idempotency-key': [...keys],
    }
    httpRequest(`${service.directUrl}/payment_intents`, { method: 'POST', headers }, (response) => {
      const status = response.statusCode ?? 0
      const headers = new Headers({ 'x-request-id': String(response.headers['x-request-id']) })
      text(response)
        .then((sent) => resolve({ status, headers, body: JSON.parse(sent) }))
        .catch(reject)
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
const intentOf = (answer: Answer) => answer.body as PaymentIntent
const tenantId = async () => (await service.services.accounts.account(service.accountId))?.document.tenant_id
const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed')

/** Section 8. */
describe('an idempotency key', () => {
  test('an idempotency key saves the first success: a repeat gets the same answer, and nothing is done twice', async () => {
    const headers = freshKey()
    const [first, again] = [await create(headers), await create(headers)]
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect([replayed(first), replayed(again)]).toEqual([null, 'true'])
  })

  test('an idempotency key ignores the order of the fields', async () => {
    const headers = freshKey()
    const one = await create(headers, { amount: 1, description: 'x', user_fields: { a: 1, b: 2 } })
    const two = await create(headers, { user_fields: { b: 2, a: 1 }, description: 'x', amount: 1 })
    expect(intentOf(two).id).toBe(intentOf(one).id)
  })

  test('an idempotency key in the header idempotency-key is refused: it would protect nothing', async () => {
    const error = expectRefusal(
      await create({ 'idempotency-key': 'idempotency-wrong-header' }),
      'parameter_unknown',
    )
    expect(error.param).toBe('idempotency-key')
    expect(error.message).toBe(
      'idempotency-key is not read, and nothing was done. Send the key in the header x-idempotency-key.',
    )
    const both = await create({ ...freshKey(), 'idempotency-key': 'of-a-proxy-in-between' })
    expect(both.status).toBe(200)
  })

  test('two idempotency keys in one request are refused: a repeat might carry only one of them', async () => {
    const reference_id = 'two keys in one request'
    for (const keys of [
      ['key-of-the-shop-1', 'key-of-a-library-1'],
      ['key-of-the-shop-2', 'key-of-the-shop-2'],
    ]) {
      const error = expectRefusal(
        await createWithKeys(keys, { amount: 1234, reference_id }),
        'parameter_invalid',
      )
      expect(error.param).toBe('x-idempotency-key')
      expect(error.message).toBe(
        'x-idempotency-key was sent 2 times, and it is unclear which one a repeat would have. Send it once.',
      )
    }
    const found = await ask('payment_intents.search', { body: { reference_id } })
    expect(found.body).toMatchObject({ data: [] })
    const comma = ['one key, with a comma']
    expect((await createWithKeys(comma, { amount: 1234 })).status).toBe(200)
  })

  test('an idempotency key is refused with another body', async () => {
    const headers = freshKey()
    await create(headers)
    expectRefusal(await create(headers, { amount: 1235 }), 'idempotency_key_reused')
  })

  test('an idempotency key lets exactly one of many simultaneous requests do the work', async () => {
    const headers = freshKey()
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(headers)))
    expect(new Set(answers.map((answer) => intentOf(answer).id)).size).toBe(1)
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1)
  })

  test('an idempotency key belongs to one operation, one path, one account', async () => {
    const headers = freshKey()
    const { id } = intentOf(await create(headers))
    const cancelled = await ask('payment_intents.cancel', { path: `/payment_intents/${id}/cancel`, headers })
    expect(intentOf(cancelled).status).toBe('cancelled')
    const other = await service.makeTenant()
    const theirs = await ask('payment_intents.create', {
      key: other.privateKey,
      accountId: other.accountId,
      headers,
    })
    expect(intentOf(theirs).id).not.toBe(id)
  })

  test('an idempotency key answers a repeat even when the first request changed the state that it would find', async () => {
    const { id } = intentOf(await create({}))
    const request = { path: `/payment_intents/${id}/cancel`, headers: freshKey() }
    const first = await ask('payment_intents.cancel', request)
    const again = await ask('payment_intents.cancel', request)
    expect(again.body).toEqual(first.body)
    expect(replayed(again)).toBe('true')
    expectRefusal(await ask('payment_intents.cancel', { ...request, headers: freshKey() }), 'state_conflict')
  })

  test('an idempotency key is not used up by a refusal', async () => {
    const headers = freshKey()
    expectRefusal(await create(headers, { amount: -1 }), 'parameter_invalid')
    expect((await create(headers)).status).toBe(200)
  })

  test('an idempotency key is valid for one hour', async () => {
    const headers = freshKey()
    const first = intentOf(await create(headers)).id
    await ask('sandbox.clock.advance', { body: { seconds: 3590 } })
    expect(intentOf(await create(headers)).id).toBe(first)
    await ask('sandbox.clock.advance', { body: { seconds: 11 } })
    expect(intentOf(await create(headers)).id).not.toBe(first)
  })

  const changing = names.filter((name) => takesIdempotencyKey(operations[name]))
  test.each(changing)('an idempotency key of less than 10 characters is refused by %s', async (name) => {
    for (const key of ['', 'x', '123456789']) {
      const error = expectRefusal(
        await ask(name, { headers: { 'x-idempotency-key': key } }),
        'idempotency_key_too_short',
      )
      expect(error.param).toBe('x-idempotency-key')
    }
    expectRefusal(await ask(name, { headers: { 'x-idempotency-key': 'x'.repeat(256) } }), 'parameter_invalid')
  })

  test('an idempotency key prevents a receipt from being mailed twice', async () => {
    const harness = createReceiptHarness(ask)
    const { id } = await harness.pay()
    const before = (await harness.outbox()).length
    const request = {
      path: `/payment_intents/${id}/receipt`,
      headers: freshKey(),
      body: { email_override: 'ana@example.com' },
    }
    const first = await ask('payment_intents.send_receipt', request)
    const again = await ask('payment_intents.send_receipt', request)
    expect([first.status, replayed(first), again.status, replayed(again)]).toEqual([200, null, 200, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await harness.outbox()).toHaveLength(before + 1)
    expectRefusal(
      await ask('payment_intents.send_receipt', { ...request, body: { email_override: 'bob@example.com' } }),
      'idempotency_key_reused',
    )
  })

  test('an idempotency key lets exactly one of many simultaneous receipts be mailed', async () => {
    const harness = createReceiptHarness(ask)
    const { id } = await harness.pay()
    const before = (await harness.outbox()).length
    const request = {
      path: `/payment_intents/${id}/receipt`,
      headers: freshKey(),
      body: { email_override: 'ana@example.com' },
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask('payment_intents.send_receipt', request)),
    )
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefusal(answer, 'idempotency_in_progress')
    }
    expect(await harness.outbox()).toHaveLength(before + 1)
  })

  test('an idempotency key returns the same new API key again, which the database stores only encrypted', async () => {
    const request = { headers: freshKey(), body: { level: 'read_only', name: 'Made once' } }
    const [first, again] = [await ask('api_keys.create', request), await ask('api_keys.create', request)]
    expect(again.body).toEqual(first.body)
    expect(replayed(again)).toBe('true')
    const { key: secret } = first.body as { key: string }
    const listed = (await ask('api_keys.list')).body as { data: readonly { name: string }[] }
    expect(listed.data.filter(({ name }) => name === 'Made once')).toHaveLength(1)
    const record = await service.services.store.idempotencyRecord(
      `${await tenantId()} tenant_admin//// POST /api_keys ${request.headers['x-idempotency-key']}`,
    )
    expect(record?.answer?.status).toBe(200)
    expect(JSON.stringify(record)).not.toContain(secret)
  })

  test('an idempotency key makes one payment method of a card sent twice, and stores no guessable hash of its number', async () => {
    const { client_secret } = intentOf(await create({}))
    const request = { key: service.publicKey, headers: freshKey(), body: { client_secret, ...card } }
    const [first, again] = [await ask('tokens.create', request), await ask('tokens.create', request)]
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    const record = await service.services.store.idempotencyRecord(
      `${await tenantId()} ${service.accountId} POST /tokens ${request.headers['x-idempotency-key']}`,
    )
    const guess = createHash('sha256').update(canonicalJson(request.body))
    expect(record).not.toBeNull()
    expect([guess.copy().digest('base64url'), guess.digest('hex')]).not.toContain(record?.fingerprint)
  })

  test('an idempotency key advances the clock of the sandbox once', async () => {
    const request = { headers: freshKey(), body: { seconds: 60 } }
    const before = service.services.clock.now()
    const [first, again] = [
      await ask('sandbox.clock.advance', request),
      await ask('sandbox.clock.advance', request),
    ]
    expect(again.body).toEqual(first.body)
    expect(service.services.clock.now() - before).toBeLessThan(120_000)
  })

  test('an idempotency key repeats the answer to a PATCH that a later one has overwritten', async () => {
    const customer = (await ask('customers.create', { body: { name: 'Ana' } })).body as { id: string }
    const patch = (name: string, headers: Record<string, string>) =>
      ask('customers.update', { path: `/customers/${customer.id}`, headers, body: { name } })
    const headers = freshKey()
    const first = await patch('Anna', headers)
    await patch('Hannah', freshKey())
    expect((await patch('Anna', headers)).body).toEqual(first.body)
    const now = await ask('customers.get', { path: `/customers/${customer.id}` })
    expect(now.body).toMatchObject({ name: 'Hannah' })
  })

  test('an idempotency key is ignored by operations that change nothing', async () => {
    expect((await ask('payment_intents.list', { headers: { 'x-idempotency-key': 'x' } })).status).toBe(200)
  })
})
