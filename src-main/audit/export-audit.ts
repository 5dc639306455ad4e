import type { AuditRecord } from '../../src-shared/pos/audit.ts'
import type { AuditFilter } from '../../src-shared/pos/audit-commands.ts'
import { cellOf } from '../catalogue/csv-cell.ts'
import { chainedIn } from './audit-chain.ts'
import { auditFiles, linesOf } from './audit-files.ts'
import { auditRecord, fitsFilter } from './read-audit.ts'

/** All lines of all files as they are chained, for whoever verifies them elsewhere. */
export async function* auditLines(path: string): AsyncGenerator<string> {
  for (const file of await auditFiles(path)) {
    for await (const line of linesOf(file)) if (line !== '') yield `${line}\n`
  }
}

const columns = [
  ...['number', 'at', 'counter', 'role', 'person_id', 'person', 'approved_by_id', 'approved_by', 'command'],
  ...['about', 'changes', 'outcome', 'repeated', 'hash'],
]

/** What the filter leaves, the oldest first, as a table. */
export async function* auditTable(path: string, filter: AuditFilter): AsyncGenerator<string> {
  const fits = fitsFilter(filter)
  yield `${columns.join(',')}\r\n`
  for await (const line of auditLines(path)) {
    const entry = auditRecord(line)
    if (entry !== null && fits(entry, line)) yield `${rowOf(entry, chainedIn(line)?.hash ?? '')}\r\n`
  }
}

function rowOf(entry: AuditRecord, hash: string): string {
  const { n, at, counter = '', role, person, approved_by, command, about, changes, outcome, repeated } = entry
  const cells = [
    ...[String(n), at, counter, role ?? '', person?.id ?? '', person?.name ?? ''],
    ...[approved_by?.id ?? '', approved_by?.name ?? '', command, pairs(about)],
    ...[changes === undefined ? '' : JSON.stringify(changes), outcome, String(repeated ?? ''), hash],
  ]
  return cells.map((cell) => `"${cellOf(cell).replaceAll('"', '""')}"`).join(',')
}

const pairs = (about: AuditRecord['about']): string =>
  Object.entries(about)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
