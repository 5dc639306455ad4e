import { cellOf } from '../../src-shared/csv-cell.ts'
import type { AuditRecord } from '../../src-shared/pos/audit/audit.ts'
import type { AuditFilter } from '../../src-shared/pos/audit/audit-commands.ts'
import { chainedIn } from './audit-chain.ts'
import { auditRecord, fitsFilter } from './read-audit.ts'
import type { StandingAudit } from './standing-audit.ts'

/**
 * All lines of all files as they are chained, for verification elsewhere. A file that is missing, or cannot be read to
 * its end, is named in a line of its own.
 */
export async function* auditLines({ files }: StandingAudit): AsyncGenerator<string> {
  for (const file of files) {
    try {
      for await (const { text } of file.lines()) if (text !== '') yield `${text}\n`
    } catch {
      yield `${JSON.stringify({ command: missingCommand, about: { file: file.name }, outcome: 'missing' })}\n`
    }
  }
}

const missingCommand = 'audit.file_missing'

const columns = [
  ...['number', 'at', 'counter', 'role', 'person_id', 'person', 'approved_by_id', 'approved_by', 'command'],
  ...['about', 'changes', 'outcome', 'repeated', 'hash'],
]

/** The filtered entries as a table, the oldest first. */
export async function* auditTable(audit: StandingAudit, filter: AuditFilter): AsyncGenerator<string> {
  const fits = fitsFilter(filter)
  // Spreadsheet programs read UTF-8 only in a file that begins with a byte order mark.
  yield `\uFEFF${columns.join(',')}\r\n`
  for await (const line of auditLines(audit)) {
    const entry = auditRecord(line)
    if (entry === null) yield `${cells(unreadableRow(line))}\r\n`
    else if (fits(entry, line)) yield `${rowOf(entry, chainedIn(line)?.hash ?? '')}\r\n`
  }
}

function rowOf(entry: AuditRecord, hash: string): string {
  const { n, at, counter = '', role, person, approved_by, command, about, changes, outcome, repeated } = entry
  return cells([
    ...[String(n), at, counter, role ?? '', person?.id ?? '', person?.name ?? ''],
    ...[approved_by?.id ?? '', approved_by?.name ?? '', command, pairs(about)],
    ...[changes === undefined ? '' : JSON.stringify(changes), outcome, String(repeated ?? ''), hash],
  ])
}

/** An unreadable line is in the table unchanged, whatever the filter is, so that a gap is visible. */
const unreadableRow = (line: string): readonly string[] => {
  const isMissing = line.startsWith(`{"command":"${missingCommand}"`)
  const command = isMissing ? missingCommand : 'audit.unreadable'
  return columns.map((column) => (column === 'command' ? command : column === 'about' ? line.trimEnd() : ''))
}

const cells = (values: readonly string[]): string =>
  values.map((cell) => `"${cellOf(cell).replaceAll('"', '""')}"`).join(',')

const pairs = (about: AuditRecord['about']): string =>
  Object.entries(about)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
