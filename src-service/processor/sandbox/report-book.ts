import type Libsql from 'libsql'
import type { ReportEntry } from '../report-entry.ts'

/** What banks have reported to a bank of the sandbox, in its own database. */
export interface ReportBook {
  addReport(entry: ReportEntry): void
  /** @param since ms: what was reported then, or later, oldest first */
  reportsSince(since: number): readonly ReportEntry[]
}

/** Few are added, hence at once: each is on the disk when `addReport` returns. */
export function createReportBook(database: Libsql.Database): ReportBook {
  database.exec(`
    CREATE TABLE IF NOT EXISTS reports (
      id TEXT PRIMARY KEY,
      reported_at INTEGER NOT NULL,
      entry TEXT NOT NULL
    ) STRICT;
  `)
  const insert = database.prepare('INSERT INTO reports (id, reported_at, entry) VALUES (?, ?, ?)')
  const select = database.prepare(
    'SELECT entry FROM reports WHERE reported_at >= ? ORDER BY reported_at, rowid',
  )
  return {
    addReport(entry) {
      insert.run([entry.id, entry.reported_at, JSON.stringify(entry)])
    },
    reportsSince: (since) =>
      select.all([since]).map((row) => JSON.parse((row as { readonly entry: string }).entry) as ReportEntry),
  }
}
