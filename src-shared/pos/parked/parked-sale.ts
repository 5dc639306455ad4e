import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { billSchema } from '../bill/bill.ts'
import { type SaleState, saleStateSchema } from '../sale/sale.ts'

/** A person's statement about a payment that nobody can find out about: no proof (docs/decisions/0076). */
export const parkedRecordSchema = z.object({
  /** done: what was asked for has happened, as far as that person could see; not_done: it has not. */
  finding: z.enum(['done', 'not_done']),
  text: z.string(),
  /** Their name; null where nobody is set up. */
  author: z.string().nullable(),
  at: timestampSchema,
  /** Whether the service has it as a note, too; not where it knows no payment, or did not answer. */
  at_service: z.boolean(),
})
export type ParkedRecord = z.infer<typeof parkedRecordSchema>

/**
 * A payment whose outcome nobody knew when a person parked it to serve the next customer. It goes on as the same sale,
 * beside the one at the counter, until its outcome is known and a person has acknowledged it:
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
  /** What it was to pay, with what else has been paid of it; null in a journal of an earlier version. */
  bill: billSchema.nullable().default(null),
  /** What a manager wrote down about it while nobody could find it out. */
  record: parkedRecordSchema.optional(),
})
export type ParkedSale = z.infer<typeof parkedSaleSchema>
