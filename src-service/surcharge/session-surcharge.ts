import type { CheckoutSurcharge } from '../../src-shared/api/schemas/checkout-session.ts'
import type { Cents } from '../../src-shared/money.ts'
import { assertNever } from '../../src-shared/result.ts'
import { type SurchargeQuestion, shareOf, surchargeOf } from './surcharge.ts'

/** Returns the surcharge of a checkout session, in cents: only on credit cards, and only where the law allows it. */
export function sessionSurcharge(
  rule: CheckoutSurcharge,
  question: Omit<SurchargeQuestion, 'percent'>,
): Cents {
  switch (rule.type) {
    case 'disabled':
      return 0
    case 'percentage':
      return surchargeOf({ ...question, percent: rule.percent }).fee_amount
    case 'fixed': {
      const { card_type, restricted } = surchargeOf({ ...question, percent: 0 })
      // A surcharge is never charged alone.
      return question.amount > 0 && card_type === 'Credit' && restricted === 'N' ? rule.amount : 0
    }
    default:
      return assertNever(rule)
  }
}

/** Returns the maximum surcharge for any card, in cents. */
export function mostSurcharge(rule: CheckoutSurcharge, amount: Cents): Cents {
  switch (rule.type) {
    case 'disabled':
      return 0
    case 'percentage':
      return shareOf(amount, rule.percent)
    case 'fixed':
      return rule.amount
    default:
      return assertNever(rule)
  }
}
