import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { familyOf } from '../../src-service/http/validate.ts'
import type { ErrorCode } from '../../src-shared/api/errors.ts'
import type { Operation } from '../../src-shared/api/operation.ts'
import { type OperationName, operationEntries, operations } from '../../src-shared/api/operations.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { namesWithBody, sampleBodies } from './support/samples.ts'
import { fieldsOf, wrongValues } from './support/spoil.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const rowOf = (name: OperationName): Operation => operations[name]
const bodyOf = (name: OperationName) => rowOf(name).body as z.ZodObject
const codeOf = (name: OperationName, kind: 'missing' | 'invalid'): ErrorCode =>
  familyOf(rowOf(name).path) === 'terminal' ? `terminal_parameter_${kind}` : `parameter_${kind}`

describe.each(namesWithBody)('%s refuses, naming the field,', (name) => {
  const good = sampleBodies[name] ?? {}
  const fields = fieldsOf(bodyOf(name))

  for (const field of fields.filter((one) => one.required)) {
    test(`the operation refuses a body without ${field.name}`, async () => {
      const { [field.name]: _, ...rest } = good
      const error = expectRefusal(await ask(name, { body: rest }), codeOf(name, 'missing'))
      expect(error.param).toBe(field.name)
    })
  }

  for (const field of fields) {
    test(`the operation refuses ${field.name} of another type`, async () => {
      const values = wrongValues(field)
      expect(values.length).toBeGreaterThan(0)
      for (const value of values) {
        const answer = await ask(name, { body: { ...good, [field.name]: value } })
        const error = expectRefusal(answer, [
          codeOf(name, 'invalid'),
          codeOf(name, 'missing'),
          'parameter_unknown',
        ])
        expect(error.param?.split('.')[0]).toBe(field.name)
        expect(error.message).not.toContain('4111111111111111')
      }
    })
  }

  for (const field of fields) {
    if (field.maxLength === null) continue
    const tooLong = 'a'.repeat(field.maxLength + 1)
    test(`the operation refuses ${field.name} longer than ${field.maxLength} characters`, async () => {
      const answer = await ask(name, { body: { ...good, [field.name]: tooLong } })
      expect(expectRefusal(answer, codeOf(name, 'invalid')).param).toBe(field.name)
    })
  }

  for (const field of fields.filter((one) => one.isInteger)) {
    const wrong = ['-1', '9007199254740992', '1.5', '1e400'].filter((text) => !field.accepts(Number(text)))
    test.each(wrong)(`the operation refuses ${field.name} of %s`, async (number) => {
      const body = JSON.stringify({ ...good, [field.name]: 'HERE' }).replace('"HERE"', number)
      const error = expectRefusal(await ask(name, { body }), codeOf(name, 'invalid'))
      expect(error.param).toBe(field.name)
    })
  }

  test('the operation refuses an unknown field, together with all other errors', async () => {
    const error = expectRefusal(await ask(name, { body: { ...good, amuont: 1 } }), 'parameter_unknown')
    expect(error.param).toBe('amuont')
    const [first] = fields
    if (first === undefined) return
    const wrong = wrongValues(first)[0]
    const both = expectRefusal(await ask(name, { body: { ...good, [first.name]: wrong, amuont: 1 } }), [
      codeOf(name, 'invalid'),
      'parameter_unknown',
    ])
    expect(both.errors?.map((one) => one.param)).toEqual(expect.arrayContaining([first.name, 'amuont']))
  })

  test.each([
    ['a list', []],
    ['null', null],
    ['text', '"text"'],
    ['a number', 1],
  ])('the operation refuses a body that is %s', async (_, body) => {
    expectRefusal(await ask(name, { body }), codeOf(name, 'invalid'))
  })
})

describe('queries', () => {
  const queried = operationEntries
    .filter(([, row]) => row.method === 'GET' && row.access !== 'session')
    .map(([name]) => name)
  test.each(queried)('%s refuses an unknown query parameter', async (name) => {
    const known = name === 'terminals.events' ? 'hsn=VT&' : ''
    const error = expectRefusal(await ask(name, { query: `?${known}limt=3` }), 'parameter_unknown')
    expect(error.param).toBe('limt')
  })

  test.each(['0', '51', '-1', '1.5', 'ten', '', '0x10', '1e1', '%205'])(
    'a page of "%s" is refused',
    async (limit) => {
      const answer = await ask('payment_intents.list', { query: `?limit=${limit}` })
      expect(expectRefusal(answer, 'parameter_invalid').param).toBe('limit')
    },
  )

  test('a parameter that is given twice is refused', async () => {
    const answer = await ask('payment_intents.list', { query: '?limit=1&limit=2' })
    expect(expectRefusal(answer, 'parameter_invalid').param).toBe('limit')
  })

  test('the stream of events requires the terminal', async () => {
    expectRefusal(await ask('terminals.events', { query: '' }), 'terminal_parameter_missing')
  })
})

describe('the message of a refusal', () => {
  test('the message of a refusal states what was wrong, the value, and what to do', async () => {
    const error = expectRefusal(
      await ask('payment_intents.create', { body: { amount: -5 } }),
      'parameter_invalid',
    )
    expect(error.message).toBe('amount must be a number of at least 0, but is -5.')
    const missing = expectRefusal(await ask('payment_intents.create', { body: {} }), 'parameter_missing')
    expect(missing.message).toBe(
      'amount is required. Send a number. Amount in minor units (cents), from 0 to 9007199254740991.',
    )
  })

  test('the message of a refusal never contains a card number or a secret', async () => {
    for (const body of [
      { amount: 4111111111111111.5 },
      { amount: '4111 1111 1111 1111' },
      { amount: 1, reference_id: 4111111111111111 },
      { amount: 1, payment_method_types: ['4111-1111-1111-1111'] },
    ]) {
      const answer = await ask('payment_intents.create', { body })
      expectRefusal(answer, 'parameter_invalid')
      expect(JSON.stringify(answer.body)).not.toMatch(/4111/)
    }
    const code = await ask('terminals.activate', {
      body: { hsn: 'VT', activation_code: '12345678', device_type: 'x' },
    })
    // What a terminal with version 1 of the link sends.
    expect(code.status).toBe(400)
    expect(JSON.stringify(code.body)).toMatch(/activation_code|share/)
    expect(JSON.stringify(code.body)).not.toMatch(/1234567/)
  })

  test('the message of a refusal stays short when the value is long', async () => {
    const error = expectRefusal(
      await ask('payment_intents.create', { body: { amount: 'x'.repeat(100_000) } }),
      'parameter_invalid',
    )
    expect(error.message.length).toBeLessThan(300)
  })

  test('the message of a refusal has the path of a nested field', async () => {
    const body = {
      amount: 100,
      payment_splits: [
        { amount: 1, account_id: 'ctrct_1' },
        { amount: -1, account_id: 'c' },
      ],
    }
    const error = expectRefusal(await ask('payment_intents.create', { body }), 'parameter_invalid')
    expect(error.param).toBe('payment_splits.1.amount')
  })

  test('names such as __proto__ or constructor in a body never change the prototype of an object', async () => {
    const answer = await ask('payment_intents.create', { body: '{"amount":1,"__proto__":{"admin":true}}' })
    expectRefusal(answer, 'parameter_invalid')
    const stored = await ask('payment_intents.create', {
      body: '{"amount":1,"user_fields":{"constructor":{"prototype":{"admin":true}}}}',
    })
    expect(stored.status).toBe(200)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})
