/** The fields that the specification names, section by section. A set that is absent here is free-form there. */

type Fields = readonly string[]
const fields = (text: string): Fields => text.trim().split(/[\s,]+/)

const amounts = fields(
  'amount amount_authorized amount_captured amount_refunded amount_voided amount_disputed amount_reversed amount_rejected',
)
const signature = fields('data gzipped image_type format dimensions')

/** By `entity`, sections 2.2 to 2.9. */
export const entityFields: Readonly<Record<string, Fields>> = {
  payment_intent: [
    ...amounts,
    ...fields(`id entity status client_secret merchant_amount tax_amount tip_amount surcharge_amount payment_splits
      order_details capture currency latest_payment disputed reversed external dispute_id reversal_id partner_id
      business_id account_id customer_id payment_method_types payment_rail_types reference_id user_fields
      cancellation_reason description created_at updated_at cancelled_at captured_at settled_at settlement_id
      settlement_status`),
  ],
  payment: [
    ...amounts,
    ...fields(`id entity status currency billing_details cvv avs address_line1_check address_postal_code_check
      cvv_check signature return_code return_message failure_code failure_message cancelled_at cancel_reason
      decline_category decline_category_text emv_tag_data entry_mode reversed disputed reversal_expected reversal_id
      dispute_id order_details gateway_response payment_intent_id payment_method_id customer_id account_id reference_id
      payment_method payment_rail_type payment_provider_type auth_code auth_response_text external card_present
      user_fields description created_at updated_at settled_at settlement_id settlement_status terminal_details`),
  ],
  payment_method:
    fields(`id entity created_at updated_at payment_method_type source_type account_id customer_id
    payment_intent_id payment_method_intent_id checkout_session_id billing_details card bank single_use_token signature
    status attention_required meta_data validation_response`),
  refund:
    fields(`id entity status currency external amount account_id payment_id refund_splits created_at updated_at
    settlement_status settled_at`),
  checkout_session:
    fields(`id entity url cancel_url success_url customer_email client_secret reference_id user_fields
    payment_method_types payment_rail_types payment_intent_data payment_intent_id status link_phone_number surcharge
    google_pay_enabled apple_pay_enabled account_id partner_id business_id created_at updated_at expires_at`),
  // Section 4.3 shows only its status; a counter also needs a merchant number and a name.
  account:
    fields(`id entity name status payouts_enabled business_id partner_id merchant_id location_id processing_plan_id
    company address created_at updated_at`),
  customer:
    fields(`id entity business_id primary_account_id name email phone description address shipping_address
    default_payment_method tax_exempt cau_enrolled user_fields created_at updated_at`),
}

/** Fields of nested objects, by the name of the field that holds them (sections 2.3, 2.4, 2.10, 4.4). */
export const memberFields: Readonly<Record<string, Fields>> = {
  card: fields('last_four_digits first_six_digits brand exp_month exp_year reuse_eligible'),
  terminal_details: fields('entry_mode signature emv_tag_data receipt_data'),
  signature,
  receipt_data:
    fields(`dba address1 address_1 address2 address_2 phone header order_note date_time items name_on_card
    footer`),
  // Section 2.1 shows that there is one, without content.
  meta: [],
}

/** Fields of replies that are not entities: sections 4.4 and 4.2. */
export const replyFields: Readonly<Record<string, Fields>> = {
  'terminals.connect': ['session_key'],
  'terminals.date_time': ['success'],
  'terminals.activation_code': ['activation_code'],
  'terminals.ping': ['session_open'],
  'terminals.disconnect': ['success'],
  'surcharges.calculate': fields('card_type restricted fee_amount'),
}

export const terminalFields = fields('hsn name connected device_type environment device_capabilities')

const writable = fields(`amount merchant_amount payment_splits order_details capture reference_id user_fields
  description payment_method_types payment_rail_types customer_id`)

/** Fields that a request may contain. The body of an operation that is absent here is not read. */
export const bodyFields: Readonly<Record<string, Fields>> = {
  'payment_intents.create': [...writable, 'payment_method_data'],
  'payment_intents.update': writable,
  'payment_intents.cancel': ['cancellation_reason'],
  'payment_intents.search':
    fields(`reference_id status settlement_status payment_status has_refund start_date end_date created_at_start
    created_at_end updated_at_start updated_at_end settled_at_start settled_at_end amount_min amount_max sort_column
    sort_direction limit page`),
  'payment_intents.capture': fields('amount merchant_amount payment_data payment_splits'),
  'payment_intents.send_receipt': fields('cc_email_addresses email_override'),
  'payments.create':
    fields(`payment_method_id customer_id reference_id user_fields description order_details cvv2
    billing_details`),
  'refunds.create': fields('amount refund_splits'),
  'checkout_sessions.create': fields(`cancel_url success_url customer_email reference_id user_fields
    payment_method_types payment_rail_types payment_intent_data google_pay_enabled apple_pay_enabled surcharge`),
  'checkout_sessions.send_sms': ['phone_number'],
  'checkout_sessions.send_email': fields('cc_email_addresses email_override'),
  'checkout_sessions.send_receipt': fields('cc_email_addresses email_override'),
  'surcharges.calculate': fields('payment_method_id postal_code amount percent'),
  'terminals.connect': fields('hsn force'),
  'terminals.activation_code': ['hsn'],
}

/** `payment_intent_data` is shaped like the request to create one (section 2.6). */
export const intentData = bodyFields['payment_intents.create'] ?? []

/** Fields of an error that are kept: section 7 shows no body, but a client needs at least the code. */
export const errorFields = fields('type code message request_id')
