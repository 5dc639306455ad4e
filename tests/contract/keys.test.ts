import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src-shared/api/operation.ts'
import { type OperationName, operations } from '../../src-shared/api/operations.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { names } from './support/samples.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const rowOf = (name: OperationName): Operation => operations[name]
const keyed = names.filter((name) => !['none', 'client_secret', 'session'].includes(rowOf(name).access))
const writing = keyed.filter((name) => rowOf(name).access === 'write')
const privateOnly = keyed.filter((name) => rowOf(name).access !== 'public')

describe.each(keyed)('%s', (name) => {
  test('the operation needs a key', async () => {
    expectRefusal(await ask(name, { key: null }), 'api_key_missing')
    expectRefusal(await ask(name, { key: '' }), 'api_key_missing')
  })

  test('the operation refuses an unknown key', async () => {
    for (const key of [
      'sk_wrong',
      service.privateKey.slice(0, -1),
      `${service.privateKey}x`,
      "' OR 1=1 --",
    ]) {
      expectRefusal(await ask(name, { key }), 'api_key_invalid')
    }
  })

  test('the operation checks the key before anything else', async () => {
    const spoiled = { body: '{', headers: { 'content-type': 'text/plain' } }
    expectRefusal(await ask(name, { ...spoiled, key: null }), 'api_key_missing')
  })
})

describe('a request without a key', () => {
  test('a request without a key is asked for a private key, a page with the browser SDK for a public one', async () => {
    const fromServer = expectRefusal(await ask('payment_intents.list', { key: null }), 'api_key_missing')
    expect(fromServer.message).toBe(
      'No API key was sent. Send your private key (sk_…) in the header x-api-key.',
    )
    const fromPage = expectRefusal(await ask('tokens.create', { key: null }), 'api_key_missing')
    expect(fromPage.message).toBe('No API key was sent. Send your public key (pk_…) in the header x-api-key.')
  })

  test('a request with its key in the header authorization learns that it is not read there', async () => {
    const headers = { authorization: `Bearer ${service.privateKey}` }
    const error = expectRefusal(await ask('payment_intents.list', { key: null, headers }), 'api_key_missing')
    expect(error.message).toContain('The header authorization is not read.')
    expect(error.message).not.toContain(service.privateKey)
  })
})

describe.each(keyed.filter((name) => rowOf(name).account !== 'none'))('%s', (name) => {
  test("the operation does not disclose whether another tenant's account exists", async () => {
    const other = await service.makeTenant()
    const theirs = expectRefusal(await ask(name, { accountId: other.accountId }), 'resource_missing')
    const nobodys = expectRefusal(await ask(name, { accountId: 'acct_nobody' }), 'resource_missing')
    expect(theirs.message.replace(other.accountId, '')).toBe(nobodys.message.replace('acct_nobody', ''))
  })

  test('the operation refuses an invalid account id', async () => {
    for (const accountId of ['bus_1', 'acct_', "acct_'; DROP TABLE accounts", 'acct_UPPER']) {
      const error = expectRefusal(await ask(name, { accountId }), 'parameter_invalid')
      expect(error.param).toBe('x-account-id')
    }
  })
})

describe('levels', () => {
  test.each(privateOnly)('a public key may not call %s', async (name) => {
    expectRefusal(await ask(name, { key: service.publicKey }), 'public_key_not_allowed')
  })

  test.each(writing)('a read-only key may not call %s', async (name) => {
    const key = await service.makeKey('read_only')
    expectRefusal(await ask(name, { key }), 'permission_denied')
  })

  test('a read-only key may read', async () => {
    const key = await service.makeKey('read_only')
    expect((await ask('payment_intents.list', { key })).status).toBe(200)
  })

  test('a revoked key is refused as revoked', async () => {
    const key = await service.makeKey('account', { revoked_at: 1 })
    expectRefusal(await ask('payment_intents.list', { key }), 'api_key_revoked')
  })

  test('a terminal that redeems its code needs no key', async () => {
    expectRefusal(await ask('terminals.activate', { key: null }), 'activation_code_invalid')
  })
})

describe('accounts', () => {
  const needing = names.filter((name) => rowOf(name).account === 'required')
  test.each(needing)('the operation %s requires the account', async (name) => {
    const error = expectRefusal(await ask(name, { accountId: null }), 'parameter_missing')
    expect(error.param).toBe('x-account-id')
  })

  test('the account may be omitted with a key that is bound to one', async () => {
    const key = await service.makeKey('account', { account_id: service.accountId })
    const answer = await ask('payment_intents.create', { key, accountId: null })
    expect(answer.status).toBe(200)
    expect((answer.body as PaymentIntent).account_id).toBe(service.accountId)
  })

  test('accounts outside the reach of a limited key are treated as missing', async () => {
    for (const narrow of [
      { account_id: 'acct_other' },
      { business_id: 'bus_other' },
      { partner_id: 'ptn_other' },
    ]) {
      const key = await service.makeKey('account', narrow)
      expectRefusal(await ask('payment_intents.list', { key }), 'resource_missing')
    }
  })

  test("another tenant's intent is missing for every operation", async () => {
    const other = await service.makeTenant()
    const theirs = { key: other.privateKey, accountId: other.accountId }
    const created = await ask('payment_intents.create', theirs)
    const { id } = created.body as PaymentIntent
    expect((await ask('payment_intents.get', { ...theirs, path: `/payment_intents/${id}` })).status).toBe(200)
    const operationsOnIntents = names.filter((name) => rowOf(name).path.startsWith('/payment_intents/{id}'))
    expect(operationsOnIntents.length).toBeGreaterThan(3)
    for (const name of operationsOnIntents) {
      const path = rowOf(name).path.replace('{id}', id)
      expectRefusal(await ask(name, { path }), 'resource_missing')
    }
    expectRefusal(
      await ask('terminals.list_terminals', { ...theirs, body: { merchant_id: service.merchantId } }),
      ['no_terminals', 'resource_missing'],
    )
  })

  test("a list never holds another tenant's intents", async () => {
    const other = await service.makeTenant()
    await ask('payment_intents.create', { key: other.privateKey, accountId: other.accountId })
    const mine = await ask('payment_intents.list', { accountId: null, query: '?limit=50' })
    const { data } = mine.body as { data: PaymentIntent[] }
    expect(data.every((intent) => intent.account_id === service.accountId)).toBe(true)
  })
})
