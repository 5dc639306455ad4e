import { rm } from 'node:fs/promises'
import { addForCertain } from '../audit/add-for-certain.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { Log } from '../log.ts'
import { takenMark } from './take-restored.ts'

/** Added to the restored audit after its last entry: from here on it is another counter's. */
export const restoredEntry: AuditEntry = {
  ...{ role: null, person_id: null, command: 'backup.restored', about: {}, outcome: 'done' },
}

/** Each start writes it until it is known to be on the disk, so that a kill cannot leave it out. */
export async function recordRestored(
  audit: Pick<AuditTrail, 'add' | 'head' | 'flush'>,
  folder: string,
  log: Log,
): Promise<void> {
  try {
    if (await addForCertain(audit, restoredEntry)) await rm(takenMark(folder), { force: true })
  } catch (error) {
    log.error({ err: error }, 'backup.restore_not_recorded')
  }
}
