import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../../../src-main/audit/audit-entry.ts'
import { createCommandAnswerer, type PosHandlers } from '../../../../src-main/ipc/command-answerer.ts'
import { defaultSettings } from '../../../../src-main/settings/settings.ts'
import { openStaffSession } from '../../../../src-main/staff/staff-session.ts'
import { approvableCommands } from '../../../../src-renderer/stores/approval-store.ts'
import { commandRow, type PosCommandName, posCommands } from '../../../../src-shared/pos/commands.ts'
import { personRoles } from '../../../../src-shared/pos/staff/person.ts'
import { firstWithheld, rightsOf } from '../../../../src-shared/pos/staff/rights.ts'
import { ok } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openStaff, pins } from '../staff/people-harness.ts'
import { lowPinCost } from '../support/pin-cost.ts'
import { quietLog } from '../support/service.ts'

const refusedWith = (code: string) => ({ ok: false, error: { code } })

vi.setConfig({ testTimeout: 60_000 })

const names = Object.keys(posCommands) as PosCommandName[]

/**
 * Calls every function of the bridge, as a compromised page could. An invalid payload is refused after the check of the
 * right, so a command that passes that check is answered otherwise than `role_needed`.
 */
async function askAll(session: Awaited<ReturnType<typeof openStaff>>['session']) {
  const ran: PosCommandName[] = []
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        ran.push(name)
        return ok(null)
      },
    ]),
  ) as unknown as PosHandlers
  const ask = createCommandAnswerer({
    handlers,
    staff: session,
    audit: { add: () => undefined, begin: async () => () => undefined },
    settings: () => defaultSettings('en'),
    log: quietLog,
  })
  const passed: PosCommandName[] = []
  const refusals = new Set<string>()
  for (const name of names) {
    const answer = await ask(name, { of: 'no contract' })
    const code = answer.ok ? 'done' : answer.error.code
    if (code === 'role_needed' || code === 'sign_in_needed' || code === 'pin_needed') refusals.add(code)
    else passed.push(name)
  }
  return { passed, refusals: [...refusals], ran }
}

describe('the person of a command in the audit log', () => {
  test('the audit log names the person signed in when a command began, even if that changes before its end', async () => {
    const staff = await openStaff()
    const ana = await staff.add('cashier')
    const entries: AuditEntry[] = []
    const handlers = {
      'staff.lock': () => staff.session.lock(),
      'staff.sign_in': staff.session.signIn,
      async 'payments.search'() {
        await staff.signIn(ana, pins.cashier)
        return ok(null)
      },
    } as unknown as PosHandlers
    const audit = {
      add: (entry: AuditEntry) => void entries.push(entry),
      begin: async () => () => undefined,
    }
    const settings = () => defaultSettings('en')
    const ask = createCommandAnswerer({ handlers, staff: staff.session, audit, settings, log: quietLog })
    await ask('payments.search', { page: 1 })
    await ask('staff.lock', undefined)
    await ask('staff.sign_in', { person_id: ana, pin: '000000' })
    await ask('staff.sign_in', { person_id: ana, pin: pins.cashier })
    expect(entries).toMatchObject([
      { command: 'payments.search', role: 'manager', person_id: staff.owner },
      { command: 'staff.lock', person_id: ana },
      { command: 'staff.sign_in', person_id: null, outcome: 'pin_wrong' },
      { command: 'staff.sign_in', person_id: ana, outcome: 'done' },
    ])
  })
})

describe('every command of the bridge', () => {
  test.each(personRoles)(
    'a signed-in %s can run exactly the commands in the table of rights',
    async (role) => {
      const staff = await openStaff()
      const id = role === 'owner' ? staff.owner : await staff.add(role)
      await staff.signIn(id, pins[role])
      const { passed, refusals } = await askAll(staff.session)
      const allowed = rightsOf(role, firstWithheld)
      expect(passed).toEqual(
        names.filter((name) => {
          const { right } = commandRow(name)
          return right === null || allowed.includes(right)
        }),
      )
      // Commands that a manager can approve ask for the PIN.
      const expected = { cashier: ['pin_needed', 'role_needed'], manager: ['role_needed'], owner: [] }
      expect(refusals.toSorted()).toEqual(role === 'installer' ? expected.cashier : expected[role])
    },
  )

  test('while nobody is signed in, only commands that need no right are run', async () => {
    const staff = await openStaff()
    staff.session.lock()
    const { passed, refusals, ran } = await askAll(staff.session)
    expect(passed).toEqual(names.filter((name) => commandRow(name).right === null))
    expect(passed.every((name) => name === 'snapshot.get' || /^(staff|app|terminal)\./.test(name))).toBe(true)
    expect(refusals).toEqual(['sign_in_needed'])
    expect(ran).toEqual([])
  })

  test('a command of a withheld right is refused to its role', async () => {
    const staff = await openStaff()
    const ana = await staff.add('cashier')
    await staff.session.withholdRights({
      role: 'cashier',
      rights: ['give_back', 'undo_sale'],
      current: pins.owner,
    })
    await staff.signIn(ana, pins.cashier)
    const { passed } = await askAll(staff.session)
    expect(passed).toContain('sale.charge')
    const refused: readonly (string | null)[] = ['give_back', 'undo_sale']
    expect(passed.filter((name) => refused.includes(commandRow(name).right))).toEqual([])
  })

  test('a cashier runs every approvable command with a manager’s PIN, and that manager is in the audit log', async () => {
    const staff = await openStaff()
    const ana = await staff.add('cashier')
    const mona = await staff.add('manager')
    const olaf = await staff.add('cashier', 'Olaf', '193746')
    await staff.signIn(ana, pins.cashier)
    const entries: AuditEntry[] = []
    const ran: PosCommandName[] = []
    const handlers = Object.fromEntries(
      names.map((name) => [
        name,
        () => {
          ran.push(name)
          return ok(null)
        },
      ]),
    ) as unknown as PosHandlers
    const audit = {
      add: (entry: AuditEntry) => void entries.push(entry),
      begin: async () => () => undefined,
    }
    const settings = () => defaultSettings('en')
    const ask = createCommandAnswerer({ handlers, staff: staff.session, audit, settings, log: quietLog })
    expect(olaf).not.toBe(ana)
    expect(await ask('sale.decide', { choice: 'void' })).toMatchObject(refusedWith('pin_needed'))
    expect(await ask('sale.decide', { choice: 'void', pin: '193746' })).toMatchObject(
      refusedWith('pin_wrong'),
    )
    expect(ran).toEqual([])
    expect(await ask('sale.decide', { choice: 'void', pin: pins.manager })).toEqual(ok(null))
    expect(await ask('bill.undo', { pin: pins.manager })).toEqual(ok(null))
    const block = { card_id: 'gc_1', last_four: 'PFCZ', blocked: true, reason: 'Lost' }
    expect(await ask('gift_cards.block', block)).toMatchObject(refusedWith('pin_needed'))
    expect(await ask('gift_cards.block', { ...block, pin: pins.manager })).toEqual(ok(null))
    expect(entries.at(-1)).toMatchObject({
      command: 'gift_cards.block',
      approved_by: mona,
      about: { last_four: 'PFCZ', blocked: true, reason: 'Lost' },
    })
    expect(await ask('parked.decide', { sale_id: 'sale_1', choice: 'keep', pin: pins.manager })).toEqual(
      ok(null),
    )
    const record = { id: 'note_of_line_7', sale_id: 'sale_1', finding: 'done', text: 'Statement, line 7' }
    expect(await ask('parked.record', record)).toMatchObject(refusedWith('pin_needed'))
    expect(await ask('parked.record', { ...record, pin: pins.manager })).toEqual(ok(null))
    expect(entries.at(-1)).toMatchObject({
      command: 'parked.record',
      approved_by: mona,
      about: { sale_id: 'sale_1', finding: 'done', text: 'Statement, line 7' },
    })
    expect(ran).toEqual(approvableCommands)
    expect(entries.at(-7)).toMatchObject({
      command: 'sale.decide',
      person_id: ana,
      approved_by: mona,
      about: { choice: 'void' },
      outcome: 'done',
    })
    expect(JSON.stringify(entries)).not.toContain(pins.manager)
  })

  test('the page knows every approvable command, and asks for the PIN', () => {
    expect(names.filter((name) => commandRow(name).orApproved === true)).toEqual(approvableCommands)
  })

  test('without people, everybody can run a cashier’s commands', async () => {
    const session = await openStaffSession({
      path: join(await temporaryFolder('countertop-nobody'), 'pins.json'),
      now: Date.now,
      pepper: async () => null,
      pinCost: lowPinCost,
      log: quietLog,
    })
    const { passed } = await askAll(session)
    const allowed = rightsOf('cashier')
    expect(passed).toEqual(
      names.filter((name) => {
        const { right } = commandRow(name)
        return right === null || allowed.includes(right)
      }),
    )
  })
})
