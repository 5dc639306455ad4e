import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chained, emptyHead, headOf, verifyAudit } from '../../../../src-main/audit/audit-chain.ts'
import { auditLines, auditTable } from '../../../../src-main/audit/export-audit.ts'
import { readAuditPage } from '../../../../src-main/audit/read-audit.ts'
import type { AuditFilter } from '../../../../src-shared/pos/audit-commands.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const ana = { id: 'person_ana', name: 'Ana' }
const everything: AuditFilter = { person_id: null, area: null, from: null, to: null, text: '' }

/** A record of so many entries in files of 30,000, as years leave them. */
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

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const line of lines) text += line
  return text
}

describe('the record of who did what', () => {
  test('a record of 100,000 entries is read a page at a time, the newest first, through all its files', async () => {
    const path = await recordOf(100_000)
    const first = await readAuditPage(path, everything, null)
    expect(first.entries.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, index) => 100_000 - index))
    expect(first.next).toBe(99_951)
    const second = await readAuditPage(path, everything, first.next)
    expect(second.entries[0]?.n).toBe(99_950)
    const oldest = await readAuditPage(path, everything, 31)
    expect(oldest.entries.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, index) => 30 - index))
    expect(oldest.next).toBeNull()
    const acrossFiles = await readAuditPage(path, everything, 30_010)
    expect(acrossFiles.entries.map(({ n }) => n).slice(8, 10)).toEqual([30_001, 30_000])
  })

  test('a record is searched by person, area, day and word, a part of it at a time where that is rare', async () => {
    const path = await recordOf(25_000)
    const by = async (filter: Partial<AuditFilter>, before: number | null = null) =>
      readAuditPage(path, { ...everything, ...filter }, before)
    expect((await by({ person_id: ana.id })).entries[1]?.n).toBe(24_900)
    expect((await by({ area: 'settings' })).entries.every(({ command }) => command === 'settings.cash')).toBe(
      true,
    )
    const day = { from: '2026-01-01T00:10:00.000Z', to: '2026-01-01T00:13:00.000Z' }
    const rare = await by(day)
    expect(rare).toEqual({ entries: [], next: 5_001 })
    expect((await by(day, rare.next)).entries.map(({ n }) => n)).toEqual([12, 11, 10])
    const coins = await by({ text: 'COINS' }, 5_001)
    expect(coins.entries.map(({ n }) => n)).toEqual([77])
  })

  test('a record that is not there, or holds what is no entry, is read as far as it can be', async () => {
    const folder = await temporaryFolder('countertop-audit')
    expect(await readAuditPage(join(folder, 'audit.jsonl'), everything, null)).toEqual({
      entries: [],
      next: null,
    })
    const path = await recordOf(3)
    await writeFile(path, 'no entry\n{"n":1}\n', { flag: 'a' })
    expect((await readAuditPage(path, everything, null)).entries.map(({ n }) => n)).toEqual([3, 2, 1])
  })

  test('a record is saved as lines that verify elsewhere, and as a table that runs no formula', async () => {
    const path = await recordOf(120)
    const lines = await textOf(auditLines(path))
    expect(verifyAudit(lines, null)).toMatchObject({
      head: { count: 120 },
      faults: [{ kind: 'head_missing', found: 120 }],
    })
    const table = await textOf(auditTable(path, { ...everything, text: 'coins' }))
    const [header, row = '', ...rest] = table.trimEnd().split('\r\n')
    expect(header).toBe(
      'number,at,counter,role,person_id,person,approved_by_id,approved_by,command,about,changes,outcome,repeated,hash',
    )
    expect(row).toMatch(/^"77",.*"amount=77; reason==SUM\(""A1""\) Coins, small".*"[0-9a-f]{64}"$/)
    expect(rest).toEqual([])
  })
})
