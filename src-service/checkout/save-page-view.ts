import type { CheckoutPage, CheckoutPageState } from '../../src-shared/api/schemas/checkout-page.ts'
import type { PaymentMethodIntent } from '../../src-shared/api/schemas/payment-method-intent.ts'
import { takesMore } from '../payment-method-intents/decide-collect.ts'
import type { PageFacts } from './page-view.ts'

/** Returns the hosted page of a payment method intent. It collects a card or bank account and charges nothing. */
export function savePage(
  intent: PaymentMethodIntent,
  { merchantName, currency, training }: Pick<PageFacts, 'merchantName' | 'currency' | 'training'>,
): CheckoutPage {
  const { payment_method: method, latest_validation_response: validation } = intent
  const state = stateOf(intent)
  return {
    id: intent.id,
    entity: 'checkout_page',
    mode: 'save',
    state,
    merchant_name: merchantName,
    currency,
    ...{ subtotal: 0, discount_amount: 0, tax_amount: 0, tip_amount: 0, amount: 0 },
    taxes: [],
    lines: [],
    whole_amount: null,
    description: null,
    surcharge: { type: 'disabled' },
    payment_method_types: intent.payment_method_types,
    billing: { postal_code: 'optional' },
    customer_email: null,
    last_attempt:
      intent.status === 'created' && validation?.status === 'failed'
        ? { outcome: 'declined', category: validation.code ?? 'declined', at: validation.created_at }
        : null,
    payment: null,
    saved:
      state !== 'saved' || method === null
        ? null
        : {
            payment_method_type: method.payment_method_type,
            brand: method.card?.brand ?? null,
            last_four_digits: method.card?.last_four_digits ?? method.bank?.last_four_digits ?? null,
          },
    ...{ success_url: null, cancel_url: null, expires_at: null },
    wallets_requested: false,
    training,
  }
}

function stateOf(intent: PaymentMethodIntent): CheckoutPageState {
  switch (intent.status) {
    case 'created':
      return takesMore(intent) ? 'open' : 'cancelled'
    case 'processing':
      return 'processing'
    case 'succeeded':
      return 'saved'
    case 'cancelled':
      return 'cancelled'
  }
}
