import { z } from 'zod'
import { amountSchema, openObjectSchema, settlementStatusSchema, timestampSchema } from './common.ts'
import { billingDetailsSchema, paymentMethodSchema } from './payment-method.ts'

export const paymentStatusSchema = z.enum([
  'processing',
  'pending',
  'uncaptured',
  'captured',
  'cancelled',
  'voided',
  'failed',
  'rejected',
])
export type PaymentStatus = z.infer<typeof paymentStatusSchema>

/** Section 2.3 names only keyed; the other values are those of the terminals (docs/decisions/0028). */
export const entryModeSchema = z.enum([
  'EMVContact',
  'Contactless',
  'Swipe',
  'FallbackSwipe',
  'FallbackKeyed',
  'keyed',
  'DigitalWallet',
])
export type EntryMode = z.infer<typeof entryModeSchema>

export const signatureImageTypeSchema = z.enum(['binary', 'rgb'])
export const signatureFormatSchema = z.enum(['png', 'bmp', 'jpg'])

/** Section 2.3, terminal_details.signature: the picture in base64, optionally gzipped. */
export const signatureSchema = z
  .object({
    data: z.string(),
    gzipped: z.boolean(),
    image_type: signatureImageTypeSchema,
    format: signatureFormatSchema,
    dimensions: z.object({ width: z.number().int(), height: z.number().int() }),
  })
  .meta({ id: 'Signature' })
export type Signature = z.infer<typeof signatureSchema>

/** Section 2.10: all strings, with both spellings of the address lines. Extra keys are the card's receipt data. */
export const receiptDataSchema = z
  .object({
    dba: z.string(),
    address1: z.string(),
    address_1: z.string(),
    address2: z.string(),
    address_2: z.string(),
    phone: z.string(),
    header: z.string(),
    order_note: z.string(),
    date_time: z.string().meta({ description: "YYYYMMDDHHMMSS, in the merchant's local time." }),
    items: z.string(),
    name_on_card: z.string(),
    footer: z.string(),
    /** Ours: the merchant's id at the processor, masked except for its last four characters. */
    merchant_id: z.string().optional(),
  })
  .meta({ id: 'ReceiptData' })
export type ReceiptData = z.infer<typeof receiptDataSchema>

export const terminalDetailsSchema = z
  .object({
    /** Ours: the terminal's serial number. Absent on payments made before it was stored. */
    hsn: z.string().optional(),
    entry_mode: entryModeSchema.nullable(),
    signature: signatureSchema.nullable(),
    emv_tag_data: z.string().meta({
      description: 'A JSON string with EMV tags such as TVR, TSI and AID. Empty for swiped and keyed cards.',
    }),
    receipt_data: receiptDataSchema,
  })
  .meta({ id: 'TerminalDetails' })

/** What became of the amount, in cents; all start at 0. An intent shows those of its payment. */
export const runningTotals = {
  amount_authorized: amountSchema,
  amount_captured: amountSchema,
  amount_refunded: amountSchema,
  amount_voided: amountSchema,
  amount_disputed: amountSchema,
  amount_reversed: amountSchema,
  amount_rejected: amountSchema,
}

/** Section 2.3. Absent values are null. */
export const paymentSchema = z
  .object({
    id: z.string(),
    entity: z.literal('payment'),
    status: paymentStatusSchema,
    currency: z.string(),
    billing_details: billingDetailsSchema,
    amount: amountSchema,
    ...runningTotals,
    cvv: z.string().nullable(),
    avs: z.string().nullable(),
    address_line1_check: z.string().nullable(),
    address_postal_code_check: z.string().nullable(),
    cvv_check: z.string().nullable(),
    signature: signatureSchema.nullable(),
    return_code: z.string().nullable(),
    return_message: z.string().nullable(),
    failure_code: z.string().nullable(),
    failure_message: z.string().nullable(),
    cancelled_at: timestampSchema.nullable(),
    cancel_reason: z.string().nullable(),
    decline_category: z.string().nullable(),
    decline_category_text: z.string().nullable(),
    emv_tag_data: z.string().nullable(),
    entry_mode: entryModeSchema.nullable(),
    reversed: z.boolean(),
    disputed: z.boolean(),
    reversal_expected: z.boolean(),
    reversal_id: z.string().nullable(),
    dispute_id: z.string().nullable(),
    order_details: openObjectSchema,
    gateway_response: openObjectSchema,
    payment_intent_id: z.string(),
    payment_method_id: z.string().nullable(),
    customer_id: z.string().nullable(),
    account_id: z.string(),
    reference_id: z.string().nullable(),
    payment_method: paymentMethodSchema.nullable(),
    payment_rail_type: z.string(),
    payment_provider_type: z.string(),
    auth_code: z.string().nullable(),
    auth_response_text: z.string().nullable(),
    external: z.boolean(),
    card_present: z.boolean(),
    user_fields: openObjectSchema,
    description: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    settled_at: timestampSchema.nullable(),
    settlement_id: z.string().nullable(),
    settlement_status: settlementStatusSchema,
    terminal_details: terminalDetailsSchema.nullable(),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof paymentSchema>
