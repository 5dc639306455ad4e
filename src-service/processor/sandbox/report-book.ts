import type Libsql from 'libsql'
import type { ReportEntry } from '../report-entry.ts'

/** Reports of banks to a sandbox bank, in its own database. */
export interface ReportBook {
  addReport(entry: ReportEntry): void
  /** @param since ms, inclusive. @returns the reports, oldest first */
  reportsSince(since: number): readonly ReportEntry[]
}

/** Writes each report at once, because there are few: it is on disk when `addReport` returns. */
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
