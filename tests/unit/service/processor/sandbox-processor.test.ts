import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { BankData } from '../../../../src-service/processor/payment-source.ts'
import type { AuthorizeRequest, Processor } from '../../../../src-service/processor/processor.ts'
import { openLedger } from '../../../../src-service/processor/sandbox/ledger.ts'
import { authCodeOf, retrievalReferenceOf } from '../../../../src-service/processor/sandbox/references.ts'
import { createSandboxProcessor } from '../../../../src-service/processor/sandbox/sandbox-processor.ts'
import { atCounter, paymentRef, refundRef } from '../../../support/processor-references.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'

const open = (file = ':memory:') => {
  const clock = createSteadyClock()
  const ledger = openLedger(file)
  return { clock, ledger, processor: createSandboxProcessor({ clock, ledger, latencyMs: 0 }) }
}

const request = (payment_id: string, more: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  ...paymentRef(payment_id),
  source: { kind: 'card', card: { number: '4111111111111111', exp_month: '12', exp_year: '2049' } },
  card_present: true,
  ...atCounter,
  entry_mode: null,
  capture: false,
  auth_code: null,
  ...more,
})
const unknownCard = { number: '4000000000050015', exp_month: '12', exp_year: '2049' }
const pay = (processor: Processor, id: string, more: Partial<AuthorizeRequest> = {}) =>
  processor.authorize(request(id, more))

describe('the sandbox processor', () => {
  test('the sandbox processor answers a repeated authorization with its first decision', async () => {
    const { processor } = open()
    const first = await pay(processor, 'pmt_1')
    expect(first).toMatchObject({ outcome: 'approved', amount_authorized: 1000, response_code: '000' })
    expect(await pay(processor, 'pmt_1', { amount: 9999 })).toEqual(first)
    expect(await processor.inquire(paymentRef('pmt_1'))).toEqual(first)
  })

  test('the sandbox processor answers not_found for a payment that it never received', async () => {
    expect(await open().processor.inquire(paymentRef('pmt_1'))).toEqual({ outcome: 'not_found' })
  })

  test("the sandbox processor reveals an unknown card's outcome after 30 seconds", async () => {
    const { processor, clock } = open()
    expect(await pay(processor, 'pmt_1', { source: { kind: 'card', card: unknownCard } })).toEqual({
      outcome: 'unknown',
    })
    clock.advance(29_000)
    expect(await processor.inquire(paymentRef('pmt_1'))).toEqual({ outcome: 'unknown' })
    clock.advance(1_100)
    expect((await processor.inquire(paymentRef('pmt_1'))).outcome).toBe('approved')
  })

  test('the sandbox processor keeps its decisions over a restart, and no card data', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'books.db')
    const before = open(file)
    const decision = await pay(before.processor, 'pmt_1')
    // No close: the process was killed.
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    expect(bytes.join('')).toContain('pmt_1')
    expect(bytes.join('')).not.toContain('4111111111111111')
    const after = open(file)
    expect(await after.processor.inquire(paymentRef('pmt_1'))).toEqual(decision)
    await before.ledger.close()
    await after.ledger.close()
  })

  test('the sandbox processor captures once, at most what is authorized, and answers a repeat the same', async () => {
    const { processor } = open()
    await pay(processor, 'pmt_1')
    expect((await processor.capture(paymentRef('pmt_1'), 1001)).outcome).toBe('refused')
    const done = await processor.capture(paymentRef('pmt_1'), 400)
    expect(done.outcome).toBe('done')
    expect(await processor.capture(paymentRef('pmt_1'), 400)).toEqual(done)
    expect((await processor.capture(paymentRef('pmt_1'), 500)).outcome).toBe('refused')
    expect((await processor.capture(paymentRef('pmt_2'), 1)).outcome).toBe('refused')
  })

  test('the sandbox processor accepts repeated voids, and captures nothing afterwards', async () => {
    const { processor } = open()
    await pay(processor, 'pmt_1')
    const done = await processor.void(paymentRef('pmt_1'))
    expect(done.outcome).toBe('done')
    expect(await processor.void(paymentRef('pmt_1'))).toEqual(done)
    expect((await processor.capture(paymentRef('pmt_1'), 1)).outcome).toBe('refused')
    expect(await processor.inquire(paymentRef('pmt_1'))).toEqual({ outcome: 'voided' })
  })

  test('the sandbox processor declines an authorization that arrives after its void', async () => {
    const { processor } = open()
    expect((await processor.void(paymentRef('pmt_late'))).outcome).toBe('done')
    expect((await pay(processor, 'pmt_late')).outcome).toBe('declined')
    await pay(processor, 'pmt_known')
    await processor.void(paymentRef('pmt_known'))
    expect((await pay(processor, 'pmt_known')).outcome).toBe('declined')
  })

  test('the sandbox processor refunds at most what is captured, each refund once', async () => {
    const { processor } = open()
    await pay(processor, 'pmt_1', { capture: true })
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 600))).outcome).toBe('done')
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 600))).outcome).toBe('done')
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_2', 401))).outcome).toBe('refused')
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_2', 400))).outcome).toBe('done')
    expect((await processor.void(paymentRef('pmt_1'))).outcome).toBe('refused')
  })

  test('the sandbox processor refuses any capture or void of 66600 cents', async () => {
    const { processor } = open()
    await pay(processor, 'pmt_1', { amount: 66_600 })
    expect((await processor.capture(paymentRef('pmt_1'), 66_600)).outcome).toBe('refused')
    expect((await processor.void(paymentRef('pmt_1'))).outcome).toBe('refused')
    expect((await processor.capture(paymentRef('pmt_1'), 66_599)).outcome).toBe('done')
  })

  test.each([
    [77_700, 'done'],
    [88_800, 'unknown'],
  ] as const)(
    'the sandbox processor leaves the outcome of a capture, then of a void, of %i cents unknown',
    async (amount, later) => {
      const { processor, clock } = open()
      await pay(processor, 'pmt_1', { amount })
      expect(await processor.capture(paymentRef('pmt_1'), amount)).toEqual({ outcome: 'unknown' })
      clock.advance(30_100)
      expect((await processor.capture(paymentRef('pmt_1'), amount)).outcome).toBe(later)
      expect(await processor.void(paymentRef('pmt_1'))).toEqual({ outcome: 'unknown' })
      expect(await processor.inquire(paymentRef('pmt_1'))).toEqual({ outcome: 'unknown' })
      clock.advance(30_100)
      expect((await processor.void(paymentRef('pmt_1'))).outcome).toBe(later)
    },
  )

  test('the sandbox processor keeps the code of a voice authorization', async () => {
    const { processor } = open()
    expect(await pay(processor, 'pmt_1', { auth_code: 'VOICE1' })).toMatchObject({ auth_code: 'VOICE1' })
  })

  test.each([
    ['us_bank_ach', { routing_number: '110000000' }],
    ['ca_bank_eft', { transit_number: '11000', institution_number: '000' }],
  ] as const)(
    'the sandbox processor accepts a debit by %s as pending, answers a repeat the same, and keeps no account number',
    async (rail, where) => {
      const { processor, ledger } = open()
      const bank = {
        account_number: '000123456789',
        account_type: 'checking',
        account_holder: 'Ana',
      } as const
      const source = { kind: 'bank', bank: { ...bank, rail, ...where } as BankData } as const
      const first = await pay(processor, 'pmt_1', { source, capture: true })
      expect(first).toMatchObject({ outcome: 'pending', response_code: '000', response_text: 'Accepted' })
      expect(await processor.inquire(paymentRef('pmt_1'))).toEqual(first)
      expect(ledger.find('pmt_1')).toMatchObject({
        captured: null,
        authorization: { rail, return_code: null, amount_authorized: 1000 },
      })
      expect(JSON.stringify(ledger.find('pmt_1'))).not.toContain('000123456789')
    },
  )

  test.each([
    ['us_bank_ach', 'R01'],
    ['ca_bank_eft', '901'],
  ] as const)(
    'the sandbox processor decides at once that %s will return the debit of an account ending in 2',
    async (rail, code) => {
      const { processor, ledger } = open()
      const bank = { account_number: '000111112', account_type: 'savings', account_holder: 'Ana' }
      const source = { kind: 'bank', bank: { ...bank, rail } as BankData } as const
      expect((await pay(processor, 'pmt_1', { source })).outcome).toBe('pending')
      expect(ledger.find('pmt_1')?.authorization?.return_code).toBe(code)
    },
  )

  test('the sandbox processor answers after the configured delay', async () => {
    const clock = createSteadyClock()
    const processor = createSandboxProcessor({ clock, ledger: openLedger(':memory:'), latencyMs: 60_000 })
    let answered = false
    const decision = pay(processor, 'pmt_1').then(() => {
      answered = true
    })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(answered).toBe(false)
    clock.advance(60_000)
    await decision
    expect(answered).toBe(true)
  })
})

describe('reference numbers', () => {
  test('reference numbers are different for each of a hundred thousand payments in a row', () => {
    const sequences = Array.from({ length: 100_000 }, (_, index) => index + 1)
    expect(new Set(sequences.map(authCodeOf)).size).toBe(100_000)
    const day = Date.UTC(2026, 0, 31)
    expect(new Set(sequences.map((sequence) => retrievalReferenceOf(sequence, day))).size).toBe(100_000)
    expect(retrievalReferenceOf(7, day)).toBe('603100000007')
    expect(authCodeOf(1)).toMatch(/^\d{6}$/)
  })
})
