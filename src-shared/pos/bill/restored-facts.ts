import { z } from 'zod'
import { amountSchema } from '../../api/schemas/common.ts'

/**
 * A bill restored from a backup in which it was at a counter (docs/decisions/0084). The counter of the backup may have
 * continued it: another tender may have paid the rest, or the paid amount may have gone back.
 *
 *   not seen: nothing is done with it ─restored_seen▶ seen: a person reads what the service shows ─keep_restored▶ as any other
 *      └─────────────────── leave_bill: a manager takes it over as it is ───────────────────┘
 */
export const restoredSchema = z.object({
  /** The service was asked about it since. */
  seen: z.boolean(),
  /** What went back, by the service's data, of the amount paid before the backup; in cents. */
  given_back: amountSchema,
  /** What other cards paid of the same bill, by the service's data, in cents; null if unknown. */
  paid_elsewhere: amountSchema.nullable(),
})
