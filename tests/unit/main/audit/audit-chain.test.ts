import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AuditHead, verifyAudit } from '../../../../src-main/audit/audit-chain.ts'
import { auditHeadPath } from '../../../../src-main/audit/audit-files.ts'
import { openAuditTrail } from '../../../../src-main/audit/audit-trail.ts'
import { readStanding } from '../../../../src-main/audit/standing-audit.ts'
import { verifyAuditFiles } from '../../../../src-main/audit/verify-audit.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const olga = { id: 'person_1', name: 'Olga', role: 'owner' } as const

async function trailOf(entries: number, path?: string, command = 'payments.act') {
  const file = path ?? join(await temporaryFolder('countertop-audit'), 'audit.jsonl')
  const trail = openAuditTrail({
    path: file,
    now: () => Date.parse('2026-11-21T12:00:00Z'),
    log: quietLog,
    find: (id) => (id === olga.id ? olga : null),
  })
  for (let number = 1; number <= entries; number++) {
    trail.add({
      role: 'manager',
      person_id: olga.id,
      command,
      about: { amount: number * 100 },
      outcome: 'done',
    })
  }
  await trail.close()
  const text = await readFile(file, 'utf8')
  const head: AuditHead = JSON.parse(await readFile(auditHeadPath(file), 'utf8'))
  return { file, text, head, lines: text.split('\n').filter((line) => line !== '') }
}
const kinds = (text: string, head: AuditHead | null) => verifyAudit(text, head).faults.map(({ kind }) => kind)

describe('the chain of the audit log', () => {
  test('an unchanged audit log verifies, names the person of each entry, and continues after a restart', async () => {
    const { file, text, head, lines } = await trailOf(3)
    expect(verifyAudit(text, head)).toEqual({ head, unchained: 0, faults: [], recorded: [], isTorn: false })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ person: olga, n: 1 })
    const next = await trailOf(2, file)
    expect(verifyAudit(next.text, next.head)).toMatchObject({ head: { count: 5 }, faults: [] })
    expect(kinds(next.text, head)).toEqual([])
  })

  test('every changed byte of the audit log is detected, with its line', async () => {
    const { text, head } = await trailOf(3)
    for (const [index, letter] of [...text].entries()) {
      if (letter === '\n') continue
      const changed = `${text.slice(0, index)}${letter === '1' ? '2' : '1'}${text.slice(index + 1)}`
      const line = text.slice(0, index).split('\n').length
      const { faults } = verifyAudit(changed, head)
      expect(faults.length, `byte ${index}`).toBeGreaterThan(0)
      const named = faults.map((fault) => ('line' in fault ? fault.line : line))
      expect(
        named.some((one) => one === line || one === line + 2),
        `byte ${index}`,
      ).toBe(true)
    }
  })

  test('every removed line of the audit log is detected', async () => {
    const { lines, head } = await trailOf(4)
    const without = (gone: number) => lines.filter((_, index) => index !== gone).join('\n')
    expect(verifyAudit(without(0), head).faults).toContainEqual({
      kind: 'gap',
      ...{ file: 'audit.jsonl', line: 1 },
      expected: 1,
      found: 2,
    })
    expect(verifyAudit(without(2), head).faults).toContainEqual({
      kind: 'gap',
      ...{ file: 'audit.jsonl', line: 3 },
      expected: 3,
      found: 4,
    })
    expect(verifyAudit(without(3), head).faults).toEqual([{ kind: 'cut_off', expected: 4, found: 3 }])
  })

  test('with the head kept elsewhere, a missing end of the audit log and an older copy of it are detected', async () => {
    const { file, text } = await trailOf(2)
    const { head } = await trailOf(3, file)
    expect(verifyAudit(text, head).faults).toEqual([{ kind: 'cut_off', expected: 5, found: 2 }])
    expect(verifyAudit('', head).faults).toEqual([{ kind: 'cut_off', expected: 5, found: 0 }])
  })

  test('another complete chain in place of the audit log is detected', async () => {
    const { head } = await trailOf(3)
    const other = await trailOf(3, undefined, 'settings.cash')
    expect(verifyAudit(other.text, other.head).faults).toEqual([])
    expect(kinds(other.text, head)).toEqual(['not_its_head'])
  })

  test('entries of an earlier version without a chain are counted, and not verified', async () => {
    const path = join(await temporaryFolder('countertop-audit'), 'audit.jsonl')
    await writeFile(path, '\n{"at":"2026-01-01T00:00:00Z","command":"staff.enter"}\n')
    const { text, head } = await trailOf(2, path)
    expect(verifyAudit(text, head)).toMatchObject({ unchained: 1, head: { count: 2 }, faults: [] })
  })

  test('a cut-off end is recorded in a line of its own, also when the log has continued', async () => {
    const { file, text, head } = await trailOf(3)
    await writeFile(file, text.split('\n').slice(0, 2).join('\n'))
    for (const round of [1, 2]) {
      const next = await trailOf(1, file)
      const { faults, recorded } = verifyAudit(next.text, next.head)
      expect(faults).toEqual([])
      expect(recorded, `start ${round}`).toEqual([
        { entry: 4, at: '2026-11-21T12:00:00.000Z', fault: 'cut_off expected 3 found 1' },
      ])
      expect(JSON.parse(next.lines[1] ?? '')).toMatchObject({
        n: 4,
        command: 'audit.tampered',
        about: { expected: 3, expected_hash: head.hash, found: 1 },
      })
      expect(JSON.parse(next.lines[2] ?? '')).toMatchObject({ n: 5, command: 'payments.act' })
    }
  })

  test('a missing head is detected with and without entries, and recorded once', async () => {
    const { file, text } = await trailOf(3)
    for (const left of [text, '']) {
      await writeFile(file, left)
      await rm(auditHeadPath(file))
      await trailOf(1, file)
      const next = await trailOf(1, file)
      const found = left === '' ? 0 : 3
      expect(verifyAudit(next.text, next.head)).toMatchObject({
        faults: [],
        recorded: [{ fault: `head_missing found ${found}` }],
      })
    }
    await rm(file)
    const { recorded } = verifyAudit((await trailOf(1, file)).text, null)
    expect(recorded).toMatchObject([{ fault: 'cut_off expected 3 found 0' }])
  })

  test('a changed line is recorded once, however often the app is started', async () => {
    const { file, text } = await trailOf(3)
    await writeFile(file, text.replace('"amount":200', '"amount":1'))
    await trailOf(1, file)
    const next = await trailOf(1, file)
    const { faults, recorded } = verifyAudit(next.text, next.head)
    expect(faults).toEqual([{ kind: 'changed', entry: 2, file: 'audit.jsonl', line: 4 }])
    expect(recorded.map(({ fault }) => fault)).toEqual(['changed entry 2'])
  })

  test('an audit log that cannot be read does not begin a new chain', async () => {
    const { file, head } = await trailOf(2)
    await rm(file)
    await mkdir(file)
    const trail = openAuditTrail({ path: file, now: Date.now, log: quietLog })
    trail.add({ role: null, person_id: null, command: 'staff.enter', about: {}, outcome: 'done' })
    await trail.close()
    expect(JSON.parse(await readFile(auditHeadPath(file), 'utf8'))).toEqual(head)
  })

  test('an incomplete last line after a power failure is set aside, recorded once, and the log continues', async () => {
    for (const torn of ['\n{"at":"2026-11-21T12:00', '{"at', '\0\0\0\0\0\0']) {
      const { file, head } = await trailOf(3)
      await writeFile(file, torn, { flag: 'a' })
      expect(await verifyAuditFiles(file, null)).toMatchObject({ entries: 3, faults: [] })
      await trailOf(2, file)
      const next = await trailOf(1, file)
      expect(verifyAudit(next.text, next.head)).toMatchObject({
        head: { count: 7 },
        faults: [],
        recorded: [],
      })
      expect(kinds(next.text, head)).toEqual([])
      const named = next.lines
        .map((line) => JSON.parse(line))
        .filter(({ command }) => command === 'audit.torn_line')
      expect(named).toMatchObject([{ n: 4, about: { file: 'audit.torn-000004.txt' } }])
      expect(await readFile(join(dirname(file), 'audit.torn-000004.txt'), 'utf8')).toBe(torn.trimStart())
    }
  })

  test('a damaged last line that had been confirmed does not count as a power failure', async () => {
    const { file, text } = await trailOf(3)
    await writeFile(file, text.slice(0, -10))
    const { faults } = await verifyAuditFiles(file, null)
    expect(faults.map(({ kind }) => kind).sort()).toEqual(['cut_off', 'unreadable'])
    const next = await trailOf(1, file)
    const { recorded } = verifyAudit(next.text, next.head)
    expect(recorded.map(({ fault }) => fault.split(' ')[0]).sort()).toEqual(['cut_off', 'unreadable'])
    expect(next.text).not.toContain('audit.torn_line')
  })

  test('an unreadable line with others after it does not count as a power failure', async () => {
    const { file, text, head } = await trailOf(3)
    await writeFile(file, text.replace('"amount":200', '"amount":'))
    expect(kinds(await readFile(file, 'utf8'), head)).toContain('unreadable')
  })

  test('the audit log is written while a slow reader reads it', async () => {
    const { file } = await trailOf(3)
    const trail = openAuditTrail({ path: file, now: Date.now, log: quietLog })
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let reading: Promise<void> | null = null
    await new Promise<void>((isReading) => {
      reading = readStanding(file, trail.whileStill, () => {
        isReading()
        return ended
      })
    })
    trail.add({ role: null, person_id: null, command: 'staff.enter', about: {}, outcome: 'done' })
    await trail.flush()
    expect(await readFile(file, 'utf8')).toContain('staff.enter')
    end()
    await reading
    await trail.close()
  })

  test('a command interrupted by a crash is recorded once, and a completed one is not', async () => {
    const { file } = await trailOf(1)
    const open = () => openAuditTrail({ path: file, now: Date.now, log: quietLog, find: () => olga })
    const entry = {
      role: 'manager',
      person_id: olga.id,
      command: 'payments.act',
      about: { amount: 700 },
    } as const
    const killed = open()
    await killed.begin(entry)
    const ended = await killed.begin({ ...entry, command: 'drawer.take_out', about: { amount: 5 } })
    killed.add({ ...entry, command: 'drawer.take_out', about: { amount: 5 }, outcome: 'done' })
    await killed.flush()
    // The program ends here: after the entry, before its start record is removed.
    const first = open()
    await first.head()
    await first.close()
    const again = open()
    await again.head()
    await again.close()
    ended()
    await killed.close()
    const lines = (await readFile(file, 'utf8'))
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    expect(lines.map(({ command, outcome }) => [command, outcome])).toEqual([
      ['payments.act', 'done'],
      ['drawer.take_out', 'done'],
      ['payments.act', 'interrupted'],
    ])
    expect(lines[2]).toMatchObject({ n: 3, person: olga, role: 'manager', about: { amount: 700 } })
    expect((await verifyAuditFiles(file, null)).faults).toEqual([])
  })
})
