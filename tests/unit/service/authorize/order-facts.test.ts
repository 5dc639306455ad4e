import { describe, expect, test } from 'vitest'
import { contradictionIn } from '../../../../src-service/processor/harsh/contradictions.ts'
import type { AuthorizeRequest, VerifyRequest } from '../../../../src-service/processor/processor.ts'
import { updateOf } from '../../../../src-service/store/row-writes.ts'
import type { EntryMode } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import { openCheckoutHarness } from '../checkout/checkout-harness.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { visa } from './cards.ts'
import { ready } from './ready-intent.ts'

/** Records what the processor is asked, which must never be contradictory. */
function listen<Harness extends PaymentsHarness>(harness: Harness) {
  const asked: AuthorizeRequest[] = []
  harness.processor.authorize = (request) => {
    expect(contradictionIn(request)).toBeNull()
    asked.push(request)
    return harness.sandbox.authorize(request)
  }
  const last = () => {
    const { channel, stored_credential, billing } = asked.at(-1) ?? {}
    return { channel, stored_credential, billing }
  }
  return { harness, last }
}
const open = async () => listen(await openPaymentsHarness())

/** Makes a method one that a terminal has read. */
async function readBy(harness: PaymentsHarness, { id }: PaymentMethod, entry_mode: EntryMode): Promise<void> {
  const row = await harness.services.store.find<PaymentMethod>('payment_method', id)
  if (row === null) throw new Error(`there is no method ${id}`)
  const document = { ...row.document, meta_data: { entry_mode, card_present: true } }
  const write = updateOf('payment_method', { ...row, version: row.version + 1, document })
  expect(await harness.services.store.commit({ writes: [write] })).toMatchObject({ ok: true })
}

const merchant = { initiator: 'merchant', scheduled: false, first: false }
const customer = { initiator: 'customer', scheduled: false, first: false }
const { cvv: _, ...withoutCode } = { cvv: '', ...visa }

describe('what a processor learns of an order (processor port, point 4)', () => {
  test.each([
    ['EMVContact', 'terminal'],
    ['Contactless', 'terminal'],
    ['keyed', 'typed'],
  ] as const)('a card at a terminal by %s is an order of the channel %s', async (mode, channel) => {
    const { harness, last } = await open()
    const { method, pay } = await ready(harness)
    await readBy(harness, method, mode)
    mustOf(await pay())
    expect(last()).toMatchObject({ channel, stored_credential: null })
  })

  test('a card read by the terminal of a sale is an order at the terminal, with the name of its holder', async () => {
    const { harness, last } = await open()
    mustOf(await harness.pay((await harness.intent()).id))
    expect(last()).toMatchObject({
      channel: 'terminal',
      stored_credential: null,
      billing: { name: 'ANA TORRES' },
    })
  })

  test('a token of a browser is an e-commerce order, with the address that was given', async () => {
    const { harness, last } = await open()
    const billing = { name: 'Ana Torres', address_line1: '1 Main Street', postal_code: '62701' }
    const { pay } = await ready(harness, { cvv: '123' })
    mustOf(await pay({ billing_details: billing }))
    expect(last()).toEqual({ channel: 'e_commerce', stored_credential: null, billing })
  })

  test("a customer's card is charged by the merchant, unless its security code goes along", async () => {
    const { harness, last } = await open()
    const { id: customer_id } = await harness.customer()
    await harness.kept(customer_id, withoutCode)
    mustOf(await harness.payBy((await harness.intent()).id, { customer_id }))
    expect(last()).toMatchObject({ channel: 'e_commerce', stored_credential: merchant })
    mustOf(await harness.payBy((await harness.intent()).id, { customer_id, cvv2: '123' }))
    expect(last()).toMatchObject({ channel: 'e_commerce', stored_credential: customer })
  })

  test('the security code given with a card that is stored makes its first payment the one that the customer agreed to', async () => {
    const { harness, last } = await open()
    const { id: customer_id } = await harness.customer()
    await harness.kept(customer_id, { cvv: '123' })
    mustOf(await harness.payBy((await harness.intent()).id, { customer_id }))
    expect(last().stored_credential).toEqual({ ...customer, first: true })
    mustOf(await harness.payBy((await harness.intent()).id, { customer_id }))
    expect(last().stored_credential).toEqual(merchant)
  })

  test("a customer's card that a terminal read is not present later: it is charged as by telephone", async () => {
    const { harness, last } = await open()
    const { id: customer_id } = await harness.customer()
    await readBy(harness, await harness.kept(customer_id, withoutCode), 'EMVContact')
    mustOf(await harness.payBy((await harness.intent()).id, { customer_id }))
    expect(last()).toMatchObject({ channel: 'telephone', stored_credential: merchant })
  })

  test('on the hosted page the customer pays', async () => {
    const { harness, last } = listen(await openCheckoutHarness())
    const { id } = await harness.session()
    expect(mustOf(await harness.buy(id))).toMatchObject({ state: 'paid' })
    expect(last()).toMatchObject({ channel: 'e_commerce', stored_credential: null })
  })

  test('a bank account is an order without rules for stored cards', async () => {
    const { harness, last } = await open()
    const { id: customer_id } = await harness.customer()
    const intent = await harness.intent({ payment_method_types: ['bank'] })
    const bank = {
      ...{ account_number: '000123456789', routing_number: '110000000' },
      ...{ account_type: 'checking', account_holder: 'Ana Torres' },
    }
    const body = { client_secret: intent.client_secret, payment_method_type: 'bank', bank }
    const { id } = mustOf(await harness.call('tokens.create', { body })) as PaymentMethod
    mustOf(await harness.call('payment_methods.attach', { params: { id }, body: { customer_id } }))
    mustOf(await harness.payBy(intent.id, { payment_method_id: id }))
    expect(last()).toMatchObject({ channel: 'e_commerce', stored_credential: null })
  })

  test.each([true, false])('a check of a card states whether it is to be kept: %s', async (isKept) => {
    const harness = await openPaymentsHarness()
    const asked: VerifyRequest[] = []
    harness.processor.verify = (request) => {
      asked.push(request)
      return harness.sandbox.verify(request)
    }
    const owner = isKept ? { customer_id: (await harness.customer()).id } : {}
    const made = await harness.call('payment_method_intents.create', { body: { validate: true, ...owner } })
    const { client_secret } = mustOf(made) as { client_secret: string }
    const body = { client_secret, payment_method_type: 'card', card: visa }
    mustOf(await harness.call('tokens.create', { body }))
    expect(asked).toMatchObject([
      { channel: 'e_commerce', stored_credential: isKept ? { ...customer, first: true } : null },
    ])
  })
})
