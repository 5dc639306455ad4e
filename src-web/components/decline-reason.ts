import type { WordKey } from '../i18n/words.ts'

/**
 * The bank's reasons as texts that help a payer. Reasons that accuse a person (lost, stolen, suspected) or mean nothing
 * to a payer share the general text.
 */
const reasonOf: Readonly<Record<string, WordKey>> = {
  insufficient_funds: 'declined.reason.insufficient_funds',
  expired_card: 'declined.reason.expired_card',
  incorrect_cvv: 'declined.reason.incorrect_cvv',
  limit_exceeded: 'declined.reason.limit_exceeded',
  velocity_exceeded: 'declined.reason.limit_exceeded',
  invalid_number: 'declined.reason.invalid_card',
  invalid_account: 'declined.reason.invalid_card',
  transaction_not_allowed: 'declined.reason.not_permitted',
  restricted_card: 'declined.reason.not_permitted',
  call_issuer: 'declined.reason.call_issuer',
  card_not_active: 'declined.reason.card_not_active',
  invalid_amount: 'declined.reason.invalid_amount',
  processing_error: 'declined.reason.processing_error',
  issuer_unavailable: 'declined.reason.processing_error',
  not_sent: 'declined.reason.processing_error',
  resolved_not_charged: 'declined.reason.processing_error',
  not_processed: 'declined.reason.processing_error',
  outcome_unknown_voided: 'declined.reason.processing_error',
}

export const declineReason = (category: string): WordKey => reasonOf[category] ?? 'declined.reason.generic'
