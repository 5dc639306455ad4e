import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationName, operations } from '../../src-shared/api/operations.ts'
import { createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { namesWithBody, sampleBodies } from './support/samples.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const number = '5555 5555 5555 4444'
const track = ';4111111111111111=30121010000000000?'

/** Free text fields, where an operation has them. */
const freeTexts = [
  'description',
  'statement_descriptor',
  'name',
  'text',
  'prompt',
  'title',
  'evidence',
] as const

function freeTextsOf(name: OperationName): readonly string[] {
  const { body } = operations[name] as {
    readonly body?: { readonly shape: Readonly<Record<string, unknown>> }
  }
  return freeTexts.filter((field) => body !== undefined && field in body.shape)
}

describe('card data in a text', () => {
  const places = namesWithBody
    .filter((name) => !name.startsWith('sandbox.'))
    .flatMap((name) => freeTextsOf(name).map((field) => [name, field] as const))

  test.each(places)('card data are refused by %s in %s', async (name, field) => {
    const ask = createAsk(service)
    for (const text of [number, track, number.replaceAll(' ', '')]) {
      const answer = await ask(name, { body: { ...sampleBodies[name], [field]: text } })
      const error = expectRefusal(answer, ['parameter_invalid', 'terminal_parameter_invalid'])
      expect(error.param).toBe(field)
      expect(JSON.stringify(error)).not.toContain('5555')
    }
  })

  test('card data are refused in free fields of the client, as values, numbers and names', async () => {
    const ask = createAsk(service)
    for (const [user_fields, param] of [
      [{ note: ['x', `paid with ${number}`] }, 'user_fields.note.1'],
      [{ order: 5555555555554444 }, 'user_fields.order'],
      [{ [number]: 'x' }, 'user_fields'],
    ] as const) {
      const answer = await ask('payment_intents.create', { body: { amount: 1234, user_fields } })
      expect(expectRefusal(answer, 'parameter_invalid').param).toBe(param)
    }
  })

  test('card data are refused as an idempotency key', async () => {
    const headers = { 'x-idempotency-key': '5555555555554444' }
    const answer = await createAsk(service)('payment_intents.create', { headers })
    expect(expectRefusal(answer, 'parameter_invalid').param).toBe('x-idempotency-key')
  })

  test.each([
    ['as an id', '/payment_intents/5555555555554444', {}],
    ['as a cursor', '/payment_intents?starting_after=5555555555554444', {}],
    ['as a filter', '/customers?email=5555-5555-5555-4444', {}],
    ['as the name of a query parameter', '/payment_intents?5555555555554444=1', {}],
    ['as a contractor id', '/transactions', { 'x-contractor-id': '5555555555554444' }],
    ['as an account id', '/payment_intents', { 'x-account-id': '5555555555554444' }],
    ['in an unknown path', '/cards/5555555555554444', {}],
    ['as a request id', '/payment_intents/pi_none', { 'x-request-id': '5555555555554444' }],
  ])('card data %s are not repeated in the error', async (_, path, more) => {
    const headers = { 'x-api-key': service.privateKey, 'x-account-id': service.accountId, ...more }
    const answer = await fetch(`${service.directUrl}${path}`, { headers })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const shown = [await answer.text(), JSON.stringify([...answer.headers])].join()
    expect(shown.replace(/\D/g, '')).not.toContain('5555555555554444')
  })

  test('card data as the name of a field are not repeated in the error', async () => {
    const body = { amount: 1234, [number]: 'x' }
    const answer = await createAsk(service)('payment_intents.create', { body })
    expect(JSON.stringify(expectRefusal(answer, 'parameter_unknown'))).not.toContain('5555')
  })

  test('card data are accepted where the vault takes them, and amounts may have any value', async () => {
    const ask = createAsk(service)
    const created = await ask('payment_intents.create', { body: { amount: 4111111111111111 } })
    const { client_secret } = created.body as { client_secret: string }
    const card = { number: '5555555555554444', exp_month: '12', exp_year: '2049' }
    const token = await ask('tokens.create', { body: { client_secret, payment_method_type: 'card', card } })
    expect(token.status).toBe(200)
  })

  test('refused card data are stored in no file', () => {
    const folder = service.dataDirectory
    for (const file of readdirSync(folder)) {
      const content = readFileSync(join(folder, file), 'latin1')
      for (const text of [number, number.replaceAll(' ', ''), track])
        expect(content.includes(text), file).toBe(false)
    }
  })
})
