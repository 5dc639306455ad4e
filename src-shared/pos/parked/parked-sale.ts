import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { billSchema } from '../bill/bill.ts'
import { type SaleState, saleStateSchema } from '../sale/sale.ts'

/** A person's statement about a payment whose outcome cannot be found out: not a proof (docs/decisions/0076). */
export const parkedRecordSchema = z.object({
  /** done: as far as the person could see, the request was carried out; not_done: it was not. */
  finding: z.enum(['done', 'not_done']),
  text: z.string(),
  /** The person's name; null if no people are set up. */
  author: z.string().nullable(),
  at: timestampSchema,
  /** Whether the service has it as a note, too; false if it knows no payment, or did not answer. */
  at_service: z.boolean(),
})
export type ParkedRecord = z.infer<typeof parkedRecordSchema>

/**
 * A payment that was parked with an unknown outcome, to serve the next customer. It continues as the same sale, beside
 * the one at the counter, until its outcome is known and a person has acknowledged it:
 *
 *   checking ─▶ declined | stopped (the intent is closed) | deciding ─keep▶ approved
 *                                                              └─void▶ voiding ▶ stopped
 *   checking | voiding | capturing, for ever ─record▶ the same with a statement, which ends it once it was seen
 */
export const parkedSaleSchema = z.object({
  state: saleStateSchema.transform((state, context): Exclude<SaleState, { kind: 'ready' }> => {
    if (state.kind !== 'ready') return state
    context.addIssue({ code: 'custom', message: 'a parked sale has a payment' })
    return z.NEVER
  }),
  parked_at: timestampSchema,
  /** The bill that it pays, with its other tenders; null in a journal of an earlier version. */
  bill: billSchema.nullable().default(null),
  /** A manager's statement, made while the outcome could not be found out. */
  record: parkedRecordSchema.optional(),
})
export type ParkedSale = z.infer<typeof parkedSaleSchema>
