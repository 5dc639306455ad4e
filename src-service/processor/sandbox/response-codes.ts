import type { Retryable } from '../decision.ts'

/** The meaning of a response code: the category for programs, and the text for the terminal. */
export interface Meaning {
  readonly category: string
  readonly text: string
}

/** Response codes of banks (ISO 8583:1993 action codes) that the sandbox supports. */
const meanings: Readonly<Record<string, Meaning>> = {
  '100': { category: 'do_not_honor', text: 'Do not honor' },
  '101': { category: 'expired_card', text: 'Expired card' },
  '102': { category: 'suspected_fraud', text: 'Suspected fraud' },
  '103': { category: 'call_issuer', text: 'Call the card acceptor' },
  '104': { category: 'restricted_card', text: 'Restricted card' },
  '105': { category: 'call_issuer', text: "Call the issuer's security department" },
  '106': { category: 'pin_tries_exceeded', text: 'PIN tries exceeded' },
  '107': { category: 'call_issuer', text: 'Call the card issuer' },
  '108': { category: 'call_issuer', text: 'Call the card issuer, special conditions' },
  '109': { category: 'invalid_merchant', text: 'Invalid merchant' },
  '110': { category: 'invalid_amount', text: 'Invalid amount' },
  '111': { category: 'invalid_number', text: 'Invalid card number' },
  '112': { category: 'pin_required', text: 'Enter the PIN' },
  '113': { category: 'invalid_amount', text: 'Unacceptable fee' },
  '114': { category: 'invalid_account', text: 'No account of the type requested' },
  '115': { category: 'transaction_not_allowed', text: 'Function not supported' },
  '116': { category: 'insufficient_funds', text: 'Insufficient funds' },
  '117': { category: 'incorrect_pin', text: 'Incorrect PIN' },
  '118': { category: 'invalid_number', text: 'No card record' },
  '119': { category: 'transaction_not_allowed', text: 'Not permitted to the cardholder' },
  '120': { category: 'transaction_not_allowed', text: 'Not permitted to the terminal' },
  '121': { category: 'limit_exceeded', text: 'Exceeds the withdrawal limit' },
  '122': { category: 'incorrect_cvv', text: 'Security code is incorrect' },
  '123': { category: 'velocity_exceeded', text: 'Exceeds the number of withdrawals' },
  '124': { category: 'transaction_not_allowed', text: 'Violation of law' },
  '125': { category: 'card_not_active', text: 'Card is not active yet' },
  '126': { category: 'incorrect_pin', text: 'PIN cannot be read' },
  '127': { category: 'incorrect_pin', text: 'PIN is too short or too long' },
  '128': { category: 'processing_error', text: 'PIN key is out of step' },
  '129': { category: 'suspected_fraud', text: 'Suspected counterfeit card' },
  // Not in ISO 8583:1993: Mastercard's 65 and Visa's 1A, as a soft decline of a contactless or keyed card.
  '165': { category: 'insert_card', text: 'Insert the card' },
  '200': { category: 'pickup_card', text: 'Keep the card' },
  '202': { category: 'suspected_fraud', text: 'Suspected fraud, keep the card' },
  '208': { category: 'lost_card', text: 'Lost card' },
  '209': { category: 'stolen_card', text: 'Stolen card' },
  '904': { category: 'processing_error', text: 'Format error' },
  '907': { category: 'issuer_unavailable', text: 'Card issuer is not available' },
  '909': { category: 'processing_error', text: 'System malfunction' },
  '911': { category: 'issuer_unavailable', text: 'Card issuer did not answer in time' },
  '912': { category: 'issuer_unavailable', text: 'Card issuer is not available' },
  // Not in ISO 8583:1993: Z3 in EMV.
  '990': { category: 'offline_declined', text: 'Declined offline' },
}

/** Banks also use undocumented codes, which are treated as general declines. */
export const meaningOf = (code: string): Meaning =>
  meanings[code] ?? { category: 'do_not_honor', text: `Declined (${code})` }

/** Classification of declines by the card networks; categories that are missing here may be retried another day. */
const retryableByCategory: Readonly<Record<string, Retryable>> = {
  pickup_card: 'never',
  lost_card: 'never',
  stolen_card: 'never',
  invalid_account: 'never',
  transaction_not_allowed: 'never',
  invalid_number: 'fix',
  expired_card: 'fix',
  incorrect_pin: 'fix',
  incorrect_cvv: 'fix',
  insert_card: 'now',
  pin_required: 'now',
}

export const retryableOf = (category: string): Retryable => retryableByCategory[category] ?? 'later'

export const approvedCode = '000'
/** Of an order whose fields contradict each other. */
export const formatError = '904'
export const approvedText = 'Approval'
/** The issuer was not reached; the network decided in its place. */
export const approvedOfflineText = 'Approved offline'
/** For an accepted bank debit. */
export const acceptedText = 'Accepted'
