import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { createReceiptHarness, type PaidIntent } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
let harness: ReturnType<typeof createReceiptHarness>
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  harness = createReceiptHarness(ask)
})
afterAll(() => service.stop())

/** docs/sandbox.md from an integrator's view: tokens, payments and sandbox operations over HTTP. */
const payWith = (number: string, intent: object = {}, more: object = {}) =>
  harness.pay(intent, { card: { number, exp_month: '12', exp_year: '2049', ...more } })

const fetched = async ({ id }: { readonly id: string }) =>
  (await ask('payment_intents.get', { path: `/payment_intents/${id}` })).body as PaidIntent

/** Advances the service's clock until its repair job has done what the test waits for. */
async function eventually<Found>(
  look: () => Promise<Found>,
  isThere: (found: Found) => boolean,
  seconds = 15,
): Promise<Found> {
  for (let tries = 0; tries < 100; tries += 1) {
    await ask('sandbox.clock.advance', { body: { seconds } })
    await pause(20)
    const found = await look()
    if (isThere(found)) return found
  }
  throw new Error('it never came')
}

const close = async () =>
  (await ask('sandbox.settlements.close', { body: { account_id: service.accountId } })).body as Settlement

const capture = (intent: PaymentIntent, amount: number) =>
  ask('payment_intents.capture', { path: `/payment_intents/${intent.id}/capture`, body: { amount } })
const cancel = (intent: PaymentIntent) =>
  ask('payment_intents.cancel', { path: `/payment_intents/${intent.id}/cancel` })
const refund = async (payment: Payment, body: object = {}) =>
  (await ask('refunds.create', { path: `/payments/${payment.id}/refunds`, body })).body as Refund
const onPayment = (name: 'dispute' | 'close_dispute' | 'reverse', payment: Payment, body: object = {}) =>
  ask(`sandbox.payments.${name}`, {
    path: `/sandbox/payments/${payment.id}/${name === 'close_dispute' ? 'dispute/close' : name}`,
    body,
  })

describe('a card that is declined', () => {
  test.each([
    ['4000000000000119', '909', 'processing_error'],
    ['4000000000050049', '165', 'insert_card'],
    ['4000000000050056', '112', 'pin_required'],
    ['4000000000050072', '990', 'offline_declined'],
  ])('the card %s is declined with %s, %s, at once', async (number, response_code, decline_category) => {
    const declined = await payWith(number)
    expect(declined).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed', decline_category, gateway_response: { response_code } },
    })
  })
})

describe('a card whose outcome is unknown', () => {
  test.each([
    ['4000000000050015', 'captured', 'captured'],
    ['4000000000050023', 'created', 'failed'],
  ] as const)('the card %s is processing, and %s after 30 seconds', async (number, intent, payment) => {
    const unknown = await payWith(number)
    expect(unknown).toMatchObject({ status: 'processing', latest_payment: { status: 'processing' } })
    const known = await eventually(
      () => fetched(unknown),
      ({ status }) => status !== 'processing',
    )
    expect(known).toMatchObject({ status: intent, latest_payment: { status: payment } })
  })

  test('the card 4000000000050031 stays unknown, and is finally voided by the service', async () => {
    const unknown = await payWith('4000000000050031')
    const ended = await eventually(
      () => fetched(unknown),
      ({ status }) => status !== 'processing',
      120,
    )
    expect(ended).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed', failure_code: 'outcome_unknown_voided' },
    })
  })
})

describe('a card with another issuer', () => {
  test('the card 4000000000050064 is approved offline, without a check of address and code', async () => {
    const approved = await payWith('4000000000050064', { amount: 116_500 }, { cvv: '123' })
    expect(approved.latest_payment).toMatchObject({
      status: 'captured',
      auth_response_text: 'Approved offline',
      avs: null,
      cvv: null,
      cvv_check: null,
    })
  })

  test('the card 4506445006931933 is an Interac debit card', async () => {
    const approved = await payWith('4506445006931933')
    expect(approved.latest_payment.payment_method?.card).toMatchObject({ brand: 'Interac', funding: 'debit' })
  })

  test('the card 6006490000000053 is a gift card with 50.00 left: a higher amount is partially approved', async () => {
    const small = await payWith('6006490000000053', { amount: 4999 })
    expect(small.latest_payment).toMatchObject({ status: 'captured', amount_captured: 4999 })
    const large = await payWith('6006490000000053', { amount: 6000 })
    expect(large.latest_payment).toMatchObject({
      amount: 6000,
      amount_authorized: 5000,
      amount_captured: 5000,
      payment_method: { card: { brand: 'Gift Card', funding: 'prepaid' } },
    })
  })
})

describe('a check of address and code', () => {
  test.each([
    ['46203', 'E', null, null],
    ['46221', 'B', 'pass', null],
    ['46227', 'P', null, 'pass'],
    ['46211', 'W', 'fail', 'pass'],
    ['46214', 'X', 'pass', 'pass'],
    ['46209', 'U', null, null],
  ])('the postal code %s returns avs %s, street %s, postal code %s', async (postal, avs, street, code) => {
    const paid = await harness.pay(
      {},
      {
        card: { number: '4242424242424242', exp_month: '12', exp_year: '2049' },
        billing_details: { address_line1: '1 Main Street', postal_code: postal },
      },
    )
    expect(paid.latest_payment).toMatchObject({
      avs,
      address_line1_check: street,
      address_postal_code_check: code,
    })
  })

  test.each([
    ['901', 'N', 'fail'],
    ['902', 'S', null],
    ['903', 'U', null],
    ['904', 'P', null],
  ])('the security code %s returns cvv %s, check %s', async (code, cvv, cvv_check) => {
    const paid = await payWith('4242424242424242', {}, { cvv: code })
    expect(paid.latest_payment).toMatchObject({ cvv, cvv_check })
  })
})

describe('a capture', () => {
  const authorized = (amount = 100_000) => payWith('4242424242424242', { amount, capture: false })

  test('a capture of 666.00 is refused, and the payment stays uncaptured', async () => {
    const intent = await authorized()
    expectRefusal(await capture(intent, 66_600), 'state_conflict')
    expect(await fetched(intent)).toMatchObject({ status: 'uncaptured', amount_captured: 0 })
    expect((await capture(intent, 66_599)).body).toMatchObject({ status: 'captured' })
  })

  test('a capture of 777.00 is unknown, and done after 30 seconds', async () => {
    const intent = await authorized()
    expect((await capture(intent, 77_700)).body).toMatchObject({ status: 'processing' })
    const known = await eventually(
      () => fetched(intent),
      ({ status }) => status !== 'processing',
    )
    expect(known).toMatchObject({ status: 'captured', amount_captured: 77_700, amount_voided: 22_300 })
  })

  test('a capture of 888.00 stays unknown', async () => {
    const intent = await authorized()
    await capture(intent, 88_800)
    await ask('sandbox.clock.advance', { body: { seconds: 3600 } })
    await pause(50)
    expect((await fetched(intent)).status).toBe('processing')
  })
})

describe('a void', () => {
  test('a void of 666.00 is refused, and the payment stays captured', async () => {
    const intent = await payWith('4242424242424242', { amount: 66_600 })
    expectRefusal(await cancel(intent), 'state_conflict')
    expect((await fetched(intent)).status).toBe('captured')
  })

  test('a void of 777.00 is unknown, and done after 30 seconds', async () => {
    const intent = await payWith('4242424242424242', { amount: 77_700 })
    expect((await cancel(intent)).body).toMatchObject({ status: 'processing' })
    const known = await eventually(
      () => fetched(intent),
      ({ status }) => status !== 'processing',
    )
    expect(known).toMatchObject({ status: 'cancelled', latest_payment: { status: 'voided' } })
  })
})

describe('a refund', () => {
  const readRefund = async ({ id }: Refund) =>
    (await ask('refunds.get', { path: `/refunds/${id}` })).body as Refund

  test('a refund of 666.00 fails, and one of 777.00 is unknown for 30 seconds', async () => {
    const { latest_payment } = await payWith('4242424242424242', { amount: 300_050 })
    expect(await refund(latest_payment, { amount: 66_600 })).toMatchObject({ status: 'failed' })
    const unknown = await refund(latest_payment, { amount: 77_700 })
    expect(unknown).toMatchObject({ status: 'processing', awaits: 'processor' })
    const known = await eventually(
      () => readRefund(unknown),
      ({ awaits }) => awaits !== 'processor',
    )
    expect(known).toMatchObject({ status: 'processing', awaits: 'settlement' })
  })

  test('a settled refund can be returned: it has failed, and the next settlement pays its amount out', async () => {
    const { latest_payment: payment } = await payWith('4242424242424242', { amount: 2000 })
    const made = await refund(payment, { amount: 700 })
    const path = `/sandbox/refunds/${made.id}/return`
    expectRefusal(await ask('sandbox.refunds.return', { path }), 'state_conflict')
    await close()
    expect((await ask('sandbox.refunds.return', { path })).body).toMatchObject({
      id: made.id,
      status: 'failed',
      failure_code: 'returned_by_bank',
    })
    expect((await fetched({ id: payment.payment_intent_id })).amount_refunded).toBe(0)
    const fees = (await ask('fees.list', { query: `?source_id=${payment.id}` })).body as { data: Fee[] }
    expect(fees.data).toMatchObject([
      { fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT', amount: 700, is_refund: true },
      { fee_type: 'PROCESSING' },
    ])
    expect((await close()).amount_fees).toBe(-700)
    expectRefusal(await ask('sandbox.refunds.return', { path }), 'state_conflict')
    // The bank has the money again, and refunds it again on request.
    const anew = await refund(payment, { amount: 2000 })
    expect(anew).toMatchObject({ status: 'processing', awaits: 'settlement' })
    expect(await close()).toMatchObject({ refund_count: 1, amount_refunded: 2000 })
  })
})

describe('a dispute', () => {
  const paid = async () => (await payWith('4242424242424242', { amount: 1000 })).latest_payment

  test('a won dispute gives the amount back, and stays visible as a past dispute', async () => {
    const payment = await paid()
    const open = (await onPayment('dispute', payment, { amount: 600 })).body as Payment
    expect(open).toMatchObject({ disputed: true, amount_disputed: 600 })
    const won = (await onPayment('close_dispute', payment, { outcome: 'won' })).body
    expect(won).toMatchObject({
      disputed: false,
      amount_disputed: 0,
      dispute_id: open.dispute_id,
      gateway_response: { dispute_status: 'won' },
    })
    expect(await fetched({ id: payment.payment_intent_id })).toMatchObject({
      disputed: false,
      amount_disputed: 0,
    })
    expectRefusal(await onPayment('dispute', payment), 'state_conflict')
    expectRefusal(await onPayment('close_dispute', payment, { outcome: 'lost' }), 'state_conflict')
  })

  test('a lost dispute keeps the amount', async () => {
    const payment = await paid()
    expectRefusal(await onPayment('close_dispute', payment, { outcome: 'lost' }), 'state_conflict')
    await onPayment('dispute', payment)
    expect((await onPayment('close_dispute', payment, { outcome: 'lost' })).body).toMatchObject({
      disputed: true,
      amount_disputed: 1000,
      gateway_response: { dispute_status: 'lost' },
    })
  })

  test('a dispute may begin as an inquiry, which takes no money and has no fee', async () => {
    const payment = await paid()
    const asked = (await onPayment('dispute', payment, { inquiry: true })).body as Payment
    expect(asked).toMatchObject({
      disputed: false,
      amount_disputed: 0,
      dispute_id: expect.stringMatching(/^dp_/),
      gateway_response: { dispute_status: 'inquiry' },
    })
    const fees = (await ask('fees.list', { query: `?source_id=${payment.id}` })).body as { data: Fee[] }
    expect(fees.data).toEqual([])
    expectRefusal(await onPayment('close_dispute', payment, { outcome: 'lost' }), 'state_conflict')
    expect((await onPayment('dispute', payment)).body).toMatchObject({
      disputed: true,
      dispute_id: asked.dispute_id,
    })
  })
})

describe('a bank debit', () => {
  async function debit(account_number: string, type: 'bank' | 'ca_bank' = 'bank') {
    const rail = type === 'bank' ? 'us_bank_ach' : 'ca_bank_eft'
    const where =
      type === 'bank'
        ? { routing_number: '110000000' }
        : { transit_number: '12345', institution_number: '001' }
    const bank = { account_number, account_type: 'checking', account_holder: 'Ana Torres', ...where }
    return harness.pay(
      { amount: 1000, payment_method_types: [type], payment_rail_types: [rail] },
      { payment_method_type: type, card: undefined, bank },
    )
  }

  test.each([
    ['bank', '000222222227', 'R01', 'Insufficient funds'],
    ['bank', '000111111113', 'R02', 'The account is closed'],
    ['bank', '000111111116', 'R03', 'The account does not exist, or its holder has another name'],
    ['bank', '9990000016', 'R16', 'The account is frozen'],
    ['ca_bank', '9990000905', '905', 'The account is closed'],
  ] as const)(
    'a bank debit of %s account %s is returned with %s',
    async (type, account, return_code, return_message) => {
      const pending = await debit(account, type)
      expect(pending.status).toBe('pending')
      await close()
      expect(await fetched(pending)).toMatchObject({
        status: 'failed',
        latest_payment: { status: 'rejected', return_code, return_message },
      })
    },
  )

  test('a bank debit of account 000000000009 stays pending', async () => {
    const pending = await debit('000000000009')
    await close()
    expect((await fetched(pending)).status).toBe('pending')
  })

  test('a settled bank debit can be returned with a requested code', async () => {
    const pending = await debit('000123456789')
    await close()
    expect((await onPayment('reverse', pending.latest_payment, { return_code: 'R07' })).body).toMatchObject({
      reversed: true,
      return_code: 'R07',
      return_message: 'The customer withdrew the authorization',
    })
  })
})
