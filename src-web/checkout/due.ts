import type { CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import { type Cents, percentOf } from '../../src-shared/money.ts'
import type { MethodType } from '../components/payment-details.ts'

/** What is shown before the card is known, cents: a card is taken for one that bears the surcharge. */
export interface Due {
  readonly surcharge: Cents
  readonly total: Cents
}

/** Where the card turns out otherwise the payer is asked once more, so this need not be the service's whole rule. */
export function dueWith({ amount, surcharge, mode }: CheckoutPage, type: MethodType): Due {
  const added = mode === 'save' || type !== 'card' ? 0 : surchargeOn(amount, surcharge)
  return { surcharge: added, total: amount + added }
}

function surchargeOn(amount: Cents, surcharge: CheckoutPage['surcharge']): Cents {
  switch (surcharge.type) {
    case 'percentage':
      return percentOf(amount, surcharge.percent)
    case 'fixed':
      return surcharge.amount
    case 'disabled':
      return 0
  }
}
