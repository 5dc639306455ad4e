import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { personIdSchema } from './person.ts'

/** A person clocks in or out: a line of the ledger of working hours, which is separate from the drawer's shift. */
export const clockEntrySchema = z.object({
  id: z.string(),
  at: timestampSchema,
  person_id: personIdSchema,
  kind: z.enum(['in', 'out']),
  /** Who entered it for them; null: the person did. */
  by: personIdSchema.nullable(),
})
export type ClockEntry = z.infer<typeof clockEntrySchema>

/**
 * A manager corrects a clock-in or clock-out. It is a ledger line of its own; the original entry stays unchanged. It
 * has no `at`, so that earlier versions do not take it for an entry.
 */
export const clockCorrectionSchema = z.object({
  id: z.string(),
  corrected_at: timestampSchema,
  person_id: personIdSchema,
  kind: clockEntrySchema.shape.kind,
  /** The entry, or the correction that added one, whose time it changes; null: it adds a missing one. */
  replaces: z.string().nullable(),
  /** The corrected time. */
  clocked_at: timestampSchema,
  reason: z.string(),
  by: personIdSchema,
})
export type ClockCorrection = z.infer<typeof clockCorrectionSchema>

/** All lines about working hours, oldest first. */
export interface ClockLedger {
  readonly entries: readonly ClockEntry[]
  readonly corrections: readonly ClockCorrection[]
}
