import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../../src-main/audit/audit-entry.ts'
import { staffHandlers } from '../../../../src-main/ipc/staff-handlers.ts'
import { openStaff, pins } from './people-harness.ts'

const refusedWith = (code: string) => ({ ok: false, error: { code } })

test('an owner who was just set up is shown at work after clocking in', async () => {
  const { session } = await openStaff()
  const published: unknown[] = []
  session.onChange((status) => published.push(status.people?.present?.at_work))
  expect(await session.clock({ kind: 'in' })).toMatchObject({ ok: true })
  expect(published.at(-1)).toBe(true)
  expect(session.status().people?.present?.at_work).toBe(true)
})

describe('corrections of working hours by a manager', () => {
  test('a missing clock-out can be added, is kept after a restart, and ends the person’s shift', async () => {
    const { session, add, signIn, pass, restart, owner, text } = await openStaff()
    const ana = await add('cashier', 'Ana')
    await signIn(ana, pins.cashier)
    await session.clock({ kind: 'in' })
    pass(20 * 3_600_000)
    await signIn(owner, pins.owner)
    const before = await text('hours.jsonl')
    const asked = { person_id: ana, kind: 'out', replaces: null, reason: 'Forgot to clock out' } as const
    const correct = (clocked_at: string) => session.correctHours({ ...asked, clocked_at })
    expect(await correct('2026-11-22T09:00:00.000Z')).toMatchObject(refusedWith('not_now'))
    expect(await correct('2026-11-21T18:30:00.000Z')).toMatchObject({ ok: true })
    expect(await correct('2026-11-21T18:30:00.000Z')).toMatchObject(refusedWith('not_now'))
    expect((await text('hours.jsonl')).startsWith(before)).toBe(true)
    const again = await restart()
    await again.signIn({ person_id: ana, pin: pins.cashier })
    expect(again.status().people?.present?.at_work).toBe(false)
    const { ledger } = await again.hours()
    expect(ledger).toMatchObject({
      entries: [{ person_id: ana, kind: 'in', at: '2026-11-21T12:00:00.000Z' }],
      corrections: [
        {
          ...{ person_id: ana, kind: 'out', clocked_at: '2026-11-21T18:30:00.000Z', by: owner },
          ...{ reason: 'Forgot to clock out', corrected_at: '2026-11-22T08:00:00.000Z' },
        },
      ],
      unreadable: 0,
    })
  })

  test('a clocked time can be changed only for its own person, and between its neighbours', async () => {
    const { session, add, signIn, pass, owner } = await openStaff()
    const ana = await add('cashier', 'Ana')
    await signIn(ana, pins.cashier)
    await session.clock({ kind: 'in' })
    pass(60_000)
    await session.clock({ kind: 'out' })
    await signIn(owner, pins.owner)
    const [began] = (await session.hours()).ledger.entries
    const change = { person_id: ana, kind: 'in', replaces: began?.id ?? '', reason: 'Came earlier' } as const
    const at = (clocked_at: string) => ({ ...change, clocked_at })
    expect(await session.correctHours(at('2026-11-21T12:02:00.000Z'))).toMatchObject(refusedWith('not_now'))
    expect(await session.correctHours({ ...at('2026-11-21T10:00:00.000Z'), person_id: owner })).toMatchObject(
      refusedWith('not_found'),
    )
    expect(await session.correctHours(at('2026-11-21T10:00:00.000Z'))).toMatchObject({ ok: true })
    expect((await session.hours()).ledger.entries).toHaveLength(2)
  })

  test('the audit log names the person, the old time and the new time of a correction', async () => {
    const { session, add, signIn, pass, owner } = await openStaff()
    const ana = await add('cashier', 'Ana')
    await signIn(ana, pins.cashier)
    await session.clock({ kind: 'in' })
    pass(3_600_000)
    await signIn(owner, pins.owner)
    const audited: AuditEntry[] = []
    const saved: string[] = []
    const handlers = staffHandlers({
      staff: session,
      audit: { add: (entry) => void audited.push(entry) },
      settings: () => ({ time_zone: 'America/Chicago', day_ends_at: 0 }),
      saveFile: async (name, text) => saved.push(name, text) > 0,
    })
    const [began] = (await session.hours()).ledger.entries
    const asked = {
      ...{ person_id: ana, replaces: began?.id ?? '', reason: 'Came earlier' },
      kind: 'in',
      clocked_at: '2026-11-21T11:30:00.000Z',
    } as const
    expect(await handlers['staff.correct_hours'](asked)).toMatchObject({ ok: true })
    expect(await handlers['staff.correct_hours']({ ...asked, person_id: 'nobody' })).toMatchObject(
      refusedWith('not_found'),
    )
    const { clocked_at, reason, kind } = asked
    const about = { name: 'Ana', kind, clocked_at, reason, before: '2026-11-21T12:00:00.000Z' }
    expect(audited).toMatchObject([
      { command: 'staff.correct_hours', person_id: owner, about, outcome: 'done' },
      { command: 'staff.correct_hours', about: { name: 'nobody' }, outcome: 'not_found' },
    ])
    expect(await handlers['staff.export_hours']({ day: '2026-11-21' })).toMatchObject({
      value: { saved: true },
    })
    expect(saved[0]).toBe('hours-2026-11-16.csv')
    expect(saved[1]).toContain('2026-11-21 05:30')
  })
})
