import { type ClockEntry, clockEntrySchema } from '../../src-shared/pos/staff/clock-entry.ts'
import { newestFirst, openLineFile, readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/** The ledger of working hours: a line for each clock-in and clock-out, on the disk before it is answered. */
export interface Hours {
  isAtWork(personId: string): boolean
  /** @returns false when it is so already. */
  clock(entry: ClockEntry): Promise<boolean>
  between(from: string, to: string): readonly ClockEntry[]
}

export async function openHours(path: string, log: Log): Promise<Hours> {
  const lines = [...newestFirst(await readJournal(path))].reverse()
  const entries = lines.flatMap(({ value }) => clockEntrySchema.safeParse(value).data ?? [])
  if (entries.length < lines.length) {
    log.error({ path, lines: lines.length - entries.length }, 'staff.hours_damaged')
  }
  const isAtWork = (personId: string) =>
    entries.findLast(({ person_id }) => person_id === personId)?.kind === 'in'
  return {
    isAtWork,
    async clock(entry) {
      if (isAtWork(entry.person_id) === (entry.kind === 'in')) return false
      const file = await openLineFile(path)
      try {
        await file.append(entry)
      } finally {
        await file.close()
      }
      entries.push(entry)
      return true
    },
    between: (from, to) => {
      const [first, last] = [Date.parse(from), Date.parse(to)]
      return entries.filter(({ at }) => Date.parse(at) >= first && Date.parse(at) < last)
    },
  }
}
