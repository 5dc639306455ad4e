import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'

/**
 * A shift of the drawer: from its opening with a float to its count. It is derived from the ledger's entries and kept
 * nowhere else. Amounts are cents.
 */
export const shiftSchema = z.object({
  /** When it was opened with a float; null: cash was taken although nobody had opened it. */
  opened_at: timestampSchema.nullable(),
  float: amountSchema,
  /** What stayed of cash sales, and went back for them. */
  sales: amountSchema,
  returned: amountSchema,
  refunds: amountSchema,
  /** Put into it besides sales. */
  paid_in: amountSchema.default(0),
  drops: amountSchema,
  payouts: amountSchema,
  /** How often it was opened without a sale. */
  no_sales: z.number().int(),
  entries: z.number().int(),
})
export type Shift = z.infer<typeof shiftSchema>
