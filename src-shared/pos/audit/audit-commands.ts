import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import type { AuditPage, AuditVerification } from './audit.ts'
import { auditAreas } from './audit-areas.ts'

export const auditFilterSchema = z.strictObject({
  /** Who did it, or approved it. */
  person_id: z.string().max(64).nullable(),
  area: z.enum(auditAreas).nullable(),
  from: timestampSchema.nullable(),
  /** Not included. */
  to: timestampSchema.nullable(),
  /** Any part of it, whatever its case. */
  text: z.string().max(100),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>

/** What is asked of the audit: rows of posCommands. */
export const auditCommands = {
  /** A page of entries before the one of this number, the newest first. Reading writes no entry: it would never end. */
  'audit.list': {
    right: 'see_audit',
    payload: z.strictObject({ filter: auditFilterSchema, before: z.number().int().min(1).nullable() }),
    reply: reply<AuditPage>(),
    polled: true,
  },
  /** Reads all of it, and holds it against the heads that the service keeps. */
  'audit.verify': { right: 'see_audit', reply: reply<AuditVerification>() },
  /**
   * Saves it where the person says: as a table what the filter leaves, as lines all there is, as it is chained, for
   * whoever verifies it elsewhere.
   */
  'audit.export': {
    right: 'see_audit',
    payload: z.strictObject({ as: z.enum(['table', 'lines']), filter: auditFilterSchema }),
    reply: reply<{ readonly saved: boolean }>(),
    audited: ['as'],
  },
} as const satisfies Readonly<Record<string, CommandRow>>
