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
const momentSchema = z.union([...sentLocalTimeSchema.options, z.iso.date()]).meta({
  description: 'Time in ISO 8601. Without an offset it is UTC; a date alone covers that whole UTC day.',
})

const deprecatedMomentSchema = momentSchema.meta({
  deprecated: true,
  description: 'Deprecated. Use created_at_start and created_at_end.',
})

const startingAfterSchema = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Where to continue: next_cursor of the page before, or the id of a payment intent.' })

/** Section 4.2 does not show the columns; docs/decisions/0015. */
const sortColumnSchema = z.enum(['created_at', 'updated_at', 'amount'])

/** The filters of the specification. All of them must match; ranges include both ends. */
const filters = {
  reference_id: referenceIdSchema.optional(),
  status: paymentIntentStatusSchema.optional(),
  settlement_status: settlementStatusSchema.optional(),
  payment_status: paymentStatusSchema.optional().meta({ description: 'The status of the latest payment.' }),
  has_refund: optionalField(z.boolean(), 'Whether any part of the payment intent was refunded.'),
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
  sort_column: sortColumnSchema.optional().meta({
    description:
      'The field to sort by. Defaults to created_at. By updated_at or amount, an entry that changes while you page moves: pages by cursor contain it again, or not, according to its new place; entries that do not change come once.',
  }),
  sort_direction: z.enum(['asc', 'desc']).optional().meta({ description: 'Defaults to desc.' }),
  limit: optionalField(
    z.number().int().min(1).max(largestPageSize),
    'Number of entries per page. Defaults to 10.',
  ),
  page: optionalField(
    z.number().int().min(1).max(10_000_000),
    'Page number: the page begins after (page − 1) × limit entries. Defaults to 1. Not together with starting_after.',
  ),
  starting_after: startingAfterSchema.optional(),
})
export type SearchPaymentIntentsBody = z.infer<typeof searchPaymentIntentsBodySchema>

export const paymentIntentSearchPageSchema = z.object({
  data: z.array(paymentIntentSchema),
  meta: z.object({
    page: z.number().int().optional(),
    limit: z.number().int(),
    total: z.number().int().meta({
      description:
        'Number of matches, with starting_after only those after it. If total_exact is false, there are at least this many.',
    }),
    total_exact: z.boolean(),
    /** Ours, as is the cursor: section 4.2 has numbered pages only (docs/decisions/0015). */
    has_more: z.boolean().optional(),
    next_cursor: z.string().optional(),
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
    .meta({
      description:
        'Last four digits of the card of any payment attempt. The digits of a phone or watch differ from those of its card.',
    }),
  brand: words('Brand of the card of any payment attempt.'),
  cashier: words('Matches user_fields.cashier.'),
  terminal: words("Matches the terminal's serial number or user_fields.counter."),
  item: words('Matches the name of an item in order_details.items.'),
  auth_code: words('Authorization code of any payment attempt.'),
  note: words('Matches description.'),
  receipt_number: words('Matches order_details.bill.number.'),
  customer: words("Part of the customer's current name, e-mail address or telephone number."),
  text: words('Matches any of the text fields above.'),
  starting_after: startingAfterSchema.optional(),
  limit: optionalField(
    z.number().int().min(1).max(largestPageSize),
    'Number of entries per page. Defaults to 10.',
  ),
})
export type FindPaymentIntentsBody = z.infer<typeof findPaymentIntentsBodySchema>

export const foundPaymentIntentsSchema = z.object({
  data: z.array(paymentIntentSchema),
  meta: z.object({
    limit: z.number().int(),
    has_more: z.boolean(),
    next_cursor: z.string().optional(),
    total: z.number().int().meta({
      description:
        'Number of matches from this page on. If total_exact is false, there are at least this many.',
    }),
    total_exact: z.boolean(),
  }),
})
