import type { ServiceError } from '../../../../src-shared/api/errors.ts'
import type { CheckoutCollected, CheckoutPage } from '../../../../src-shared/api/schemas/checkout-page.ts'
import type { CheckoutSession } from '../../../../src-shared/api/schemas/checkout-session.ts'
import type { Result } from '../../../../src-shared/result.ts'
import { visa } from '../authorize/cards.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

type Answer<Value> = Promise<Result<Value, ServiceError>>

/** The payments module with checkout sessions and the operations of their page. */
export interface CheckoutHarness extends PaymentsHarness {
  session(body?: object): Promise<CheckoutSession>
  current(id: string): Promise<CheckoutSession>
  update(id: string, body: object): Answer<CheckoutSession>
  expire(id: string): Answer<CheckoutSession>
  page(id: string): Promise<CheckoutPage>
  collect(id: string, card?: object, more?: object): Answer<CheckoutCollected>
  /** Pays with the collected method and the amounts that were returned with it. */
  payOnPage(id: string, collected: CheckoutCollected, changes?: object, key?: string): Answer<CheckoutPage>
  /** Does both steps of the page: collects the card and pays. */
  buy(id: string, card?: object, more?: object): Answer<CheckoutPage>
}

export const openCheckoutHarness = async (
  ...how: Parameters<typeof openPaymentsHarness>
): Promise<CheckoutHarness> => withCheckout(await openPaymentsHarness(...how))

export function withCheckout(harness: PaymentsHarness): CheckoutHarness {
  const own: Omit<CheckoutHarness, keyof PaymentsHarness> = {
    session: async (body = {}) =>
      mustOf(
        await harness.call('checkout_sessions.create', {
          body: { payment_intent_data: { amount: 1000 }, ...body },
        }),
      ) as CheckoutSession,
    current: async (id) =>
      mustOf(await harness.call('checkout_sessions.get', { params: { id } })) as CheckoutSession,
    update: (id, body) =>
      harness.call('checkout_sessions.update', { params: { id }, body }) as Answer<CheckoutSession>,
    expire: (id) => harness.call('checkout_sessions.expire', { params: { id } }) as Answer<CheckoutSession>,
    page: async (id) => mustOf(await harness.call('checkout_pages.get', { params: { id } })) as CheckoutPage,
    collect: (id, card = {}, more = {}) =>
      harness.call('checkout_pages.collect', {
        params: { id },
        body: { payment_method_type: 'card', card: { ...visa, ...card }, ...more },
      }) as Answer<CheckoutCollected>,
    payOnPage: (id, { payment_method, amount, surcharge_amount }, changes = {}, key) =>
      harness.call('checkout_pages.pay', {
        params: { id },
        body: { payment_method_id: payment_method?.id, amount, surcharge_amount, ...changes },
        ...(key === undefined
          ? {}
          : { idempotency: { scope: key, fingerprint: key, created_at: harness.clock.now() } }),
      }) as Answer<CheckoutPage>,
    async buy(id, card, more) {
      const collected = await own.collect(id, card, more)
      return collected.ok ? own.payOnPage(id, collected.value) : collected
    },
  }
  return Object.assign(harness, own)
}
