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

/** From clocking in to clocking out; `ended_at` is null while somebody is at work. */
export interface WorkShift {
  readonly person_id: string
  readonly started_at: string
  readonly ended_at: string | null
}

/** The shifts of these entries, the oldest first. A second "in" or an "out" too many changes nothing. */
export function workShifts(entries: readonly ClockEntry[]): readonly WorkShift[] {
  const shifts: WorkShift[] = []
  const openOf = new Map<string, number>()
  for (const { person_id, kind, at } of entries) {
    const open = openOf.get(person_id)
    if (kind === 'in' && open === undefined) {
      openOf.set(person_id, shifts.push({ person_id, started_at: at, ended_at: null }) - 1)
    }
    const shift = open === undefined ? undefined : shifts[open]
    if (kind === 'out' && open !== undefined && shift !== undefined) {
      shifts[open] = { ...shift, ended_at: at }
      openOf.delete(person_id)
    }
  }
  return shifts
}
