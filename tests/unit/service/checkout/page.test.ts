import { beforeEach, describe, expect, test } from 'vitest'
import { returnUrl } from '../../../../src-service/checkout/page-view.ts'
import type { CheckoutPage } from '../../../../src-shared/api/schemas/checkout-page.ts'
import type { PaymentMethodIntent } from '../../../../src-shared/api/schemas/payment-method-intent.ts'
import { doNotHonor, silentCard } from '../authorize/cards.ts'
import { codeOf, mustOf } from '../intents/payments-harness.ts'
import { type CheckoutHarness, openCheckoutHarness } from './checkout-harness.ts'

const credit = { number: '4242424242424242' }
const debit = { number: '4000056655665556' }
const inOhio = { billing_details: { postal_code: '44101' } }
const inConnecticut = { billing_details: { postal_code: '06103' } }
const percentage = { surcharge: { type: 'percentage', percent: 3 } }

let harness: CheckoutHarness
beforeEach(async () => {
  harness = await openCheckoutHarness()
})

describe('a payment on the hosted page', () => {
  test('a payment on the hosted page that is declined leaves the page open for another card', async () => {
    const { id, payment_intent_id } = await harness.session()
    const declined = mustOf(await harness.buy(id, doNotHonor))
    expect(declined).toMatchObject({
      state: 'open',
      last_attempt: { outcome: 'declined', category: 'do_not_honor' },
      payment: null,
    })
    expect(mustOf(await harness.buy(id)).state).toBe('paid')
    expect(await harness.payments(payment_intent_id)).toHaveLength(2)
  })

  test('a payment on the hosted page without an answer is shown as unknown, and resolved later', async () => {
    const { id } = await harness.session()
    expect(mustOf(await harness.buy(id, silentCard)).state).toBe('unknown')
    expect(codeOf(await harness.buy(id))).toBe('state_conflict')
    expect((await harness.page(id)).state).toBe('unknown')
    harness.clock.advance(31_000)
    await harness.repair()
    expect(await harness.page(id)).toMatchObject({ state: 'paid', payment: { status: 'captured' } })
  })

  test('a payment on the hosted page is shown as processing while the bank is asked', async () => {
    const { id } = await harness.session()
    const collected = mustOf(await harness.collect(id))
    let seen: CheckoutPage | null = null
    harness.processor.authorize = async (request) => {
      seen = await harness.page(id)
      return harness.sandbox.authorize(request)
    }
    mustOf(await harness.payOnPage(id, collected))
    expect(seen).toMatchObject({ state: 'processing', payment: null, success_url: null })
  })

  test('a hosted page with capture false accepts cards only', async () => {
    const { id } = await harness.session({
      payment_method_types: ['bank', 'card'],
      payment_intent_data: { amount: 1000, capture: false },
    })
    expect((await harness.page(id)).payment_method_types).toEqual(['card'])
    const bank = {
      account_number: '000123456789',
      routing_number: '110000000',
      account_type: 'checking',
      account_holder: 'Ana',
    }
    const account = { payment_method_type: 'bank', card: undefined, bank }
    expect(await harness.collect(id, {}, account)).toMatchObject({
      error: { code: 'parameter_invalid', param: 'payment_method_type' },
    })
    expect(mustOf(await harness.buy(id)).payment?.status).toBe('uncaptured')
  })

  test('two people with one link pay once', async () => {
    const { id, payment_intent_id } = await harness.session()
    const cards = [mustOf(await harness.collect(id)), mustOf(await harness.collect(id, credit))]
    const pages = await Promise.all(cards.map((card) => harness.payOnPage(id, card)))
    expect(pages.filter((page) => mustOf(page).state === 'open')).toEqual([])
    expect(await harness.payments(payment_intent_id)).toHaveLength(1)
    expect((await harness.page(id)).state).toBe('paid')
  })

  test('a repeat with the same key returns the current page, and charges nothing', async () => {
    const { id, payment_intent_id } = await harness.session()
    const collected = mustOf(await harness.collect(id, doNotHonor))
    const first = mustOf(await harness.payOnPage(id, collected, {}, 'key of the first try'))
    const repeat = mustOf(await harness.payOnPage(id, collected, {}, 'key of the first try'))
    expect(repeat).toEqual(first)
    expect(codeOf(await harness.payOnPage(id, collected))).toBe('state_conflict')
    expect(await harness.payments(payment_intent_id)).toHaveLength(1)
  })

  test('a payment on the hosted page accepts only methods that were collected on it', async () => {
    const [{ id }, other] = [await harness.session(), await harness.session()]
    const collected = mustOf(await harness.collect(id))
    const customer = await harness.customer()
    const kept = await harness.kept(customer.id)
    const theirs = mustOf(await harness.collect(other.id))
    for (const payment_method_id of [kept.id, theirs.payment_method?.id ?? '', 'pm_none']) {
      const paid = await harness.payOnPage(id, collected, { payment_method_id })
      expect(codeOf(paid)).toBe('resource_missing')
    }
    expect((await harness.page(id)).state).toBe('open')
  })

  test('a page for a part of an order shows the whole amount, and no other page does', async () => {
    const order_details = {
      items: [{ name: 'Poster', amount: 5319 }],
      bill: { number: 'KT1042', total: 5319 },
    }
    const part = await harness.session({ payment_intent_data: { amount: 2819, order_details } })
    expect(await harness.page(part.id)).toMatchObject({ amount: 2819, whole_amount: 5319 })
    const all = await harness.session({
      payment_intent_data: { amount: 5519, tip_amount: 200, order_details },
    })
    expect(await harness.page(all.id)).toMatchObject({ amount: 5519, whole_amount: null })
    // The page has no rows that would explain the difference between such a total and the whole.
    for (const beside of [{ tip_amount: 200 }, { surcharge_amount: 200 }]) {
      const more = await harness.session({ payment_intent_data: { amount: 3019, order_details, ...beside } })
      expect(await harness.page(more.id)).toMatchObject({ amount: 3019, whole_amount: null })
    }
    // The payer's receipt has the number by which the counter finds the sale.
    expect(mustOf(await harness.buy(part.id)).payment).toMatchObject({ receipt_number: 'KT1042' })
  })

  test('a payment on the hosted page is refused when the amounts have changed since they were shown', async () => {
    const { id, payment_intent_id } = await harness.session()
    const collected = mustOf(await harness.collect(id))
    mustOf(await harness.update(id, { discount_amount: 100 }))
    expect(codeOf(await harness.payOnPage(id, collected))).toBe('amount_changed')
    expect(await harness.payments(payment_intent_id)).toEqual([])
    expect(mustOf(await harness.payOnPage(id, collected, { amount: 900 })).payment?.amount).toBe(900)
  })

  test('a page with ten failed payments accepts no more', async () => {
    const { id } = await harness.session()
    for (let tries = 0; tries < 10; tries += 1) mustOf(await harness.buy(id, doNotHonor))
    expect((await harness.page(id)).state).toBe('cancelled')
    expect(codeOf(await harness.collect(id))).toBe('state_conflict')
  })
})

describe('the surcharge of a checkout session', () => {
  test("a surcharge that is already part of the session's amount is not added again on its page", async () => {
    const payment_intent_data = { amount: 10_300, surcharge_amount: 300 }
    const { id } = await harness.session({ payment_intent_data })
    const paid = mustOf(await harness.buy(id))
    expect(paid).toMatchObject({ amount: 10_300, payment: { amount: 10_300, surcharge_amount: 0 } })
  })

  test.each([
    ['a credit card', percentage, credit, inOhio, 30],
    ['a debit card', percentage, debit, inOhio, 0],
    ['a credit card where the law forbids it', percentage, credit, inConnecticut, 0],
    ['a credit card, in cents', { surcharge: { type: 'fixed', amount: 25 } }, credit, inOhio, 25],
    ['a debit card, in cents', { surcharge: { type: 'fixed', amount: 25 } }, debit, inOhio, 0],
    ['a credit card, disabled', { surcharge: { type: 'disabled' } }, credit, {}, 0],
  ])('the surcharge for %s is shown before it is charged', async (_, body, card, billing, surcharge) => {
    const { id, payment_intent_id } = await harness.session(body)
    const collected = mustOf(await harness.collect(id, card, billing))
    expect(collected).toMatchObject({ amount: 1000 + surcharge, surcharge_amount: surcharge })
    const paid = mustOf(await harness.payOnPage(id, collected))
    expect(paid.payment).toMatchObject({ amount: 1000 + surcharge, surcharge_amount: surcharge })
    expect(await harness.read(payment_intent_id)).toMatchObject({
      ...{ amount: 1000 + surcharge, surcharge_amount: surcharge, amount_captured: 1000 + surcharge },
    })
  })

  test('the surcharge is removed again when its payment fails', async () => {
    const { id, payment_intent_id } = await harness.session({
      ...percentage,
      payment_intent_data: { amount: 1000, surcharge_amount: 10 },
    })
    const collected = mustOf(await harness.collect(id, credit, inOhio))
    expect(collected).toMatchObject({ amount: 1030, surcharge_amount: 40 })
    harness.processor.authorize = async () => ({ outcome: 'unknown' })
    mustOf(await harness.payOnPage(id, collected))
    expect(await harness.read(payment_intent_id)).toMatchObject({ amount: 1030, surcharge_amount: 40 })
    delete harness.processor.authorize
    harness.clock.advance(31_000)
    await harness.repair()
    expect(await harness.read(payment_intent_id)).toMatchObject({
      ...{ status: 'created', amount: 1000, surcharge_amount: 10 },
    })
    expect(mustOf(await harness.buy(id, debit, inOhio)).payment).toMatchObject({ amount: 1000 })
  })

  test('a card needs its postal code when a surcharge may apply', async () => {
    const { id } = await harness.session(percentage)
    expect((await harness.page(id)).billing).toEqual({ postal_code: 'required' })
    expect(codeOf(await harness.collect(id, credit))).toBe('parameter_missing')
    const plain = await harness.session()
    expect((await harness.page(plain.id)).billing).toEqual({ postal_code: 'optional' })
  })

  test.each(['', '  '])(
    'a blank postal code (%j) counts as missing: no surcharge is charged',
    async (postal_code) => {
      const billing_details = { postal_code }
      const data = { amount: 1000, payment_method_data: { billing_details } }
      const session = await harness.session({ ...percentage, payment_intent_data: data })
      expect((await harness.page(session.id)).billing).toEqual({ postal_code: 'required' })
      expect(codeOf(await harness.collect(session.id, credit))).toBe('parameter_missing')
      const intent = {
        ...(await harness.read(session.payment_intent_id)),
        client_secret: session.client_secret,
      }
      const payment_method = await harness.token(intent, credit, { billing_details })
      const amounts = { amount: 1000, surcharge_amount: 0 }
      const paid = await harness.call('checkout_pages.pay', {
        params: { id: session.id },
        body: { payment_method_id: payment_method.id, ...amounts },
      })
      expect((mustOf(paid) as CheckoutPage).payment).toMatchObject(amounts)
    },
  )
})

describe('the hosted page', () => {
  test('the hosted page shows lines, tax, tip and description of the order', async () => {
    const { id } = await harness.session({
      payment_intent_data: {
        ...{ amount: 1000, tax_amount: 80, tip_amount: 20, description: 'Table 7' },
        order_details: {
          items: [{ name: 'Tea', quantity: 2, unit_amount: 450 }, 'A smile'],
          taxes: [
            { name: 'GST', rate: 5_000, inclusive: false, amount: 27 },
            { name: 'QST', rate: 9_975, inclusive: false, amount: 53 },
          ],
        },
      },
    })
    expect(await harness.page(id)).toMatchObject({
      taxes: [
        { name: 'GST', rate: 5_000, amount: 27 },
        { name: 'QST', rate: 9_975, amount: 53 },
      ],
      ...{ subtotal: 1000, tax_amount: 80, tip_amount: 20, description: 'Table 7' },
      lines: [
        { description: 'Tea', quantity: 2, unit_amount: 450, amount: 900 },
        { description: 'A smile', quantity: 1, unit_amount: null, amount: null },
      ],
    })
  })

  test.each([
    ['https://shop.example.com/a?b=c', 'https://shop.example.com/a?b=c&session_id=cs_1'],
    ['https://shop.example.com/{CHECKOUT_SESSION_ID}', 'https://shop.example.com/cs_1'],
    ['HTTPS://shop.example.com/{CHECKOUT_SESSION_ID}', 'https://shop.example.com/cs_1'],
  ])('the hosted page returns to %s with the session’s id', (given, url) => {
    expect(returnUrl(given, 'cs_1')).toBe(url)
  })

  test('the hosted page of a payment method intent saves a card, and reports a refusal by its bank', async () => {
    const intent = mustOf(
      await harness.call('payment_method_intents.create', { body: { validate: true } }),
    ) as PaymentMethodIntent
    expect(await harness.page(intent.id)).toMatchObject({ mode: 'save', state: 'open', amount: 0 })
    const refused = mustOf(await harness.collect(intent.id, doNotHonor))
    expect(refused).toMatchObject({
      payment_method: null,
      page: { state: 'open', last_attempt: { outcome: 'declined', category: 'do_not_honor' } },
    })
    const kept = mustOf(await harness.collect(intent.id))
    expect(kept).toMatchObject({ page: { state: 'saved', saved: { last_four_digits: '1111' } } })
    expect(codeOf(await harness.payOnPage(intent.id, kept))).toBe('ok')
  })
})
