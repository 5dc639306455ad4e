import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../src-shared/money.ts'

/**
 * Refuses a charge if the intent's amount is no longer the one that the customer agreed to on the terminal's screen.
 */
export function refuseAmountChange(intent: PaymentIntent, agreed: Cents): ServiceError | null {
  if (intent.amount === agreed) return null
  return serviceError(
    'state_conflict',
    `The amount of payment intent ${intent.id} was changed from ${agreed} to ${intent.amount} cents while the terminal asked for the card. Nothing was charged. Try again with the new amount.`,
    { param: 'payment_intent_id' },
  )
}
