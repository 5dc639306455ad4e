import type { CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import { type Cents, percentOf } from '../../src-shared/money.ts'
import type { MethodType } from '../components/payment-details.ts'

/** The amounts shown before the card is known, in cents. Assumes a card that bears the surcharge. */
export interface Due {
  readonly surcharge: Cents
  readonly total: Cents
}

/** If the card's total differs, the payer is asked again, so this need not apply the service's whole rule. */
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
