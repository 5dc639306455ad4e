import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'

/**
 * A shift of the drawer: from its opening with a float to its count. It is always derived from the ledger's entries,
 * and not stored. Amounts are cents.
 */
export const shiftSchema = z.object({
  /** When the drawer was opened with a float; null if cash was taken without an opening. */
  opened_at: timestampSchema.nullable(),
  float: amountSchema,
  /** Net cash from sales, and cash given back for them. */
  sales: amountSchema,
  returned: amountSchema,
  refunds: amountSchema,
  /** Cash put in other than by sales. */
  paid_in: amountSchema.default(0),
  drops: amountSchema,
  payouts: amountSchema,
  /** How often the drawer was opened without a sale. */
  no_sales: z.number().int(),
  entries: z.number().int(),
})
export type Shift = z.infer<typeof shiftSchema>
