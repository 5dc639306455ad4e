import { z } from 'zod'
import { timestampSchema } from '../api/schemas/common.ts'
import { billSchema } from './bill/bill.ts'
import { type SaleState, saleStateSchema } from './sale.ts'

/**
 * A payment whose outcome nobody knew when a person parked it to serve the next customer. It goes on as the same sale,
 * beside the one at the counter, until its outcome is known and a person has acknowledged it:
 *
 *   checking ─▶ declined | stopped (the intent is closed) | deciding ─keep▶ approved
 *                                                              └─void▶ voiding ▶ stopped
 */
export const parkedSaleSchema = z.object({
  state: saleStateSchema.transform((state, context): Exclude<SaleState, { kind: 'ready' }> => {
    if (state.kind !== 'ready') return state
    context.addIssue({ code: 'custom', message: 'a parked sale has a payment' })
    return z.NEVER
  }),
  parked_at: timestampSchema,
  /** What it was to pay, with what else has been paid of it; null in a journal of an earlier version. */
  bill: billSchema.nullable().default(null),
})
export type ParkedSale = z.infer<typeof parkedSaleSchema>
