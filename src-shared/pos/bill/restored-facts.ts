import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'

/**
 * A bill that stood at a counter when the backup was made which this one was restored from (docs/decisions/0084). The counter of
 * the backup may have gone on: another tender may have paid the rest, or what was paid may be with the customer again.
 *
 *   not seen: nothing is done with it ─restored_seen▶ seen: a person reads what the service shows ─keep_restored▶ as any other
 *      └─────────────────── leave_bill: a manager takes it over as it is ───────────────────┘
 */
export const restoredSchema = z.object({
  /** The service was asked about it since. */
  seen: z.boolean(),
  /** Of what was paid before the backup, with the customer again by what the service shows; cents. */
  given_back: amountSchema,
  /** What other cards have paid of the same bill by what the service shows, cents; null where it does not say. */
  paid_elsewhere: amountSchema.nullable(),
})
