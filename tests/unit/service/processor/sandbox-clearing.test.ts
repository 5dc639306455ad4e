import { describe, expect, test } from 'vitest'
import type { PaymentSource } from '../../../../src-service/processor/payment-source.ts'
import { openLedger } from '../../../../src-service/processor/sandbox/ledger.ts'
import { createSandboxProcessor } from '../../../../src-service/processor/sandbox/sandbox-processor.ts'
import { atCounter, onPage, paymentRef, refundRef } from '../../../support/processor-references.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'

const bank = (account_number: string): PaymentSource => ({
  kind: 'bank',
  bank: {
    rail: 'us_bank_ach',
    routing_number: '110000000',
    account_number,
    account_type: 'checking',
    account_holder: 'Ana Torres',
  },
})
const card: PaymentSource = {
  kind: 'card',
  card: { number: '4111111111111111', exp_month: '12', exp_year: '2049' },
}

async function accepted(source: PaymentSource) {
  const processor = createSandboxProcessor({
    clock: createSteadyClock(),
    ledger: openLedger(':memory:'),
    latencyMs: 0,
  })
  await processor.authorize({
    ...paymentRef('pmt_1'),
    account_id: 'acct_1',
    amount: 1000,
    currency: 'USD',
    source,
    card_present: false,
    ...onPage,
    entry_mode: null,
    capture: true,
    auth_code: null,
  })
  return processor
}

describe('bank debits at the sandbox processor', () => {
  test('bank debits at the sandbox processor clear every time the settlement asks, and can be refunded then', async () => {
    const processor = await accepted(bank('000123456789'))
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 100))).outcome).toBe('refused')
    for (const _ of [1, 2]) expect(await processor.clear(paymentRef('pmt_1'))).toEqual({ outcome: 'cleared' })
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 100))).outcome).toBe('done')
  })

  test('bank debits at the sandbox processor from an account ending in 2 are returned every time, and cannot be refunded', async () => {
    const processor = await accepted(bank('000111112'))
    const returned = { outcome: 'returned', return_code: 'R01', return_message: 'Insufficient funds' }
    for (const _ of [1, 2]) expect(await processor.clear(paymentRef('pmt_1'))).toEqual(returned)
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 100))).outcome).toBe('refused')
    expect((await processor.void(paymentRef('pmt_1'))).outcome).toBe('refused')
  })

  test('bank debits at the sandbox processor are the only payments that clear', async () => {
    const processor = await accepted(card)
    expect(await processor.clear(paymentRef('pmt_1'))).toEqual({ outcome: 'unknown' })
    expect(await processor.clear(paymentRef('pmt_none'))).toEqual({ outcome: 'unknown' })
  })
})

describe('refunds at the sandbox processor', () => {
  const charged = async () => {
    const clock = createSteadyClock()
    const processor = createSandboxProcessor({ clock, ledger: openLedger(':memory:'), latencyMs: 0 })
    await processor.authorize({
      ...paymentRef('pmt_1'),
      account_id: 'acct_1',
      amount: 200_050,
      currency: 'USD',
      source: card,
      card_present: true,
      ...atCounter,
      entry_mode: null,
      capture: true,
      auth_code: null,
    })
    return { clock, processor }
  }

  test('refunds of 666 dollars at the sandbox processor are refused, and nothing is paid back', async () => {
    const { processor } = await charged()
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 66_600))).outcome).toBe('refused')
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_2', 200_050))).outcome).toBe('done')
  })

  test('refunds of 777 dollars at the sandbox processor are paid back, but unknown for 30 seconds', async () => {
    const { clock, processor } = await charged()
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 77_700))).outcome).toBe('unknown')
    clock.advance(29_000)
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 77_700))).outcome).toBe('unknown')
    clock.advance(1_000)
    expect((await processor.refund(paymentRef('pmt_1'), refundRef('re_1', 77_700))).outcome).toBe('done')
    expect(
      (await processor.refund(paymentRef('pmt_1'), refundRef('re_2', 200_050 - 77_700 + 1))).outcome,
    ).toBe('refused')
  })
})
