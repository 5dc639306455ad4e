import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import { byPersonSchema } from '../staff/person.ts'

const entry = {
  /** An entry is in the ledger once, however often it is booked. */
  id: z.string(),
  at: timestampSchema,
  /** Whose hands the cash was in, or who opened the drawer. */
  person_id: byPersonSchema,
}
/** Why the drawer was opened, or money taken: for whoever counts it. */
export const reasonSchema = z.string().trim().min(1).max(200)

/** Cash of a bill on its way to or from the drawer. */
export const billCashSchema = z.object({
  ...entry,
  kind: z.enum(['sale', 'returned']),
  /** The bill's number. */
  bill: z.string(),
  /** What stayed in the drawer, or left it. Cents. */
  amount: amountSchema,
  /** Handed over and given back; both 0 where nothing was sold. */
  tendered: amountSchema,
  change: amountSchema,
})
export type BillCash = z.infer<typeof billCashSchema>

/** How many there are of a note or a coin. */
const countedSchema = z.object({ value: amountSchema, count: z.number().int().min(0).max(100_000) })
export type Counted = z.infer<typeof countedSchema>
export const countSchema = z.array(countedSchema).max(20)

/** One line of the drawer's ledger. Amounts are cents and never negative: the kind says which way the money went. */
export const cashEntrySchema = z.discriminatedUnion('kind', [
  z.object({ ...entry, kind: z.literal('opened'), amount: amountSchema }),
  billCashSchema,
  /** Money back in cash, which a manager has approved. `bill`: the number on the receipt. */
  z.object({
    ...entry,
    kind: z.literal('refund'),
    amount: amountSchema,
    reason: reasonSchema,
    bill: z.string(),
    approved_by: byPersonSchema,
  }),
  /** Taken to the safe or the bank; paid out of the drawer, such as for milk; or put into it, such as for change. */
  z.object({
    ...entry,
    kind: z.enum(['drop', 'payout', 'paid_in']),
    amount: amountSchema,
    reason: reasonSchema,
    approved_by: byPersonSchema,
  }),
  /** The drawer was opened, and no money booked. */
  z.object({ ...entry, kind: z.literal('no_sale'), reason: reasonSchema }),
  z.object({
    ...entry,
    kind: z.literal('closed'),
    counted: countSchema,
    /** What was counted, and what the ledger came to. */
    amount: amountSchema,
    expected: z.number().int(),
  }),
])
export type CashEntry = z.infer<typeof cashEntrySchema>
