import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PaymentSource } from '../../../../src-service/processor/payment-source.ts'
import type { AuthorizeRequest } from '../../../../src-service/processor/processor.ts'
import { keepSource } from '../../../../src-service/processor/sandbox/kept-sources.ts'
import { outcomeOf } from '../../../../src-service/processor/sandbox/outcome.ts'
import { testCards } from '../../../../src-service/processor/sandbox/test-cards.ts'
import type { VaultEntry } from '../../../../src-service/vault/vault.ts'
import { harshBank } from '../../../support/harsh-bank.ts'
import { onPage, paymentRef } from '../../../support/processor-references.ts'
import { visa } from '../authorize/cards.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

/** Returns the payment sources that are sent to the bank from now on. */
function sourcesOf(harness: PaymentsHarness): readonly PaymentSource[] {
  const sent: PaymentSource[] = []
  harness.processor.authorize = (request) => {
    sent.push(request.source)
    return harness.sandbox.authorize(request)
  }
  return sent
}

const payByToken = async (harness: PaymentsHarness, card: object = {}) => {
  const intent = await harness.intent()
  const { id } = await harness.token(intent, card)
  return mustOf(await harness.payBy(intent.id, { payment_method_id: id }))
}

describe('a card that is stored at the processor', () => {
  test("a payment by a stored card sends its token and the data for the issuer's checks, but no number", async () => {
    const harness = await openPaymentsHarness()
    const sent = sourcesOf(harness)
    const paid = await payByToken(harness, { cvv: '123' })
    expect(paid).toMatchObject({ status: 'captured', latest_payment: { cvv: 'M', cvv_check: 'pass' } })
    expect(sent).toEqual([
      {
        kind: 'token',
        id: expect.stringMatching(/^stk_/),
        rail: 'card',
        check: { exp_month: '12', exp_year: '2049', cvv: '123' },
      },
    ])
    expect(JSON.stringify(sent)).not.toContain(visa.number)
  })

  test("a payment by a customer's card sends the profile if the processor has profiles", async () => {
    const harness = await openPaymentsHarness(undefined, harshBank(() => ({ kind: 'none' })).openBank)
    const sent = sourcesOf(harness)
    const { id: customer_id } = await harness.customer()
    await harness.kept(customer_id)
    for (const _ of ['first', 'second']) {
      const intent = await harness.intent()
      expect(mustOf(await harness.payBy(intent.id, { customer_id })).status).toBe('captured')
    }
    expect(sent.map(({ kind }) => kind)).toEqual(['profile', 'profile'])
  })

  test('a bank account is also sent as a token, which behaves like its number', async () => {
    const harness = await openPaymentsHarness()
    const sent = sourcesOf(harness)
    const intent = await harness.intent({
      payment_method_types: ['bank'],
      payment_rail_types: ['us_bank_ach'],
    })
    const account = { account_holder: 'Ana Torres', account_type: 'checking', routing_number: '110000000' }
    const created = await harness.call('tokens.create', {
      body: {
        client_secret: intent.client_secret,
        payment_method_type: 'bank',
        bank: { ...account, account_number: '000222222227' },
      },
    })
    const { id: payment_method_id } = mustOf(created) as { readonly id: string }
    const paid = mustOf(await harness.payBy(intent.id, { payment_method_id }))
    expect(sent).toMatchObject([{ kind: 'token', rail: 'us_bank_ach', check: null }])
    const payment = paramsOf(paid.latest_payment?.id)
    expect(await harness.sandbox.clear(payment)).toMatchObject({ outcome: 'returned', return_code: 'R01' })
  })

  test.each([
    ['gives no answer', async () => ({ outcome: 'unknown' }) as const],
    ['cannot be reached', () => Promise.reject(new Error('connection reset'))],
  ])('a stored card is charged by its number when the processor %s about a token', async (_, tokenize) => {
    const harness = await openPaymentsHarness()
    harness.processor.tokenize = tokenize
    const sent = sourcesOf(harness)
    expect((await payByToken(harness)).status).toBe('captured')
    expect(sent).toMatchObject([{ kind: 'card', card: { number: visa.number } }])
  })

  test('a token of another processor is never sent', async () => {
    const harness = await openPaymentsHarness()
    const sent = sourcesOf(harness)
    const intent = await harness.intent()
    const { id, account_id } = await harness.token(intent)
    const { services } = harness
    const row = await services.store.get<VaultEntry>('vault_entry', account_id, id)
    if (row === null) throw new Error('the card is in the vault')
    const foreign = { processor: 'another', token: 'abc', profile: null }
    const document = services.vault.sealSource(id, services.vault.open(id, row.document), foreign)
    await services.store.commit({
      writes: [{ op: 'update', kind: 'vault_entry', row: { ...row, version: row.version + 1, document } }],
    })
    expect(mustOf(await harness.payBy(intent.id, { payment_method_id: id })).status).toBe('captured')
    expect(sent).toMatchObject([{ kind: 'card' }])
  })

  test('a card with a corrected expiry date keeps its token, and is charged with the new date', async () => {
    const harness = await openPaymentsHarness()
    const sent = sourcesOf(harness)
    const intent = await harness.intent()
    const { id } = await harness.token(intent)
    mustOf(
      await harness.call('payment_methods.update', { params: { id }, body: { card: { exp_year: '2051' } } }),
    )
    mustOf(await harness.payBy(intent.id, { payment_method_id: id }))
    expect(sent).toMatchObject([{ kind: 'token', check: { exp_year: '2051' } }])
  })

  test('neither token nor profile is stored unencrypted in the database', async () => {
    const harness = await openPaymentsHarness(undefined, harshBank(() => ({ kind: 'none' })).openBank)
    const { id } = await harness.customer()
    await harness.kept(id)
    const bytes = readdirSync(harness.directory)
      .filter((name) => name.startsWith('service.db'))
      .map((name) => readFileSync(join(harness.directory, name), 'latin1'))
    expect(bytes.join('')).toContain('vault_entries')
    expect(bytes.join('')).not.toMatch(/stk_|spr_/)
  })
})

const paramsOf = (paymentId = '') => paymentRef(paymentId, { rail: 'us_bank_ach' })

describe('the token of a test card', () => {
  const request = (source: PaymentSource, amount: number): AuthorizeRequest => ({
    ...paymentRef('pmt_1', { amount }),
    source,
    card_present: false,
    ...onPage,
    entry_mode: null,
    capture: true,
    auth_code: null,
  })

  test.each([...Object.keys(testCards), '4242424242424242', '4111111111111112', '4000056655665556'])(
    'the token of %s behaves like its number, and does not contain it',
    (number) => {
      const card = { ...visa, number }
      const { token } = keepSource({ kind: 'card', card }, null)
      const { number: _, ...check } = card
      const named: PaymentSource = { kind: 'token', id: token, rail: 'card', check }
      const now = Date.UTC(2026, 0, 1)
      for (const amount of [1234, 111_600, 600_000]) {
        expect(outcomeOf(request(named, amount), now)).toEqual(
          outcomeOf(request({ kind: 'card', card }, amount), now),
        )
      }
      expect(Buffer.from(token.slice(4), 'base64url').toString()).not.toContain(number)
    },
  )

  test('a token that the bank did not issue is declined', () => {
    const source: PaymentSource = { kind: 'token', id: 'stk_abc', rail: 'card', check: null }
    expect(outcomeOf(request(source, 1234), 0).code).toBe('118')
    expect(outcomeOf(request({ ...source, kind: 'profile' }, 1234), 0).code).toBe('118')
  })
})
