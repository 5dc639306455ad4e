import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { byPersonSchema } from '../staff/person.ts'

const entry = {
  /** The ledger contains an id only once, however often it is booked. */
  id: z.string(),
  at: timestampSchema,
  /** The person who handled the cash or opened the drawer. */
  person_id: byPersonSchema,
}
/** Why the drawer was opened or money taken, for the person who counts it. */
export const reasonSchema = z.string().trim().min(1).max(200)

/** Cash of a bill that goes into or out of the drawer. */
export const billCashSchema = z.object({
  ...entry,
  kind: z.enum(['sale', 'returned']),
  /** The bill's number. */
  bill: z.string(),
  /** The net amount that stayed in the drawer or left it, in cents. */
  amount: amountSchema,
  /** Cash received and change given; both 0 if nothing was sold. */
  tendered: amountSchema,
  change: amountSchema,
})
export type BillCash = z.infer<typeof billCashSchema>

/** The number of pieces of a note or a coin. */
const countedSchema = z.object({ value: amountSchema, count: z.number().int().min(0).max(100_000) })
export type Counted = z.infer<typeof countedSchema>
export const countSchema = z.array(countedSchema).max(20)

/** An entry of the drawer's ledger. Amounts are cents and never negative: the kind gives the direction. */
export const cashEntrySchema = z.discriminatedUnion('kind', [
  z.object({ ...entry, kind: z.literal('opened'), amount: amountSchema }),
  billCashSchema,
  /** A cash refund that a manager approved. `bill`: the number on the receipt. */
  z.object({
    ...entry,
    kind: z.literal('refund'),
    amount: amountSchema,
    reason: reasonSchema,
    bill: z.string(),
    approved_by: byPersonSchema,
  }),
  /** Taken to the safe or bank; paid out, such as for milk; or put in, such as for change. */
  z.object({
    ...entry,
    kind: z.enum(['drop', 'payout', 'paid_in']),
    amount: amountSchema,
    reason: reasonSchema,
    approved_by: byPersonSchema,
  }),
  /** The drawer was opened without booking money. */
  z.object({ ...entry, kind: z.literal('no_sale'), reason: reasonSchema }),
  z.object({
    ...entry,
    kind: z.literal('closed'),
    counted: countSchema,
    /** The counted amount, and the amount by the ledger. */
    amount: amountSchema,
    expected: z.number().int(),
  }),
])
export type CashEntry = z.infer<typeof cashEntrySchema>
