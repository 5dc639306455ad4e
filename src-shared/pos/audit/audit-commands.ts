import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import type { AuditPage, AuditVerification } from './audit.ts'
import { auditAreas } from './audit-areas.ts'

export const auditFilterSchema = z.strictObject({
  /** The person who did or approved it. */
  person_id: z.string().max(64).nullable(),
  area: z.enum(auditAreas).nullable(),
  from: timestampSchema.nullable(),
  /** Exclusive. */
  to: timestampSchema.nullable(),
  /** Any part of the entry, ignoring case. */
  text: z.string().max(100),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>

/** Commands about the audit log: rows of posCommands. */
export const auditCommands = {
  /** A page of entries before this number, newest first. Reading is not audited: it would add entries endlessly. */
  'audit.list': {
    right: 'see_audit',
    payload: z.strictObject({ filter: auditFilterSchema, before: z.number().int().min(1).nullable() }),
    reply: reply<AuditPage>(),
    polled: true,
  },
  /** Reads all entries and compares them with the heads that the service keeps. */
  'audit.verify': { right: 'see_audit', reply: reply<AuditVerification>() },
  /**
   * Saves the audit log where the person chooses: as a table of the filtered entries, or as lines with all chained
   * entries, for verification elsewhere.
   */
  'audit.export': {
    right: 'see_audit',
    payload: z.strictObject({ as: z.enum(['table', 'lines']), filter: auditFilterSchema }),
    reply: reply<{ readonly saved: boolean }>(),
    audited: ['as'],
  },
} as const satisfies Readonly<Record<string, CommandRow>>
