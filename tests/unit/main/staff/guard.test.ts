import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answerer } from '../../../../src-main/ipc/answerer.ts'
import { openAuditTrail } from '../../../../src-main/staff/audit.ts'
import { commandRoles } from '../../../../src-main/staff/command-roles.ts'
import { guarded } from '../../../../src-main/staff/guard.ts'
import { openStaffSession } from '../../../../src-main/staff/staff-session.ts'
import { type PosCommandName, posCommandNames } from '../../../../src-shared/pos/channels.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

async function setUp() {
  const folder = await temporaryFolder('countertop-guard')
  const path = join(folder, 'staff', 'audit.jsonl')
  const desk = await openStaffSession({ path: join(folder, 'pins.json'), now: Date.now, log: quietLog })
  const ran: PosCommandName[] = []
  const answer: Answerer = async (name) => {
    ran.push(name)
    return name === 'payments.open' ? err({ code: 'not_found', message: '' }) : ok(null)
  }
  const open = () => {
    const audit = openAuditTrail(path, () => Date.parse('2026-11-21T12:00:00.000Z'), quietLog)
    return { audit, ask: guarded(answer, desk, audit) }
  }
  const lines = async () => {
    const text = await readFile(path, 'utf8').catch(() => '')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  }
  return { ...open(), open, desk, ran, lines }
}

const roleCommands = posCommandNames.filter((name) => commandRoles[name] !== null)

test('every command of the manager and of the installer runs nothing for the cashier', async () => {
  const { ask, ran } = await setUp()
  expect(roleCommands.length).toBeGreaterThan(10)
  for (const name of roleCommands) {
    expect(await ask(name, {})).toMatchObject({ ok: false, error: { code: 'role_needed' } })
  }
  expect(ran).toEqual([])
})

test('a role runs its own commands only', async () => {
  const { ask, ran, desk } = await setUp()
  for (const role of ['manager', 'installer'] as const) {
    await desk.choosePin({ role, current: null, pin: '2468' })
    for (const name of roleCommands) await ask(name, {})
  }
  expect(ran).toEqual(roleCommands)
})

test('who does what is written down, without PINs and without what a page made up', async () => {
  const { ask, audit, desk, lines } = await setUp()
  await ask('payments.act', { kind: 'refund', intent_id: 'pi_made_up', amount: 1 })
  await desk.choosePin({ role: 'manager', current: null, pin: '2468' })
  await ask('staff.choose_pin', { role: 'manager', current: '2468', pin: '13571357' })
  await ask('payments.search', { reference: 'somebody’s name', page: 1 })
  await ask('payments.act', { kind: 'refund', intent_id: 'pi_1', payment_id: 'pmt_1', amount: 500 })
  await ask('payments.open', { intent_id: 'pi_2' })
  await ask('sale.charge', { amount: 100 })
  await audit.close()
  const at = '2026-11-21T12:00:00.000Z'
  expect(await lines()).toEqual([
    { at, role: null, command: 'payments.act', about: {}, outcome: 'role_needed' },
    { at, role: 'manager', command: 'staff.choose_pin', about: { role: 'manager' }, outcome: 'done' },
    { at, role: 'manager', command: 'payments.search', about: {}, outcome: 'done' },
    {
      at,
      role: 'manager',
      command: 'payments.act',
      about: { kind: 'refund', intent_id: 'pi_1', payment_id: 'pmt_1', amount: 500 },
      outcome: 'done',
    },
    { at, role: 'manager', command: 'payments.open', about: { intent_id: 'pi_2' }, outcome: 'not_found' },
  ])
})

test('the audit only grows', async () => {
  const { audit, open, desk, lines } = await setUp()
  await desk.choosePin({ role: 'installer', current: null, pin: '2468' })
  audit.add({ role: 'installer', command: 'terminals.use', about: { hsn: 'VT-1' }, outcome: 'done' })
  await audit.close()
  const again = open()
  await again.ask('terminals.list', undefined)
  await again.ask('terminals.pair', { hsn: 'VT-2' })
  await again.audit.close()
  expect((await lines()).map(({ command }) => command)).toEqual(['terminals.use', 'terminals.pair'])
})
