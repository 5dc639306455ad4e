import { z } from 'zod'
import { amountSchema, timestampSchema } from './common.ts'
import { settlementRecordTypeSchema } from './settlement.ts'

const accountIdSchema = z.string().min(1).max(64)

export const closeSettlementBodySchema = z.strictObject({ account_id: accountIdSchema })

/** A gateway's report. `created_at` is the gateway's time of the authorization. */
export const createSettlementRecordBodySchema = z.strictObject({
  account_id: accountIdSchema,
  type: settlementRecordTypeSchema,
  retrieval_reference: z.string().min(1).max(100),
  created_at: timestampSchema,
  amount: amountSchema,
})

/** `amount` defaults to everything not yet refunded or taken back, or to the whole payment if nothing is left. */
export const disputePaymentBodySchema = z.strictObject({
  amount: amountSchema.optional(),
  /** True: only an inquiry of the bank, which takes nothing. A dispute may follow. */
  inquiry: z.boolean().optional(),
  /** The bank's deadline for an answer. */
  respond_by: timestampSchema.optional(),
})
export type DisputePaymentBody = z.infer<typeof disputePaymentBodySchema>

export const closeDisputeBodySchema = z.strictObject({ outcome: z.enum(['won', 'lost']) })
export type CloseDisputeBody = z.infer<typeof closeDisputeBodySchema>

export const reversePaymentBodySchema = z.strictObject({
  amount: amountSchema.optional(),
  /** Only announces the reversal: reversal_expected becomes true, nothing is taken back yet. */
  expected: z.boolean().optional(),
  /** Why a bank debit was returned: R01 to R85 in the US, 900 to 922 in Canada. Cards have none. */
  return_code: z
    .string()
    .regex(/^(R\d{2}|9\d{2})$/)
    .optional(),
})
export type ReversePaymentBody = z.infer<typeof reversePaymentBodySchema>
