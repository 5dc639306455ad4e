import type { ReportEntry } from '../processor/report-entry.ts'
import { firstRow, insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Row, Store, Write } from '../store/store.ts'

/**
 * The journal of reported entries: a row for each entry, written in the same commit as the changes of the entry, so
 * that an entry that is reported twice is applied once.
 */
export interface JournaledEntry {
  readonly processor: string
  readonly entry: ReportEntry
  /** Why the entry changed nothing; null if it was applied or is waiting. */
  readonly refusal: string | null
  /** Set while the entry cannot be applied. Every pass tries again, even if the processor does not report it again. */
  readonly waiting?: true
}

/** Returns the row's id within its account, unique for processors with any kind of ids. */
const rowIdOf = (processor: string, entryId: string): string => `${processor}:${entryId}`

export const findJournaled = (
  store: Pick<Store, 'get'>,
  processor: string,
  { account_id, id }: Pick<ReportEntry, 'account_id' | 'id'>,
): Promise<Row<JournaledEntry> | null> =>
  store.get<JournaledEntry>('reconciled_entry', account_id, rowIdOf(processor, id))

/** @param known the existing row of a waiting entry */
export function journalWrite(
  known: Row<JournaledEntry> | null,
  document: JournaledEntry,
  now: number,
): Write {
  if (known !== null) return updateOf('reconciled_entry', nextRow(known, document, now))
  const { processor, entry } = document
  const row = firstRow(entry.account_id, rowIdOf(processor, entry.id), document, entry.reported_at)
  return insertOf('reconciled_entry', row)
}

/** Returns the waiting entries, oldest first. */
export async function waitingEntries(
  store: Pick<Store, 'list'>,
  processor: string,
): Promise<readonly ReportEntry[]> {
  const where = [
    { column: 'processor', is: '=', value: processor },
    { column: 'waiting', is: 'not null' },
  ] as const
  const entries: ReportEntry[] = []
  for await (const { document } of rowsOf<JournaledEntry>(store, 'reconciled_entry', { where })) {
    entries.push(document.entry)
  }
  return entries.reverse()
}
