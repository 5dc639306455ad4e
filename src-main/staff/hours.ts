import {
  type ClockCorrection,
  type ClockEntry,
  type ClockLedger,
  clockCorrectionSchema,
  clockEntrySchema,
} from '../../src-shared/pos/staff/clock-entry.ts'
import { standingEntries } from '../../src-shared/pos/staff/worked-shifts.ts'
import { newestFirst, openLineFile, readJournal } from '../journal/line-file.ts'
import type { Log } from '../log.ts'

/**
 * The ledger of working hours: a line for each clock-in, clock-out and correction, written to the disk before the
 * answer. Lines are never changed.
 */
export interface Hours {
  isAtWork(personId: string): boolean
  /** @returns false when the person is already clocked in or out */
  clock(entry: ClockEntry): Promise<boolean>
  correct(correction: ClockCorrection): Promise<void>
  ledger(): ClockLedger & { readonly unreadable: number }
}

export async function openHours(path: string, log: Log): Promise<Hours> {
  const lines = [...newestFirst(await readJournal(path))].reverse()
  const entries = lines.flatMap(({ value }) => clockEntrySchema.safeParse(value).data ?? [])
  const corrections = lines.flatMap(({ value }) => clockCorrectionSchema.safeParse(value).data ?? [])
  const unreadable = lines.length - entries.length - corrections.length
  if (unreadable > 0) log.error({ path, lines: unreadable }, 'staff.hours_damaged')
  const isAtWork = (personId: string) =>
    standingEntries({ entries, corrections }).findLast(({ person_id }) => person_id === personId)?.kind ===
    'in'
  async function append(line: ClockEntry | ClockCorrection): Promise<void> {
    const file = await openLineFile(path)
    try {
      await file.append(line)
    } finally {
      await file.close()
    }
  }
  return {
    isAtWork,
    async clock(entry) {
      if (isAtWork(entry.person_id) === (entry.kind === 'in')) return false
      await append(entry)
      entries.push(entry)
      return true
    },
    async correct(correction) {
      await append(correction)
      corrections.push(correction)
    },
    ledger: () => ({ entries, corrections, unreadable }),
  }
}
