import type { PortalWords } from './context.ts'

/** The service's failure codes that have texts: keys of `failure.*` in the language files. */
export const knownDeclines = [
  'do_not_honor',
  'insufficient_funds',
  'expired_card',
  'lost_card',
  'stolen_card',
  'pickup_card',
  'suspected_fraud',
  'incorrect_cvv',
  'incorrect_pin',
  'pin_tries_exceeded',
  'velocity_exceeded',
  'limit_exceeded',
  'invalid_number',
  'invalid_account',
  'invalid_amount',
  'invalid_merchant',
  'restricted_card',
  'transaction_not_allowed',
  'call_issuer',
  'card_not_active',
  'issuer_unavailable',
  'processing_error',
  'insert_card',
  'pin_required',
  'offline_declined',
  'not_processed',
  'not_sent',
  'outcome_unknown_voided',
  'resolved_not_charged',
] as const
type KnownDecline = (typeof knownDeclines)[number]

const isKnown = (code: string): code is KnownDecline => (knownDeclines as readonly string[]).includes(code)

/** Why a payment failed, in the reader's language; an unknown code keeps the service's English text. */
export function declineText(
  words: PortalWords,
  {
    failure_code,
    failure_message,
  }: { readonly failure_code: string | null; readonly failure_message: string | null },
): string | null {
  return failure_code !== null && isKnown(failure_code) ? words(`failure.${failure_code}`) : failure_message
}
