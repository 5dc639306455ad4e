/** The decline reasons that have texts: keys of `decline.*` in the language files. */
export const declineReasons = [
  'generic',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvv',
  'incorrect_pin',
  'pin_tries_exceeded',
  'limit_exceeded',
  'lost_or_stolen',
  'invalid_card',
  'not_permitted',
  'call_issuer',
  'card_not_active',
  'invalid_amount',
  'invalid_merchant',
  'processing_error',
  'insert_card',
  'pin_required',
  'offline_declined',
  'not_sent',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/**
 * Maps the processor's categories, and other processors' names for them, to few texts that help a cashier.
 * Lost and stolen share one reason: a cashier should accuse nobody at the counter.
 */
const reasonOf: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvv: 'incorrect_cvv',
  incorrect_cvc: 'incorrect_cvv',
  incorrect_pin: 'incorrect_pin',
  invalid_pin: 'incorrect_pin',
  pin_tries_exceeded: 'pin_tries_exceeded',
  velocity_exceeded: 'limit_exceeded',
  limit_exceeded: 'limit_exceeded',
  card_velocity_exceeded: 'limit_exceeded',
  lost_card: 'lost_or_stolen',
  stolen_card: 'lost_or_stolen',
  pickup_card: 'lost_or_stolen',
  suspected_fraud: 'lost_or_stolen',
  invalid_card: 'invalid_card',
  invalid_number: 'invalid_card',
  incorrect_number: 'invalid_card',
  invalid_account: 'invalid_card',
  not_permitted: 'not_permitted',
  transaction_not_allowed: 'not_permitted',
  restricted_card: 'not_permitted',
  call_issuer: 'call_issuer',
  card_not_active: 'card_not_active',
  invalid_amount: 'invalid_amount',
  invalid_merchant: 'invalid_merchant',
  processing_error: 'processing_error',
  issuer_unavailable: 'processing_error',
  not_processed: 'processing_error',
  outcome_unknown_voided: 'processing_error',
  insert_card: 'insert_card',
  pin_required: 'pin_required',
  offline_declined: 'offline_declined',
  not_sent: 'not_sent',
}

export const declineReason = (category: string): DeclineReason => reasonOf[category] ?? 'generic'
