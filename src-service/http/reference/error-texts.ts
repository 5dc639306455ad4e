import type { ErrorCode } from '../../../src-shared/api/errors.ts'

/** What each code means and what to do, for /docs/errors and docs/api/errors.md. One or two plain sentences. */
export const errorTexts: Readonly<Record<ErrorCode, string>> = {
  parameter_missing: 'A required field or header is missing; `param` names it. Send it.',
  parameter_invalid:
    'A field or header has a value that does not fit; the message says what would. Correct it.',
  parameter_unknown: 'A field or query parameter is not known here. Check its spelling, or remove it.',
  json_invalid: 'The body is not one JSON object in UTF-8. Send one.',
  payment_source_ambiguous: 'Create payment takes a payment method or a customer: one of them, not both.',
  amount_too_large: 'The amount is larger than the service can keep exactly, or than is left. Send less.',
  customer_not_linked:
    'The customer has no active link to the account. Link it with POST /customers/{id}/accounts.',
  customer_immutable: 'The intent has a customer already, and keeps it. Create another intent.',
  refund_exceeds_amount: 'More is asked for than is left to refund; the message says how much is left.',
  fee_refund_limit: 'A fee is refunded at most 10 times, and never above its amount.',
  expires_at_invalid: 'expires_at must lie in the future, and within the longest life of what it is for.',
  idempotency_key_too_short:
    'x-idempotency-key has fewer than 10 characters. Send a fresh random key, such as a UUID.',
  idempotency_key_reused:
    'The key was used for a request with another body. Send a fresh key for each thing you want done.',
  activation_code_invalid: 'The code is wrong, used or expired. Issue another one for the terminal.',
  claim_code_invalid:
    'The claim code is not that of this terminal. Read it from the terminal itself; its maker printed it there.',
  api_key_missing: 'Send your key in the header x-api-key.',
  api_key_invalid: 'The key is not known. Check that it was copied whole.',
  api_key_revoked: 'The key was revoked. Use another one.',
  session_ended:
    'The user is not signed in, or no more: after 12 hours, a sign-out, or because the user is no longer active. Sign in by a new link.',
  permission_denied:
    'This key or sign-in may not do this, or the request of a sign-in comes from another site. Use a key of a level that may.',
  public_key_not_allowed:
    'A public key (pk_) is for the browser SDK only. Call with a private key, from a server.',
  tenant_admin_required: 'The operation needs a key of the level tenant_admin.',
  account_not_boarded:
    'The account is suspended or closed: it cannot charge. What was charged before can be refunded. Fetch the account to see its status.',
  hsn_not_owned:
    'The terminal belongs to another merchant, or to nobody. Check hsn and the key; who holds it in their hands registers it with its claim code.',
  resource_missing: 'There is nothing of that id within reach of the key. Check the id, and the account.',
  route_not_found: 'There is no such address. The reference at /docs lists every operation.',
  method_not_allowed:
    'The address is there, but not for this method. The header Allow lists those it answers to.',
  last_administrator:
    'A business or partner would be left without an administrator who may sign in. Make another user one first.',
  state_conflict: 'The state of the resource does not allow it. Fetch the resource and decide anew.',
  amount_changed:
    'The payer was shown other amounts than are due now. Nothing was charged: fetch the page, show it, ask again.',
  amount_refunded_changed:
    'Something else was refunded of the payment, or came back, since its amount_refunded was read. Nothing was refunded: fetch the payment and its refunds, and decide anew.',
  gift_card_balance_too_low:
    'The card has less than was asked of it, perhaps because somebody else used it meanwhile. Nothing was taken: look the card up, and ask for what it has.',
  gift_card_blocked:
    'The card is blocked: nothing is put on it or taken off it until the block is taken off.',
  idempotency_in_progress:
    'The first request with this key still runs. Repeat it after the seconds of Retry-After.',
  idempotency_answer_lost:
    'What the first request with this key asked for is done, but its answer could not be saved. Fetch the resource, and use a new key only to have it done once more.',
  lock_timeout:
    'Somebody else works on the same resource. Repeat the request after the seconds of Retry-After.',
  body_too_large: 'The body is larger than 1 MiB, or 7 MiB of an upload. Send less.',
  content_type_unsupported:
    'Bodies are JSON in UTF-8, not compressed; `param` names the header that says otherwise.',
  rate_limited:
    'Too many requests with this key, wrong activation codes from this address, or messages about the same session or payment. Go on after the seconds of Retry-After.',
  internal: 'The service failed. Repeat the request with the same idempotency key, and quote request_id.',
  overloaded:
    'Too much to do at the moment, or the service is stopping. Repeat the request after the seconds of Retry-After.',
  terminal_parameter_missing: 'A required field of a terminal operation is missing; `param` names it.',
  terminal_parameter_invalid: 'A field of a terminal operation does not fit, or this terminal cannot do it.',
  terminal_timeout: 'Nobody answered at the terminal in time. Fetch the intent before you charge again.',
  terminal_session_invalid:
    'The session key is missing, expired or taken over. Connect again; the command did not run.',
  terminal_not_connected: 'The terminal is switched off or out of reach. Check it, and connect again.',
  terminal_in_use: 'Somebody else holds the terminal; `held_by` says who. Wait, or connect with force.',
  terminal_cancelled: 'The customer or the merchant cancelled at the terminal.',
  no_terminals: 'The merchant has no terminals. Activate one.',
  signature_unsupported: 'This terminal cannot take a signature.',
  printing_unsupported:
    'This terminal cannot print now; `receipt_data` holds what the receipt would have said.',
  authorization_voided:
    'The card was authorized, but the sale could not be finished: the authorization was voided.',
}
