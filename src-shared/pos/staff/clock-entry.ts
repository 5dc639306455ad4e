import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { personIdSchema } from './person.ts'

/** Somebody begins to work, or ends: a line of the ledger of working hours. It is not the drawer's shift. */
export const clockEntrySchema = z.object({
  id: z.string(),
  at: timestampSchema,
  person_id: personIdSchema,
  kind: z.enum(['in', 'out']),
  /** Who wrote it down in their place; null: they did it themselves. */
  by: personIdSchema.nullable(),
})
export type ClockEntry = z.infer<typeof clockEntrySchema>

/**
 * A manager sets right when somebody began or ended to work: a line of its own in the ledger, beside what was clocked,
 * which stays as it is. It has no `at`, so that no earlier version takes it for an entry.
 */
export const clockCorrectionSchema = z.object({
  id: z.string(),
  corrected_at: timestampSchema,
  person_id: personIdSchema,
  kind: clockEntrySchema.shape.kind,
  /** The entry, or the correction that added one, whose time it changes; null: it adds one that is missing. */
  replaces: z.string().nullable(),
  /** When they began or ended instead. */
  clocked_at: timestampSchema,
  reason: z.string(),
  by: personIdSchema,
})
export type ClockCorrection = z.infer<typeof clockCorrectionSchema>

/** All that is written down of working hours, the oldest line first. */
export interface ClockLedger {
  readonly entries: readonly ClockEntry[]
  readonly corrections: readonly ClockCorrection[]
}
