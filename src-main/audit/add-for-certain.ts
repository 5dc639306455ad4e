import type { AuditEntry } from './audit-entry.ts'
import type { AuditTrail } from './audit-trail.ts'

/** @returns whether it is known to be on the disk. @throws where the record cannot be read */
export async function addForCertain(
  audit: Pick<AuditTrail, 'add' | 'head' | 'flush'>,
  entry: AuditEntry,
): Promise<boolean> {
  // Asked for at once with the entry: no other one comes between.
  const before = audit.head()
  audit.add(entry)
  // Written or not: once this has returned, nothing of it is on its way.
  const [head] = await Promise.allSettled([before, audit.flush()])
  if (head.status === 'rejected') throw head.reason
  return (await audit.head()).count > head.value.count
}
