import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../../src-main/audit/audit-entry.ts'
import { createCommandAnswerer, type PosHandlers } from '../../../../src-main/ipc/command-answerer.ts'
import { defaultSettings } from '../../../../src-main/settings/settings.ts'
import type { StaffSession } from '../../../../src-main/staff/staff-session.ts'
import { ok } from '../../../../src-shared/result.ts'
import { openStaff, pins, type StaffHarness } from '../staff/people-harness.ts'
import { quietLog } from '../support/service.ts'

/** A counter with these handlers; `hold` delays the commands that begin until it is released. */
function answererOf(staff: StaffSession, handlers: Partial<PosHandlers>) {
  const entries: AuditEntry[] = []
  let held: Promise<void> = Promise.resolve()
  const audit = {
    add: (entry: AuditEntry) => void entries.push(entry),
    begin: async () => {
      await held
      return () => undefined
    },
  }
  const ask = createCommandAnswerer({
    handlers: handlers as PosHandlers,
    staff,
    audit,
    settings: () => defaultSettings('en'),
    log: quietLog,
  })
  return {
    ask,
    entries,
    hold(): () => void {
      let letGo = (): void => undefined
      held = new Promise((resolve) => {
        letGo = resolve
      })
      return letGo
    },
  }
}

async function withAna(): Promise<StaffHarness & { readonly ana: string }> {
  const harness = await openStaff()
  const ana = await harness.add('cashier', 'Ana')
  await harness.signIn(ana, pins.cashier)
  return { ...harness, ana }
}

test('a command belongs to its sender, even if the counter locks or another person signs in before it runs', async () => {
  const { session, ana, owner, signIn } = await withAna()
  const handled: (string | null)[] = []
  const { ask, entries, hold } = answererOf(session, {
    'drawer.put_in': async () => {
      handled.push(session.personId())
      return ok(null)
    },
  })
  for (const leave of [async () => session.lock(), () => signIn(owner, pins.owner)]) {
    await signIn(ana, pins.cashier)
    const letGo = hold()
    const answer = ask('drawer.put_in', { amount: 100, reason: 'Change' })
    await leave()
    letGo()
    expect(await answer).toMatchObject({ ok: true })
  }
  expect(handled).toEqual([ana, ana])
  expect(entries).toMatchObject([
    { person_id: ana, command: 'drawer.put_in', outcome: 'done' },
    { person_id: ana, command: 'drawer.put_in', outcome: 'done' },
  ])
  expect(session.personId()).toBe(owner)
})

test('a person who signs in while a command waits neither runs it nor lends it their rights', async () => {
  const { session, ana, owner, signIn } = await withAna()
  const { ask, entries } = answererOf(session, {
    'staff.clock': session.clock,
    'bill.leave': async ({ pin = null }) => {
      const approved = await session.approve(pin)
      return approved.ok ? ok(null) : approved
    },
  })
  const takingOver = signIn(owner, pins.owner)
  const clocking = ask('staff.clock', { kind: 'in' })
  const leaving = ask('bill.leave', {})
  await takingOver
  expect(await clocking).toMatchObject({ ok: false, error: { code: 'not_available' } })
  expect(await leaving).toMatchObject({ ok: false, error: { code: 'pin_needed' } })
  expect((await session.hours()).ledger.entries).toEqual([])
  expect(entries).toMatchObject([{ person_id: ana, command: 'staff.clock', outcome: 'not_available' }])
})

test('a command that began while nobody was signed in does not belong to the person who signs in during it', async () => {
  const { session, ana, signIn } = await withAna()
  session.lock()
  const { ask, entries } = answererOf(session, {
    'staff.leave': async () => {
      await signIn(ana, pins.cashier)
      return ok(null)
    },
    'staff.sign_in': session.signIn,
  })
  expect(await ask('staff.leave', undefined)).toMatchObject({ ok: true })
  session.lock()
  await ask('staff.sign_in', { person_id: ana, pin: pins.cashier })
  expect(entries).toMatchObject([
    { person_id: null, command: 'staff.leave' },
    { person_id: ana, command: 'staff.sign_in' },
  ])
})

test('work that continues after a command was answered no longer belongs to its sender', async () => {
  const { session, ana, owner, signIn } = await withAna()
  let seen = (_who: string | null): void => undefined
  const later = new Promise<string | null>((resolve) => {
    seen = resolve
  })
  let goOn = (): void => undefined
  const { ask } = answererOf(session, {
    'drawer.put_in': async () => {
      void new Promise<void>((resolve) => {
        goOn = resolve
      }).then(() => seen(session.personId()))
      return ok(null)
    },
  })
  expect(session.personId()).toBe(ana)
  await ask('drawer.put_in', { amount: 100, reason: 'Change' })
  await signIn(owner, pins.owner)
  goOn()
  expect(await later).toBe(owner)
})
