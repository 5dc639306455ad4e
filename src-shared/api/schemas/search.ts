import { z } from 'zod'
import {
  amountSchema,
  largestPageSize,
  optionalField,
  referenceIdSchema,
  sentLocalTimeSchema,
  settlementStatusSchema,
} from './common.ts'
import { paymentStatusSchema } from './payment.ts'
import { paymentIntentSchema, paymentIntentStatusSchema } from './payment-intent.ts'

/** Section 4.2: UTC if there is no offset; a date alone covers that whole UTC day. */
const momentSchema = z
  .union([...sentLocalTimeSchema.options, z.iso.date()])
  .meta({ description: 'ISO 8601; without a UTC offset it is UTC, a date alone covers that whole UTC day' })

const deprecatedMomentSchema = momentSchema.meta({
  deprecated: true,
  description: 'Use created_at_start and created_at_end',
})

/** Section 4.2 does not show the columns; docs/decisions. */
const sortColumnSchema = z.enum(['created_at', 'updated_at', 'amount'])

/** The filters of the specification. All of them must match; ranges include both ends. */
const filters = {
  reference_id: referenceIdSchema.optional(),
  status: paymentIntentStatusSchema.optional(),
  settlement_status: settlementStatusSchema.optional(),
  payment_status: paymentStatusSchema.optional().meta({ description: 'Of the latest payment' }),
  has_refund: optionalField(z.boolean(), 'Whether anything of it was refunded'),
  start_date: deprecatedMomentSchema.optional(),
  end_date: deprecatedMomentSchema.optional(),
  created_at_start: momentSchema.optional(),
  created_at_end: momentSchema.optional(),
  updated_at_start: momentSchema.optional(),
  updated_at_end: momentSchema.optional(),
  settled_at_start: momentSchema.optional(),
  settled_at_end: momentSchema.optional(),
  amount_min: amountSchema.optional(),
  amount_max: amountSchema.optional(),
}

export const searchPaymentIntentsBodySchema = z.strictObject({
  ...filters,
  sort_column: sortColumnSchema.optional().meta({ description: 'created_at without it' }),
  sort_direction: z.enum(['asc', 'desc']).optional().meta({ description: 'desc without it' }),
  limit: optionalField(
    z.number().int().min(1).max(largestPageSize),
    'How many entries a page holds; 10 without it',
  ),
  page: optionalField(z.number().int().min(1).max(10_000_000), 'The number of the page; 1 without it'),
})
export type SearchPaymentIntentsBody = z.infer<typeof searchPaymentIntentsBodySchema>

export const paymentIntentSearchPageSchema = z.object({
  data: z.array(paymentIntentSchema),
  meta: z.object({
    page: z.number().int(),
    limit: z.number().int(),
    total: z.number().int().meta({ description: 'At least so many when total_exact is false' }),
    total_exact: z.boolean(),
  }),
})
export type PaymentIntentSearchPage = z.infer<typeof paymentIntentSearchPageSchema>

const words = (description: string) => z.string().trim().min(1).max(200).optional().meta({ description })

/**
 * Ours: facts that people know about a payment. Matches whole words, ignoring case and accents; all words must match.
 * Newest first, paged by cursor.
 */
export const findPaymentIntentsBodySchema = z.strictObject({
  ...filters,
  last_four: z
    .string()
    .regex(/^\d{4}$/, { error: 'four digits' })
    .optional()
    .meta({ description: 'Of the card of any attempt; a phone or watch has other digits than its card' }),
  brand: words('Of the card of any attempt'),
  cashier: words('user_fields.cashier'),
  terminal: words("The terminal's serial number, or user_fields.counter"),
  item: words('A name among order_details.items'),
  auth_code: words('Of any attempt'),
  note: words('description'),
  receipt_number: words('order_details.bill.number'),
  customer: words('A part of the name, e-mail address or telephone number of the customer, as they are now'),
  text: words('In any of the fields above that have words'),
  starting_after: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'The id of the intent after which to go on' }),
  limit: optionalField(
    z.number().int().min(1).max(largestPageSize),
    'How many entries a page holds; 10 without it',
  ),
})
export type FindPaymentIntentsBody = z.infer<typeof findPaymentIntentsBodySchema>

export const foundPaymentIntentsSchema = z.object({
  data: z.array(paymentIntentSchema),
  meta: z.object({
    limit: z.number().int(),
    has_more: z.boolean(),
    next_cursor: z.string().optional(),
    total: z.number().int().meta({ description: 'From here on; at least so many when total_exact is false' }),
    total_exact: z.boolean(),
  }),
})
