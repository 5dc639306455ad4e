import type { AuditEntry } from '../audit/audit-entry.ts'

/** In the record that the backup brought, after its last entry: from here on it is another counter's. */
export const restoredEntry: AuditEntry = {
  ...{ role: null, person_id: null, command: 'backup.restored', about: {}, outcome: 'done' },
}
