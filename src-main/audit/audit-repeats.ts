import type { AuditEntry } from './audit-entry.ts'

/** Equal refusals within so long are counted, ms. */
const windowMs = 60_000

interface AuditRepeats {
  add(entry: AuditEntry): void
  /** Writes what has been counted so far. */
  flush(): void
}

/**
 * A page in somebody else's hands can ask a thousand times a second for what it is refused. The first refusal is written
 * at once; equal ones within a minute are counted, and written as one line before the next other one, at the latest when
 * the minute is over.
 */
export function countRepeats(
  now: () => number,
  write: (entry: AuditEntry & { readonly repeated?: number }, at: number) => void,
): AuditRepeats {
  const refused = new Map<
    string,
    { readonly entry: AuditEntry; readonly since: number; last: number; count: number }
  >()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const [key, one] of refused) {
      if (one.count > 0) write({ ...one.entry, repeated: one.count }, one.last)
      one.count = 0
      if (!isRecent(one.since)) refused.delete(key)
    }
  }

  const isRecent = (since: number): boolean => now() >= since && now() - since < windowMs

  return {
    flush,
    add(entry) {
      const at = now()
      const key = JSON.stringify(entry)
      const before = refused.get(key)
      if (before !== undefined && isRecent(before.since)) {
        before.count += 1
        before.last = at
        timer ??= setTimeout(flush, windowMs).unref()
        return
      }
      flush()
      if (entry.outcome !== 'done') refused.set(key, { entry, since: at, last: at, count: 0 })
      write(entry, at)
    },
  }
}
