import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049', cvv: '123' }
const us = {
  account_number: '000123456789',
  routing_number: '110000000',
  account_type: 'checking',
  account_holder: 'Ana Torres',
}
const canadian = {
  account_number: '000123456789',
  transit_number: '11000',
  institution_number: '003',
  account_type: 'savings',
  account_holder: 'Ana Torres',
}

const intent = async (body: object = {}): Promise<PaymentIntent> => {
  const sent = { amount: 1234, payment_method_types: ['card', 'bank', 'ca_bank'], ...body }
  return (await ask('payment_intents.create', { body: sent })).body as PaymentIntent
}

/** As the browser sends it: with the public key, without an account. */
const tokenize = async (changes: object, asked: object = {}) => {
  const { client_secret } = await intent()
  const body = { client_secret, payment_method_type: 'card', ...changes }
  return ask('tokens.create', { key: service.publicKey, accountId: null, body, ...asked })
}

/** The error without the id of the request, which may contain any digits. */
const textOf = ({ message, param, errors }: ReturnType<typeof expectRefusal>): string =>
  JSON.stringify({ message, param, errors })

describe('a token (section 4.1)', () => {
  test('a token is a payment method of the intent, and returns only the summary of the card', async () => {
    const { id, client_secret, account_id } = await intent()
    const billing_details = { name: 'Ana Torres', postal_code: '62701' }
    const answer = await ask('tokens.create', {
      key: service.publicKey,
      accountId: null,
      body: { client_secret, payment_method_type: 'card', card, billing_details },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      entity: 'payment_method',
      payment_method_type: 'card',
      payment_intent_id: id,
      account_id,
      customer_id: null,
      status: 'active',
      single_use_token: true,
      bank: null,
      billing_details,
      card: { last_four_digits: '4242', first_six_digits: '424242', brand: 'Visa', reuse_eligible: true },
    })
    expect((answer.body as PaymentMethod).id).toMatch(/^pm_/)
    expect(JSON.stringify(answer.body)).not.toMatch(/4242424242424242|"cvv"|"123"/)
  })

  test.each([
    ['bank', us, { routing_number: '110000000', transit_number: null }],
    ['ca_bank', canadian, { routing_number: null, transit_number: '11000', institution_number: '003' }],
  ])(
    'a token of type %s shows the last four digits of the account',
    async (payment_method_type, bank, summary) => {
      const answer = await tokenize({ payment_method_type, bank })
      expect(answer.body).toMatchObject({
        payment_method_type,
        card: null,
        bank: { last_four_digits: '6789', account_holder: 'Ana Torres', ...summary },
      })
      expect(JSON.stringify(answer.body)).not.toContain('000123456789')
    },
  )

  test('a token starts with the billing details of the intent', async () => {
    const data = { billing_details: { name: 'Ana Torres', city: 'Springfield' } }
    const { client_secret, payment_method_data } = await intent({ payment_method_data: data })
    expect(payment_method_data).toEqual(data)
    const body = { client_secret, payment_method_type: 'card', card, billing_details: { name: 'A. Torres' } }
    expect((await ask('tokens.create', { body })).body).toMatchObject({
      billing_details: { name: 'A. Torres', city: 'Springfield' },
    })
  })
})

describe('the client_secret', () => {
  test('a wrong client_secret is answered like that of an unknown intent', async () => {
    const client_secret = (await intent()).client_secret ?? ''
    const secrets = [
      `${client_secret.slice(0, -1)}${client_secret.endsWith('A') ? 'B' : 'A'}`,
      client_secret.slice(0, -4),
      `${client_secret}x`,
      'pi_none_secret_x',
      'pi_none',
      ' ',
    ]
    const answers = await Promise.all(secrets.map((secret) => tokenize({ card, client_secret: secret })))
    const errors = answers.map((answer) => expectRefusal(answer, 'resource_missing'))
    expect(new Set(errors.map((error) => error.message)).size).toBe(1)
    expect(errors[0]?.param).toBe('client_secret')
  })

  test("the client_secret of another tenant's intent, or of an account out of reach, is treated as missing", async () => {
    const { client_secret } = await intent()
    const other = await service.makeTenant()
    const theirs = { key: other.privateKey, accountId: other.accountId }
    expectRefusal(await tokenize({ card, client_secret }, theirs), 'resource_missing')
    const narrow = await service.makeKey('public', { business_id: 'bus_other' })
    expectRefusal(await tokenize({ card }, { key: narrow }), 'resource_missing')
    const wide = await service.makeKey('public')
    expect((await tokenize({ card }, { key: wide })).status).toBe(200)
  })

  test('the client_secret of a cancelled intent accepts no more cards', async () => {
    const { id, client_secret } = await intent()
    await ask('payment_intents.cancel', { path: `/payment_intents/${id}/cancel` })
    expectRefusal(await tokenize({ card, client_secret }), 'state_conflict')
  })

  test('the client_secret of an intent for cards accepts no bank account', async () => {
    const { client_secret } = await intent({ payment_method_types: ['card'] })
    const answer = await tokenize({ payment_method_type: 'bank', bank: us, client_secret })
    expect(expectRefusal(answer, 'parameter_invalid').param).toBe('payment_method_type')
  })
})

describe('card details are refused by field name, without the value:', () => {
  test.each([
    ['a wrong check digit', { number: '4242424242424241' }, 'card.number'],
    ['too few digits', { number: '424242' }, 'card.number'],
    ['letters', { number: '4242 4242 4242 4242' }, 'card.number'],
    [
      'a month in the past',
      { exp_month: '01', exp_year: String(new Date().getUTCFullYear() - 1) },
      'card.exp_year',
    ],
    ['an invalid month', { exp_month: '13' }, 'card.exp_month'],
    ['a year of two digits', { exp_year: '49' }, 'card.exp_year'],
    ['a cvv of four digits', { cvv: '9871' }, 'card.cvv'],
    ['a cvv of three digits on an Amex', { number: '378282246310005', cvv: '987' }, 'card.cvv'],
    ['a cvv of two digits', { cvv: '98' }, 'card.cvv'],
  ])('card details are refused by field name, without the value: %s', async (_, changes, param) => {
    const sent = { ...card, ...changes }
    const answer = await tokenize({ card: sent })
    const error = expectRefusal(answer, 'parameter_invalid')
    expect(error.param).toBe(param)
    for (const value of [sent.number, sent.cvv]) expect(textOf(error)).not.toContain(value)
  })

  test('card details are refused for all errors at once', async () => {
    const number = '378282246310006'
    const error = expectRefusal(
      await tokenize({ card: { ...card, number, exp_year: '2001' } }),
      'parameter_invalid',
    )
    expect(error.errors?.map((one) => one.param)).toEqual(['card.number', 'card.exp_year', 'card.cvv'])
  })

  test.each([
    ['no card', {}, 'card', 'parameter_missing'],
    ['bank details beside the card', { card, bank: us }, 'bank', 'parameter_invalid'],
    [
      'card details beside the bank',
      { payment_method_type: 'bank', card, bank: us },
      'card',
      'parameter_invalid',
    ],
    ['no bank details', { payment_method_type: 'bank' }, 'bank', 'parameter_missing'],
  ] as const)(
    'details that do not belong to the type of method are refused by name: %s',
    async (_, changes, param, code) => {
      expect(expectRefusal(await tokenize(changes), code).param).toBe(param)
    },
  )

  test('a card number in an unknown field is not quoted', async () => {
    for (const changes of [
      { card: card.number },
      { card, bank: 4242424242424242 },
      { card, account: card.number },
    ]) {
      const answer = await tokenize(changes)
      const error = expectRefusal(answer, ['parameter_invalid', 'parameter_unknown'])
      expect(textOf(error)).not.toContain('4242')
    }
  })
})

describe('bank details are refused by field name, without the value:', () => {
  test.each([
    ['bank', us, { routing_number: '110000001' }, 'bank.routing_number', 'parameter_invalid'],
    ['bank', us, { routing_number: '000000000' }, 'bank.routing_number', 'parameter_invalid'],
    ['bank', us, { routing_number: undefined }, 'bank.routing_number', 'parameter_missing'],
    ['bank', us, { transit_number: '11000' }, 'bank.transit_number', 'parameter_invalid'],
    ['bank', us, { account_number: '123' }, 'bank.account_number', 'parameter_invalid'],
    ['bank', us, { account_holder: 123456789012 }, 'bank.account_holder', 'parameter_invalid'],
    ['ca_bank', canadian, { transit_number: '1100' }, 'bank.transit_number', 'parameter_invalid'],
    ['ca_bank', canadian, { institution_number: undefined }, 'bank.institution_number', 'parameter_missing'],
    ['ca_bank', canadian, { account_number: '123456' }, 'bank.account_number', 'parameter_invalid'],
    ['ca_bank', canadian, { routing_number: '110000000' }, 'bank.routing_number', 'parameter_invalid'],
  ] as const)(
    'details are refused by name: %s with %j',
    async (payment_method_type, bank, changes, param, code) => {
      const answer = await tokenize({ payment_method_type, bank: { ...bank, ...changes } })
      const error = expectRefusal(answer, code)
      expect(error.param).toBe(param)
      for (const value of Object.values(changes)) {
        if (value !== undefined) expect(textOf(error)).not.toContain(String(value))
      }
    },
  )
})

test('whoever has the secret of an intent stores 50 cards for it, and then one a minute', async () => {
  const { client_secret } = await intent()
  const send = (secret: string | null) =>
    ask('tokens.create', {
      key: service.publicKey,
      accountId: null,
      body: { client_secret: secret, payment_method_type: 'card', card },
    })
  const first = await Promise.all(Array.from({ length: 50 }, () => send(client_secret)))
  expect(first.map(({ status }) => status)).toEqual(first.map(() => 200))
  const refused = await send(client_secret)
  expectRefusal(refused, 'rate_limited')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
  expect((await send((await intent()).client_secret)).status).toBe(200)
})
