import type { AuditEntry } from './audit-entry.ts'
import type { AuditTrail } from './audit-trail.ts'

/** @returns whether the entry is known to be on the disk. @throws where the audit cannot be read */
export async function addForCertain(
  audit: Pick<AuditTrail, 'add' | 'head' | 'flush'>,
  entry: AuditEntry,
): Promise<boolean> {
  // Requested together with the entry, so that no other entry comes between.
  const before = audit.head()
  audit.add(entry)
  // Whether it was written or not, it is not pending after this.
  const [head] = await Promise.allSettled([before, audit.flush()])
  if (head.status === 'rejected') throw head.reason
  return (await audit.head()).count > head.value.count
}
