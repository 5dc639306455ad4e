import { z } from 'zod'
import type { AuditPage, AuditRecord } from '../../src-shared/pos/audit/audit.ts'
import type { AuditAreaName } from '../../src-shared/pos/audit/audit-areas.ts'
import type { AuditFilter } from '../../src-shared/pos/audit/audit-commands.ts'
import { lookCommands } from './look-commands.ts'
import type { StandingAudit, StandingFile } from './standing-audit.ts'

/** Entries per page. */
const pageSize = 50
/** Maximum number of lines searched for one page: rare entries are found in several steps. */
const mostLines = 20_000

const personSchema = z.object({ id: z.string(), name: z.string().optional() })
const recordSchema: z.ZodType<AuditRecord> = z.object({
  n: z.number(),
  at: z.string(),
  counter: z.string().optional(),
  role: z.string().nullable(),
  person: personSchema.optional(),
  approved_by: personSchema.optional(),
  command: z.string(),
  about: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  changes: z
    .record(z.string(), z.object({ before: z.unknown().optional(), after: z.unknown().optional() }))
    .optional(),
  outcome: z.string(),
  repeated: z.number().optional(),
})

/** @returns null where the line is not an entry */
export function auditRecord(text: string): AuditRecord | null {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const areas: Readonly<Record<string, AuditAreaName>> = {
  ...{
    payments: 'money',
    returns: 'money',
    bill: 'money',
    tab: 'money',
    sale: 'money',
    store_credit: 'money',
  },
  ...{ gift_cards: 'money', links: 'money', parked: 'money', sales: 'money', customer: 'money' },
  ...{ drawer: 'drawer', order: 'orders', settings: 'settings', staff: 'people', catalogue: 'items' },
  ...{
    terminals: 'terminals',
    terminal: 'terminals',
    devices: 'terminals',
    printers: 'terminals',
    peripherals: 'terminals',
    reports: 'reports',
    audit: 'audit',
  },
}
const areaOf = (command: string): AuditAreaName => areas[command.split('.')[0] ?? ''] ?? 'settings'

const isAbout = (area: AuditAreaName, command: string): boolean =>
  area === 'looks' ? lookCommands.has(command) : areaOf(command) === area

/** Whether an entry matches the filter. @param text its line */
export function fitsFilter(filter: AuditFilter): (entry: AuditRecord, text: string) => boolean {
  const words = filter.text.trim().toLowerCase()
  const [from, to] = [filter.from, filter.to].map((at) => (at === null ? null : Date.parse(at)))
  return (entry, text) => {
    const at = Date.parse(entry.at)
    return (
      (filter.person_id === null ||
        entry.person?.id === filter.person_id ||
        entry.approved_by?.id === filter.person_id) &&
      (filter.area === null || isAbout(filter.area, entry.command)) &&
      (from == null || at >= from) &&
      (to == null || at < to) &&
      (words === '' || text.toLowerCase().includes(words))
    )
  }
}

/** A page of entries, the newest first, read backwards from the end of the newest file. */
export async function readAuditPage(
  { files }: StandingAudit,
  filter: AuditFilter,
  before: number | null,
): Promise<AuditPage> {
  const fits = fitsFilter(filter)
  const entries: AuditRecord[] = []
  let looked = 0
  let last: number | null = null
  const missing = files.flatMap(({ isThere, name }) => (isThere ? [] : [name]))
  for (const file of files.filter(({ isThere }) => isThere).reverse()) {
    try {
      if (before !== null && (await firstNumber(file)) >= before) continue
      for await (const { text } of file.fromEnd()) {
        const entry = auditRecord(text)
        if (entry === null || (before !== null && entry.n >= before)) continue
        if (entries.length === pageSize || looked === mostLines) return { entries, next: last, missing }
        looked += 1
        last = entry.n
        if (fits(entry, text)) entries.push(entry)
      }
    } catch {
      missing.push(file.name)
    }
  }
  return { entries, next: null, missing }
}

/** The number of the file's first entry; 0 without one, so that the file is read. */
async function firstNumber(file: StandingFile): Promise<number> {
  for await (const { text } of file.lines()) {
    const entry = auditRecord(text)
    if (entry !== null) return entry.n
  }
  return 0
}
