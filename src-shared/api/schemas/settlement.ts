import { z } from 'zod'
import { amountSchema, cursorQuerySchema, pageLimitSchema, pageOf, timestampSchema } from './common.ts'
import { feeTypeSchema } from './fee.ts'
import { paymentSchema } from './payment.ts'
import { refundSchema } from './refund.ts'

/** A closed day of an account, or a gateway's settlement (ours: the specification names only its id). */
export const settlementSchema = z
  .object({
    id: z.string(),
    entity: z.literal('settlement'),
    account_id: z.string(),
    /** `closing` while the run is in progress; until it ends, its sums are 0. */
    status: z.enum(['closing', 'closed']),
    /** processor: our own run; gateway: settled by a gateway, which reported it in a record. */
    source: z.enum(['processor', 'gateway']),
    /** The business day that a scheduled run closes; null for a run on request. */
    day: z.iso.date().nullable(),
    currency: z.string(),
    /** Includes everything made before this time. */
    cutoff_at: timestampSchema,
    payment_count: z.number().int(),
    refund_count: z.number().int(),
    amount_captured: amountSchema,
    amount_refunded: amountSchema,
    /**
     * What customers' banks took back by disputes and reversals, less what they returned: negative if they returned
     * more. Absent on settlements made before these fields existed, which deducted neither.
     */
    amount_disputed: z.number().int().optional(),
    amount_reversed: z.number().int().optional(),
    /** Less the fees that were refunded: negative if those were more. */
    amount_fees: z.number().int(),
    /** The contractors' shares, less what was taken back from them: negative if that was more. */
    amount_splits: z.number().int(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    closed_at: timestampSchema.nullable(),
  })
  .meta({ id: 'Settlement' })
export type Settlement = z.infer<typeof settlementSchema>
export const settlementPageSchema = pageOf(settlementSchema)

/** Ours: what a settlement consists of. Its lines add up to what the account gets. */
export const settlementLineSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the payment, refund, fee or transaction.' }),
    entity: z.literal('settlement_line'),
    settlement_id: z.string(),
    type: z.enum(['payment', 'refund', 'dispute', 'reversal', 'fee', 'split']).meta({
      description:
        'The type of line: dispute and reversal are what the customer’s bank took back or returned; split is a contractor’s share.',
    }),
    amount: z
      .number()
      .int()
      .meta({ description: 'What the line adds to the deposit, in cents; negative if it is deducted.' }),
    currency: z.string(),
    payment_id: z
      .string()
      .nullable()
      .meta({ description: 'The payment that the line is about; null for a fee of no payment.' }),
    fee_type: feeTypeSchema
      .nullable()
      .meta({ description: 'The type of the fee; null for all other lines.' }),
    description: z.string().nullable(),
    created_at: timestampSchema,
  })
  .meta({ id: 'SettlementLine' })
export type SettlementLine = z.infer<typeof settlementLineSchema>
export const settlementLinePageSchema = pageOf(settlementLineSchema)
export type SettlementLinePage = z.infer<typeof settlementLinePageSchema>

/** The order of the list is that of the types, so there is no page before another. */
export const listSettlementLinesQuerySchema = cursorQuerySchema.omit({ ending_before: true })
export type ListSettlementLinesQuery = z.infer<typeof listSettlementLinesQuerySchema>

export const settlementRecordTypeSchema = z.enum(['payment', 'refund'])

/** What a gateway reports as settled (section 4.1: matched by reference and time of authorization). */
export const settlementRecordSchema = z
  .object({
    id: z.string(),
    entity: z.literal('settlement_record'),
    account_id: z.string(),
    type: settlementRecordTypeSchema,
    status: z.enum(['matched', 'unmatched']),
    retrieval_reference: z.string(),
    /** The gateway's own time; must equal gateway_response.created_at. */
    gateway_created_at: timestampSchema,
    amount: amountSchema,
    payment_id: z.string().nullable(),
    refund_id: z.string().nullable(),
    settlement_id: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'SettlementRecord' })
export type SettlementRecord = z.infer<typeof settlementRecordSchema>

/** An unmatched item: an external payment or refund without a record, or a record without either. */
export const unmatchedItemSchema = z
  .object({
    type: z.enum(['payment', 'refund', 'record']),
    id: z.string(),
    account_id: z.string(),
    amount: amountSchema,
    retrieval_reference: z.string().nullable(),
    /** When the gateway authorized it. */
    gateway_created_at: z.string().nullable(),
    payment: paymentSchema.nullable(),
    refund: refundSchema.nullable(),
    record: settlementRecordSchema.nullable(),
  })
  .meta({ id: 'UnmatchedSettlement' })
export type UnmatchedItem = z.infer<typeof unmatchedItemSchema>
/** Section 4.2 shows only `data`; that a long list continues is ours (docs/decisions/0014). */
export const unmatchedListSchema = z.object({
  data: z.array(unmatchedItemSchema),
  meta: z
    .object({ has_more: z.boolean(), limit: z.number().int(), next_cursor: z.string().optional() })
    .optional(),
})
export type UnmatchedList = z.infer<typeof unmatchedListSchema>

/** The largest page: section 4.2 has no pages here, and clients that know only `data` should get nearly everything. */
export const mostUnmatched = 1_000
export const unmatchedQuerySchema = z.strictObject({
  starting_after: z.string().min(1).max(64).optional(),
  limit: pageLimitSchema(1).optional().meta({
    description: 'Number of entries per page. Without it, a page holds up to 1,000, as far as they fit.',
  }),
})
export type UnmatchedQuery = z.infer<typeof unmatchedQuerySchema>
