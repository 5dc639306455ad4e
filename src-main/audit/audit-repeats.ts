import type { AuditEntry } from './audit-entry.ts'

/** Equal refusals within this time are counted, in ms. */
const windowMs = 60_000

interface AuditRepeats {
  add(entry: AuditEntry): void
  /** Writes the counts so far. */
  flush(): void
}

/**
 * Counts repeated refusals: a compromised page can send a refused command a thousand times a second. The first refusal
 * is written at once; equal ones within a minute are counted, and written as one line before the next different entry,
 * at the latest when the minute is over.
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
