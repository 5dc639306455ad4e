import { z } from 'zod'
import { amountSchema, timestampSchema } from './common.ts'
import { settlementRecordTypeSchema } from './settlement.ts'

const accountIdSchema = z.string().min(1).max(64)

export const closeSettlementBodySchema = z.strictObject({ account_id: accountIdSchema })

/** As a gateway would report it. `created_at` is the gateway's time of the authorization. */
export const createSettlementRecordBodySchema = z.strictObject({
  account_id: accountIdSchema,
  type: settlementRecordTypeSchema,
  retrieval_reference: z.string().min(1).max(100),
  created_at: timestampSchema,
  amount: amountSchema,
})

/** Without an amount: all that is neither refunded nor taken back already, or all of it where nothing is left. */
export const disputePaymentBodySchema = z.strictObject({
  amount: amountSchema.optional(),
  /** The bank only asks so far: nothing is taken. A dispute may follow. */
  inquiry: z.boolean().optional(),
  /** Until when the bank wants to be answered. */
  respond_by: timestampSchema.optional(),
})
export type DisputePaymentBody = z.infer<typeof disputePaymentBodySchema>

export const closeDisputeBodySchema = z.strictObject({ outcome: z.enum(['won', 'lost']) })
export type CloseDisputeBody = z.infer<typeof closeDisputeBodySchema>

export const reversePaymentBodySchema = z.strictObject({
  amount: amountSchema.optional(),
  /** Only announces it: reversal_expected becomes true, nothing is taken back yet. */
  expected: z.boolean().optional(),
  /** Why a bank debit comes back: R01 to R85 in the US, 900 to 922 in Canada. Cards have none. */
  return_code: z
    .string()
    .regex(/^(R\d{2}|9\d{2})$/)
    .optional(),
})
export type ReversePaymentBody = z.infer<typeof reversePaymentBodySchema>
