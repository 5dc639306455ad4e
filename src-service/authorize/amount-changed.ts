import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../src-shared/money.ts'

/** The customer agreed to an amount on the terminal's screen: another one is not charged. */
export function refuseAmountChange(intent: PaymentIntent, agreed: Cents): ServiceError | null {
  if (intent.amount === agreed) return null
  return serviceError(
    'state_conflict',
    `The amount of payment intent ${intent.id} was changed from ${agreed} to ${intent.amount} cents while the customer was asked for the card. Nothing was charged; ask again.`,
    { param: 'payment_intent_id' },
  )
}
