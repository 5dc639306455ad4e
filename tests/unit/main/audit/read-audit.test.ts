import disk, { type FileHandle, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chained, emptyHead, headOf, verifyAudit } from '../../../../src-main/audit/audit-chain.ts'
import { auditHeadPath } from '../../../../src-main/audit/audit-files.ts'
import { auditLines, auditTable } from '../../../../src-main/audit/export-audit.ts'
import { readAuditPage } from '../../../../src-main/audit/read-audit.ts'
import { notWritten, readStanding, type StandingAudit } from '../../../../src-main/audit/standing-audit.ts'
import type { AuditFilter } from '../../../../src-shared/pos/audit/audit-commands.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const ana = { id: 'person_ana', name: 'Ana' }
const everything: AuditFilter = { person_id: null, area: null, from: null, to: null, text: '' }

/** A log of `count` entries in files of 30,000, as after years of use. */
async function recordOf(count: number): Promise<string> {
  const path = join(await temporaryFolder('countertop-audit'), 'staff', 'audit.jsonl')
  await mkdir(dirname(path), { recursive: true })
  let head = emptyHead
  let lines: string[] = []
  let file = 0
  for (let n = 1; n <= count; n++) {
    const entry = chained(head, {
      at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
      role: null,
      command: n % 1_000 === 0 ? 'settings.cash' : 'drawer.put_in',
      about: { amount: n, reason: n === 77 ? '=SUM("A1") Coins, small' : 'Change' },
      ...(n % 100 === 0 ? { person: ana } : {}),
      outcome: 'done',
    })
    head = headOf(entry)
    lines.push(JSON.stringify(entry))
    if (lines.length === 30_000 || n === count) {
      const name = n === count ? 'audit.jsonl' : `audit.${String(++file).padStart(6, '0')}.jsonl`
      await writeFile(join(dirname(path), name), `${lines.join('\n')}\n`)
      lines = []
    }
  }
  return path
}

const standing = <Value>(path: string, read: (audit: StandingAudit) => Promise<Value>) =>
  readStanding(path, notWritten, read)
const page = (path: string, filter: AuditFilter, before: number | null) =>
  standing(path, (audit) => readAuditPage(audit, filter, before))

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const line of lines) text += line
  return text
}

describe('reading the audit log', () => {
  test('a log of 100,000 entries is read page by page, newest first, across its files', async () => {
    const path = await recordOf(100_000)
    const first = await page(path, everything, null)
    expect(first.entries.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, index) => 100_000 - index))
    expect(first.next).toBe(99_951)
    const second = await page(path, everything, first.next)
    expect(second.entries[0]?.n).toBe(99_950)
    const oldest = await page(path, everything, 31)
    expect(oldest.entries.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, index) => 30 - index))
    expect(oldest.next).toBeNull()
    const acrossFiles = await page(path, everything, 30_010)
    expect(acrossFiles.entries.map(({ n }) => n).slice(8, 10)).toEqual([30_001, 30_000])
  })

  test('a log is searched by person, area, day and word, in steps when matches are rare', async () => {
    const path = await recordOf(25_000)
    const by = async (filter: Partial<AuditFilter>, before: number | null = null) =>
      page(path, { ...everything, ...filter }, before)
    expect((await by({ person_id: ana.id })).entries[1]?.n).toBe(24_900)
    expect((await by({ area: 'settings' })).entries.every(({ command }) => command === 'settings.cash')).toBe(
      true,
    )
    const day = { from: '2026-01-01T00:10:00.000Z', to: '2026-01-01T00:13:00.000Z' }
    const rare = await by(day)
    expect(rare).toEqual({ entries: [], next: 5_001, missing: [] })
    expect((await by(day, rare.next)).entries.map(({ n }) => n)).toEqual([12, 11, 10])
    const coins = await by({ text: 'COINS' }, 5_001)
    expect(coins.entries.map(({ n }) => n)).toEqual([77])
  })

  test('entries of people who only looked or exported data can be filtered from those that changed something', async () => {
    const path = await recordOf(1)
    const commands = ['payments.open', 'payments.act', 'staff.hours', 'settings.cash', 'reports.save']
    let head = headOf(JSON.parse((await readFile(path, 'utf8')).trim()))
    for (const command of commands) {
      const entry = chained(head, {
        at: '2026-01-02T00:00:00.000Z',
        role: null,
        command,
        about: {},
        outcome: 'done',
      })
      head = headOf(entry)
      await writeFile(path, `${JSON.stringify(entry)}\n`, { flag: 'a' })
    }
    const looks = await page(path, { ...everything, area: 'looks' }, null)
    expect(looks.entries.map(({ command }) => command)).toEqual([
      'reports.save',
      'staff.hours',
      'payments.open',
    ])
    const money = await page(path, { ...everything, area: 'money' }, null)
    expect(money.entries.map(({ command }) => command)).toEqual(['payments.act', 'payments.open'])
  })

  test('a missing log, or one with invalid lines, is read as far as possible', async () => {
    const folder = await temporaryFolder('countertop-audit')
    expect(await page(join(folder, 'audit.jsonl'), everything, null)).toEqual({
      entries: [],
      next: null,
      missing: [],
    })
    const path = await recordOf(3)
    await writeFile(path, 'no entry\n{"n":1}\n', { flag: 'a' })
    expect((await page(path, everything, null)).entries.map(({ n }) => n)).toEqual([3, 2, 1])
  })

  test('a log whose head cannot be read is refused, and leaves no file open', async () => {
    const path = await recordOf(3)
    await mkdir(auditHeadPath(path))
    const opened = vi.spyOn(disk, 'open')
    onTestFinished(() => {
      opened.mockRestore()
      syncBuiltinESMExports()
    })
    syncBuiltinESMExports()
    await expect(page(path, everything, null)).rejects.toThrow('EISDIR')
    const handles = await Promise.all(opened.mock.results.map(({ value }) => value as Promise<FileHandle>))
    expect(handles.filter(({ fd }) => fd !== -1)).toEqual([])
  })

  test('a log is exported as lines that can be verified, and as a table without formulas', async () => {
    const path = await recordOf(120)
    const lines = await standing(path, (audit) => textOf(auditLines(audit)))
    expect(verifyAudit(lines, null)).toMatchObject({
      head: { count: 120 },
      faults: [{ kind: 'head_missing', found: 120 }],
    })
    const table = await standing(path, (audit) => textOf(auditTable(audit, { ...everything, text: 'coins' })))
    // Without the BOM, spreadsheet programs misread the accented letters of names.
    expect(table.startsWith('\uFEFF')).toBe(true)
    const [header, row = '', ...rest] = table.slice(1).trimEnd().split('\r\n')
    expect(header).toBe(
      'number,at,counter,role,person_id,person,approved_by_id,approved_by,command,about,changes,outcome,repeated,hash',
    )
    expect(row).toMatch(/^"77",.*"amount=77; reason==SUM\(""A1""\) Coins, small".*"[0-9a-f]{64}"$/)
    expect(rest).toEqual([])
  })

  test('a log that is renamed and continued during a read is read completely, without later entries', async () => {
    const path = await recordOf(30_010)
    const whole = await standing(path, async (audit) => {
      await rename(path, join(dirname(path), 'audit.000002.jsonl'))
      await writeFile(path, `${JSON.stringify({ n: 30_011, command: 'later' })}\n`)
      const lines = (await textOf(auditLines(audit))).trimEnd().split('\n')
      const { entries } = await readAuditPage(audit, everything, null)
      return { numbers: lines.map((line) => JSON.parse(line).n), newest: entries[0]?.n }
    })
    expect(whole.numbers).toEqual(Array.from({ length: 30_010 }, (_, index) => index + 1))
    expect(whole.newest).toBe(30_010)
  })

  test('missing or unreadable files and damaged lines are reported in the list and in the export', async () => {
    const path = await recordOf(100_000)
    const file = (number: number) => join(dirname(path), `audit.00000${number}.jsonl`)
    await rm(file(1))
    await rm(file(3))
    await mkdir(file(3))
    await writeFile(path, 'spoiled\n', { flag: 'a' })
    const { entries, missing } = await page(path, everything, 90_001)
    expect(entries.map(({ n }) => n).slice(0, 2)).toEqual([60_000, 59_999])
    expect(missing).toEqual(['audit.000001.jsonl', 'audit.000003.jsonl'])
    const lines = (await standing(path, (audit) => textOf(auditLines(audit)))).trimEnd().split('\n')
    const gone = (name: string) => ({
      command: 'audit.file_missing',
      about: { file: name },
      outcome: 'missing',
    })
    expect(JSON.parse(lines[0] ?? '')).toEqual(gone('audit.000001.jsonl'))
    expect(JSON.parse(lines[30_001] ?? '')).toEqual(gone('audit.000003.jsonl'))
    const table = (
      await standing(path, (audit) => textOf(auditTable(audit, { ...everything, text: 'nothing' })))
    )
      .trimEnd()
      .split('\r\n')
    expect(table.slice(1).map((row) => row.split(',')[8])).toEqual([
      ...['"audit.file_missing"', '"audit.file_missing"', '"audit.unreadable"'],
    ])
    expect(table[1]).toContain('audit.000001.jsonl')
    expect(table[3]).toContain('spoiled')
  })
})
