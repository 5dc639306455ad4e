import { describe, expect, test } from 'vitest'
import { openHarshBooks } from '../../../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../../../src-service/processor/harsh/harsh-processor.ts'
import type { PaymentSource } from '../../../../src-service/processor/payment-source.ts'
import type { Processor } from '../../../../src-service/processor/processor.ts'
import { openLedger } from '../../../../src-service/processor/sandbox/ledger.ts'
import { createSandboxProcessor } from '../../../../src-service/processor/sandbox/sandbox-processor.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { onPage, paymentRef } from '../../../support/processor-references.ts'

const sandbox = (): Processor =>
  createSandboxProcessor({ clock: createClock(), ledger: openLedger(':memory:'), latencyMs: 0 })
const harsh = (): Processor =>
  createHarshProcessor({
    clock: createClock(),
    books: openHarshBooks(':memory:'),
    latencyMs: 0,
    trouble: () => ({ kind: 'none' }),
  })

const card = (number: string, more: object = {}): PaymentSource => ({
  kind: 'card',
  card: { number, exp_month: '12', exp_year: '2040', ...more },
})
const account = (account_number: string): PaymentSource => ({
  kind: 'bank',
  bank: {
    rail: 'us_bank_ach',
    routing_number: '110000000',
    account_number,
    account_type: 'checking',
    account_holder: 'Ana Torres',
  },
})
const verify = (bank: Processor, source: PaymentSource) =>
  bank.verify({ account_id: 'acct_1', order_id: 'VERIFYORDER', source, ...onPage })

describe.each([
  ['sandbox', sandbox],
  ['harsh bank', harsh],
] as const)('a verification (without an amount) by the %s', (_, open) => {
  test("a good card is verified, with its bank's results for the address and the security code", async () => {
    expect(
      await verify(open(), card('4111111111111111', { cvv: '000', postal_code: '46205' })),
    ).toMatchObject({ outcome: 'verified', response_code: '000', funding: 'credit', avs: 'N', cvv: 'N' })
  })

  test.each([
    ['4000000000000002', 'do_not_honor', 'later'],
    ['4000000000009979', 'stolen_card', 'never'],
    ['4000000000000069', 'expired_card', 'fix'],
    ['4111111111111112', 'invalid_number', 'fix'],
  ])('the card %s is declined: %s', async (number, category, retryable) => {
    expect(await verify(open(), card(number))).toMatchObject({ outcome: 'declined', category, retryable })
  })

  test.each(['4000000000050015', '4000000000050031', '4000000000050064'])(
    'the verification of the card %s, whose bank does not answer, is unknown',
    async (number) => {
      expect(await verify(open(), card(number))).toEqual({ outcome: 'unknown' })
    },
  )

  test('a card that is stored at the bank is verified by its token', async () => {
    const bank = open()
    const kept = await bank.tokenize({
      account_id: 'acct_1',
      source: { kind: 'card', card: { number: '4000000000000002', exp_month: '12', exp_year: '2040' } },
      customer_id: null,
    })
    if (kept.outcome !== 'kept') throw new Error('not kept')
    const source = { kind: 'token', id: kept.token, rail: 'card', check: null } as const
    expect(await verify(bank, source)).toMatchObject({ outcome: 'declined', category: 'do_not_honor' })
  })

  test('a verification leaves nothing in the books that could be found, captured or charged', async () => {
    const bank = open()
    await verify(bank, card('4111111111111111'))
    const order = paymentRef('pmt_1', { order_id: 'VERIFYORDER' })
    expect(await bank.inquire(order)).toEqual({ outcome: 'not_found' })
    expect((await bank.capture(order, 1)).outcome).not.toBe('done')
  })
})

test.each([
  ['000123456789', { outcome: 'verified', funding: 'unknown', avs: null }],
  ['000222222227', { outcome: 'verified' }],
  ['000111111116', { outcome: 'declined', category: 'invalid_account', response_code: 'R03' }],
  ['000000000009', { outcome: 'unknown' }],
])('the sandbox verifies the account %s by its table', async (number, answer) => {
  expect(await verify(sandbox(), account(number))).toMatchObject(answer)
})

test('the harsh bank loses verifications, and charges nothing for them', async () => {
  const books = openHarshBooks(':memory:')
  const bank = createHarshProcessor({ clock: createClock(), books, latencyMs: 0 })
  const outcomes = new Set<string>()
  for (let order = 0; order < 60; order += 1) {
    const request = {
      account_id: 'acct_1',
      order_id: `order ${order}`,
      source: card('4111111111111111'),
      ...onPage,
    }
    outcomes.add((await bank.verify(request)).outcome)
  }
  expect(outcomes).toEqual(new Set(['verified', 'unknown']))
  expect(books.all()).toEqual([])
})
