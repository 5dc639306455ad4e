import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src-shared/api/operation.ts'
import { operations } from '../../src-shared/api/operations.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
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
const intentOf = (answer: Answer) => answer.body as PaymentIntent
const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed')

/** Section 8. */
describe('an idempotency key', () => {
  test('saves the first success: the same request is answered with it, and nothing is done twice', async () => {
    const headers = freshKey()
    const [first, again] = [await create(headers), await create(headers)]
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect([replayed(first), replayed(again)]).toEqual([null, 'true'])
  })

  test('does not mind the order of the fields', async () => {
    const headers = freshKey()
    const one = await create(headers, { amount: 1, description: 'x', user_fields: { a: 1, b: 2 } })
    const two = await create(headers, { user_fields: { b: 2, a: 1 }, description: 'x', amount: 1 })
    expect(intentOf(two).id).toBe(intentOf(one).id)
  })

  test('is refused with another body', async () => {
    const headers = freshKey()
    await create(headers)
    expectRefusal(await create(headers, { amount: 1235 }), 'idempotency_key_reused')
  })

  test('lets exactly one of many requests at once do the work', async () => {
    const headers = freshKey()
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(headers)))
    expect(new Set(answers.map((answer) => intentOf(answer).id)).size).toBe(1)
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1)
  })

  test('belongs to one operation, one path, one account', async () => {
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

  test('answers a repeat although its first run changed what it would find', async () => {
    const { id } = intentOf(await create({}))
    const request = { path: `/payment_intents/${id}/cancel`, headers: freshKey() }
    const first = await ask('payment_intents.cancel', request)
    const again = await ask('payment_intents.cancel', request)
    expect(again.body).toEqual(first.body)
    expect(replayed(again)).toBe('true')
    expectRefusal(await ask('payment_intents.cancel', { ...request, headers: freshKey() }), 'state_conflict')
  })

  test('is not spent by a refusal', async () => {
    const headers = freshKey()
    expectRefusal(await create(headers, { amount: -1 }), 'parameter_invalid')
    expect((await create(headers)).status).toBe(200)
  })

  test('is good for one hour', async () => {
    const headers = freshKey()
    const first = intentOf(await create(headers)).id
    await ask('sandbox.clock.advance', { body: { seconds: 3590 } })
    expect(intentOf(await create(headers)).id).toBe(first)
    await ask('sandbox.clock.advance', { body: { seconds: 11 } })
    expect(intentOf(await create(headers)).id).not.toBe(first)
  })

  const idempotent = names.filter((name) => (operations[name] as Operation).idempotent === true)
  test.each(idempotent)('of less than 10 characters is refused by %s', async (name) => {
    for (const key of ['', 'x', '123456789']) {
      const error = expectRefusal(
        await ask(name, { headers: { 'x-idempotency-key': key } }),
        'idempotency_key_too_short',
      )
      expect(error.param).toBe('x-idempotency-key')
    }
    expectRefusal(await ask(name, { headers: { 'x-idempotency-key': 'x'.repeat(256) } }), 'parameter_invalid')
  })

  test('is not looked at where the specification lists none', async () => {
    expect((await ask('payment_intents.list', { headers: { 'x-idempotency-key': 'x' } })).status).toBe(200)
  })
})
