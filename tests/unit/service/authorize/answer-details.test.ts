import Libsql from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type AnswerDetails, type Decision, noDetails } from '../../../../src-service/processor/decision.ts'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { surchargeOf } from '../../../../src-service/surcharge/surcharge.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import { harshBank } from '../../../support/harsh-bank.ts'
import { mustOf, openPaymentsHarness } from '../intents/payments-harness.ts'
import { emptyReceipt } from './cards.ts'

const approved = (details: Partial<AnswerDetails>) => async (): Promise<Decision> => ({
  outcome: 'approved',
  amount_authorized: 1234,
  auth_code: '123456',
  retrieval_reference: '600100000001',
  response_code: '000',
  response_text: 'Approval',
  avs: null,
  cvv: null,
  ...noDetails,
  ...details,
})

describe('details that a processor returns with an approval', () => {
  test('the funding from the processor replaces the one that was derived from the card number', async () => {
    const harness = await openPaymentsHarness()
    harness.processor.authorize = approved({ funding: 'prepaid' })
    const { payment } = mustOf(await harness.pay((await harness.intent()).id))
    expect(payment.payment_method?.card?.funding).toBe('prepaid')
  })

  test('a card of unknown funding does not count as credit, and has no surcharge', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent()
    const method = await harness.token(intent, { number: '4539578763621486' })
    expect(method.card?.funding).toBe('unknown')
    const question = {
      funding: method.card?.funding ?? 'credit',
      postalCode: null,
      amount: 10_000,
      percent: 3,
    }
    expect(surchargeOf(question)).toEqual({ card_type: 'Unknown', restricted: 'N', fee_amount: 0 })
  })

  test('a stored card keeps the funding from the processor, for the next surcharge', async () => {
    const harness = await openPaymentsHarness()
    const customer = await harness.customer()
    const method = await harness.kept(customer.id, { number: '4539578763621486' })
    expect(method.card?.funding).toBe('unknown')
    harness.processor.authorize = approved({ funding: 'debit' })
    const { id } = await harness.intent()
    expect(await harness.payBy(id, { payment_method_id: method.id })).toMatchObject({ ok: true })
    const { store } = harness.services
    const kept = await store.get<PaymentMethod>('payment_method', harness.caller.accountId, method.id)
    expect(kept?.document.card?.funding).toBe('debit')
  })

  test('a stored card keeps the funding from an inquiry after an answer was lost', async () => {
    const harness = await openPaymentsHarness()
    const customer = await harness.customer()
    const method = await harness.kept(customer.id, { number: '4539578763621486' })
    harness.processor.authorize = async () => ({ outcome: 'unknown' })
    const { id } = await harness.intent()
    expect(mustOf(await harness.payBy(id, { payment_method_id: method.id })).status).toBe('processing')
    harness.processor.inquire = approved({ funding: 'prepaid' })
    harness.clock.advance(61_000)
    await harness.repair()
    expect((await harness.read(id)).status).toBe('captured')
    const { store } = harness.services
    const kept = await store.get<PaymentMethod>('payment_method', harness.caller.accountId, method.id)
    expect(kept?.document.card?.funding).toBe('prepaid')
  })

  test('a stored card whose funding a former version guessed to be credit gets unknown funding', () => {
    const database = new Libsql(':memory:')
    onTestFinished(() => void database.close())
    const guess = migrations.findIndex(({ name }) => name === 'funding not guessed')
    for (const { sql } of migrations.slice(0, guess)) database.exec(sql)
    const insert = database.prepare('INSERT INTO payment_methods VALUES (?, ?, 1, 0, 0, NULL, NULL, ?)')
    const note = 'He said "funding":"credit"'
    for (const funding of ['credit', 'debit']) {
      insert.run(['acct_1', funding, JSON.stringify({ card: { brand: 'Visa', funding }, note })])
    }
    database.exec(migrations[guess]?.sql ?? '')
    const rows = database.prepare('SELECT document FROM payment_methods ORDER BY id').all()
    expect(rows.map((row) => JSON.parse((row as { readonly document: string }).document) as unknown)).toEqual(
      [
        { card: { brand: 'Visa', funding: 'unknown' }, note },
        { card: { brand: 'Visa', funding: 'debit' }, note },
      ],
    )
  })

  test('the batch from the processor is in gateway_response', async () => {
    const harness = await openPaymentsHarness()
    harness.processor.authorize = approved({ batch_id: '1234' })
    const { payment } = mustOf(await harness.pay((await harness.intent()).id))
    expect(payment.gateway_response.batch_id).toBe('1234')
  })

  test('the entry mode from the processor is kept when the card was not read by one of our terminals', async () => {
    const harness = await openPaymentsHarness()
    harness.processor.authorize = approved({ entry_mode: 'DigitalWallet' })
    const read = mustOf(await harness.pay((await harness.intent()).id))
    expect(read.payment.entry_mode).toBe('EMVContact')
    const intent = await harness.intent()
    const { id } = await harness.token(intent)
    const paid = mustOf(await harness.payBy(intent.id, { payment_method_id: id }))
    expect(paid.latest_payment?.entry_mode).toBe('DigitalWallet')
  })

  test('receipt texts from the processor fill what the request left empty, and replace nothing', async () => {
    const harness = await openPaymentsHarness()
    harness.processor.authorize = approved({ receipt: { footer: 'Keep this copy', dba: 'Another name' } })
    const { payment } = mustOf(await harness.pay((await harness.intent()).id))
    expect(payment.terminal_details?.receipt_data).toEqual({ ...emptyReceipt, footer: 'Keep this copy' })
  })
})

describe('details that a processor returns with a decline', () => {
  test.each([
    ['4000000000009987', 'never'],
    ['4000000000009995', 'later'],
    ['4000000000000127', 'fix'],
    ['4000000000050056', 'now'],
  ])('a decline of the card %s may be retried: %s', async (number, retryable) => {
    const harness = await openPaymentsHarness()
    const { payment } = mustOf(await harness.pay((await harness.intent()).id, { number }))
    expect(payment.gateway_response.retryable).toBe(retryable)
  })
})

test.each(['sandbox', 'harsh'] as const)(
  'the %s bank returns funding, entry mode and batch',
  async (bank) => {
    const openBank = bank === 'harsh' ? harshBank(() => ({ kind: 'none' })).openBank : undefined
    const harness = await openPaymentsHarness(undefined, openBank)
    const intent = await harness.intent()
    const { id } = await harness.token(intent, { number: '4000056655665556' })
    const { latest_payment } = mustOf(await harness.payBy(intent.id, { payment_method_id: id }))
    expect(latest_payment).toMatchObject({
      status: 'captured',
      entry_mode: 'keyed',
      payment_method: { card: { funding: 'debit' } },
      gateway_response: { batch_id: expect.stringMatching(/^\d+$/) },
    })
  },
)

test('a chip payment that was approved offline shows it by its ARC and on the receipt', async () => {
  const harness = await openPaymentsHarness()
  const { sandbox } = harness
  let seen: Decision = { outcome: 'unknown' }
  harness.processor.authorize = async (request) => {
    seen = await sandbox.authorize(request)
    return seen
  }
  const { payment } = mustOf(await harness.pay((await harness.intent()).id, { number: '4000000000050064' }))
  expect(seen).toMatchObject({ emv: { ARC: 'Y3' } })
  expect(payment.terminal_details?.receipt_data.footer).toBe('Approved offline')
})
