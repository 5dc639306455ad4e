import type { ErrorCode } from '../../../src-shared/api/errors.ts'

/** What each code means and what to do, for /docs/errors and docs/api/errors.md. One or two plain sentences. */
export const errorTexts: Readonly<Record<ErrorCode, string>> = {
  parameter_missing: 'A required field or header is missing. Send the one that `param` names.',
  parameter_invalid:
    'A field or header has an invalid value. The message states what is accepted; correct the value.',
  parameter_unknown:
    'The request contains an unknown field or query parameter. Check its spelling, or remove it.',
  json_invalid: 'The body is not a JSON object in UTF-8. Send one.',
  payment_source_ambiguous:
    'A payment needs either `payment_method_id` or `customer_id`. Send exactly one of them.',
  amount_too_large:
    'The amount is larger than the service can store exactly, or larger than the amount that is left. Send a smaller amount.',
  customer_not_linked:
    'The customer has no active link to the account. Link it with POST /customers/{id}/accounts.',
  customer_immutable: 'The intent already has a customer, which cannot be changed. Create another intent.',
  refund_exceeds_amount:
    'The refund exceeds the amount that is left to refund. The message states that amount; send at most that.',
  fee_refund_limit: 'A fee can be refunded at most 10 times, and at most its amount in total.',
  expires_at_invalid:
    '`expires_at` must be in the future and within the maximum lifetime of the object. Send another time.',
  idempotency_key_too_short:
    'The x-idempotency-key has fewer than 10 characters. Send a new random key, such as a UUID.',
  idempotency_key_reused:
    'The idempotency key was already used for a request with another body. Send a new key with each new request.',
  activation_code_invalid:
    'The activation code is wrong, used or expired. Issue another one for the terminal.',
  claim_code_invalid:
    'The claim code does not belong to this terminal. Read the code that is printed on the terminal.',
  api_key_missing: 'The request has no API key. Send your key in the x-api-key header.',
  api_key_invalid: 'The API key is unknown. Check that you copied all of it.',
  api_key_revoked: 'The API key was revoked. Use another key.',
  session_ended:
    'The user is not signed in. A session ends after 12 hours, when the user signs out, or when the user is deactivated. Sign in with a new link.',
  permission_denied:
    'The key or the signed-in user lacks the permission, or a signed-in request comes from another site. Use a key with a sufficient access level.',
  public_key_not_allowed:
    'A public key (pk_) is only for the browser SDK. Call this operation with a private key, from a server.',
  tenant_admin_required: 'The operation needs a key with the access level tenant_admin.',
  account_not_boarded:
    'The account is suspended or closed, so it cannot charge. Earlier payments can still be refunded. Fetch the account to see its status.',
  hsn_not_owned:
    'The terminal belongs to another merchant or to none. Check `hsn` and the key. If you have the terminal in front of you, register it with its claim code.',
  resource_missing:
    'No resource with this id exists, or the key cannot access it. Check the id and the account.',
  route_not_found: 'The path does not exist. The reference at /docs lists all operations.',
  method_not_allowed: 'The path does not support this method. The Allow header lists the supported methods.',
  last_administrator:
    'The change would leave a business or partner without an active administrator. Make another user an administrator first.',
  state_conflict:
    'The current state of the resource does not allow the operation. Fetch the resource to see its state, then decide how to proceed.',
  amount_changed:
    'The amounts shown to the payer differ from the amounts that are due now. Nothing was charged. Fetch the page, show the new amounts and ask the payer again.',
  amount_refunded_changed:
    "The payment's `amount_refunded` has changed since you read it: another refund was made, or one was returned. Nothing was refunded. Fetch the payment and its refunds before you try again.",
  gift_card_balance_too_low:
    'The balance of the gift card is lower than the amount, perhaps because the card was used in the meantime. Nothing was deducted. Look up the card and redeem at most its balance.',
  gift_card_blocked: 'The gift card is blocked, so its balance cannot change. Unblock the card first.',
  idempotency_in_progress:
    'The first request with this idempotency key is still running. Repeat the request after the number of seconds in Retry-After.',
  idempotency_answer_lost:
    'The first request with this idempotency key succeeded, but its response could not be saved. Fetch the resource. Use a new key only if you want to execute the request again.',
  lock_timeout:
    'Another request is changing the same resource. Repeat the request after the number of seconds in Retry-After.',
  body_too_large:
    'The body is larger than the operation accepts; the message states how large it may be. Send a smaller body.',
  content_type_unsupported:
    'The body must be uncompressed JSON in UTF-8. Correct the header that `param` names.',
  rate_limited:
    'Too many requests or large bodies with this key, too many wrong codes from this address, or too many messages about the same session or payment. Wait for the number of seconds in Retry-After.',
  internal:
    'The service failed. Repeat the request with the same idempotency key. If you report the error, include `request_id`.',
  overloaded:
    'The service is overloaded, its disk is full, or it is stopping. Repeat the request after the number of seconds in Retry-After.',
  terminal_parameter_missing:
    'A required field of a terminal operation is missing. Send the one that `param` names.',
  terminal_parameter_invalid:
    'A field of a terminal operation is invalid, or this terminal does not support it. The message states what is accepted.',
  terminal_timeout:
    'The prompt on the terminal was not answered in time, or the processor did not answer in time. Fetch the intent before you charge again.',
  terminal_session_invalid:
    'The session key is missing or expired, or another client took over the terminal. The command did not run. Connect again.',
  terminal_not_connected:
    'The terminal is switched off or not connected. Check the terminal, and connect again.',
  terminal_in_use:
    'Another client has a session on the terminal; `held_by` names it. Wait, or connect with force.',
  terminal_cancelled: 'The customer or the merchant cancelled on the terminal.',
  no_terminals: 'The merchant has no terminals. Activate one.',
  signature_unsupported: 'This terminal cannot take a signature.',
  printing_unsupported: 'This terminal cannot print now. `receipt_data` contains the content of the receipt.',
  authorization_voided:
    'The card was authorized, but the sale could not be completed, so the authorization was voided.',
}
