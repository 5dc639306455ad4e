import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSetupKeeper } from '../../../../../src-main/installer/setup/setup-keeper.ts'
import { jsonFile } from '../../../../../src-main/settings/json-file.ts'
import {
  newSetup,
  nextStep,
  type SetupFacts,
  setupSchema,
  setupSteps,
  stepState,
} from '../../../../../src-shared/pos/installer-tools/setup.ts'
import type { DiagnosticResult } from '../../../../../src-shared/pos/terminals/installer.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const now = Date.parse('2026-11-21T14:00:00.000Z')
const connected: SetupFacts = {
  service: { status: 'ready', real_money: false },
  terminal: { status: 'connected', hsn: 'VT-1' },
}

async function openSetup(facts: SetupFacts = connected) {
  const path = join(await temporaryFolder('set-up'), 'set-up.json')
  const file = () => jsonFile(path, setupSchema, newSetup)
  const open = () => createSetupKeeper({ file: file(), facts: () => facts, who: () => 'Ana', now: () => now })
  return { path, open, keeper: open() }
}

const sale = (rest: Partial<DiagnosticResult> = {}): DiagnosticResult => ({
  operation: 'auth_card',
  hsn: 'VT-1',
  ok: true,
  facts: [
    { name: 'amount', kind: 'cents', value: '100' },
    { name: 'last_four', kind: 'text', value: '4242' },
    { name: 'name_on_card', kind: 'text', value: 'ANA GOMEZ' },
    { name: 'payment_id', kind: 'text', value: 'pmt_1' },
    { name: 'returned', kind: 'yes_no', value: 'true' },
  ],
  signature: 'data:image/png;base64,AAAA',
  took_ms: 900,
  ...rest,
})

test('after each step, the progress of the set-up with person and time is on the disk', async () => {
  const { keeper, open } = await openSetup()
  await keeper.mark('service', 'done')
  await keeper.mark('terminal', 'skipped')
  const left = await open().read()
  expect(left.steps).toEqual({
    service: { state: 'done', at: '2026-11-21T14:00:00.000Z', by: 'Ana', real_money: false },
    terminal: { state: 'skipped', at: '2026-11-21T14:00:00.000Z', by: 'Ana', real_money: false },
  })
  expect(nextStep(left, connected)).toBe('clock')
})

test('a step can be reopened, and the assistant returns to it', async () => {
  const { keeper } = await openSetup()
  for (const step of setupSteps) await keeper.mark(step, 'skipped')
  expect(nextStep(await keeper.read(), connected)).toBeNull()
  await keeper.mark('printer', 'open')
  expect(nextStep(await keeper.read(), connected)).toBe('printer')
})

test('a step that cannot be verified is not marked as done, and may be skipped', async () => {
  const offline: SetupFacts = {
    service: { status: 'unreachable', real_money: null },
    terminal: { status: 'offline', hsn: 'VT-1' },
  }
  const { keeper } = await openSetup(offline)
  for (const step of ['service', 'terminal', 'clock', 'test_sale'] as const) {
    expect(await keeper.mark(step, 'done')).toMatchObject({ ok: false, error: { code: 'not_now' } })
    expect((await keeper.mark(step, 'skipped')).ok).toBe(true)
  }
})

test('a test sale is done when its money was returned, on the terminal that this counter uses', async () => {
  const { keeper } = await openSetup()
  const isDone = async () => (await keeper.mark('test_sale', 'done')).ok
  await keeper.tried(sale({ facts: [{ name: 'payment_id', kind: 'text', value: 'pmt_1' }] }))
  expect(await isDone()).toBe(false)
  await keeper.tried(sale({ hsn: 'VT-2' }))
  expect(await isDone()).toBe(false)
  await keeper.tried(sale())
  expect(await isDone()).toBe(true)
})

test('a test sale on another terminal does not change the result of this counter’s terminal', async () => {
  const { keeper } = await openSetup()
  await keeper.tried(sale())
  await keeper.tried(sale({ hsn: 'VT-2', ok: false }))
  expect((await keeper.mark('test_sale', 'done')).ok).toBe(true)
})

test('after the terminal is replaced, its clock and test sale are open again', async () => {
  const { keeper } = await openSetup()
  await keeper.tried(sale())
  for (const step of setupSteps) await keeper.mark(step, step === 'clock' ? 'skipped' : 'done')
  const setup = await keeper.read()
  expect(nextStep(setup, connected)).toBeNull()
  const replaced = { ...connected, terminal: { status: 'connected', hsn: 'VT-2' } } as const
  expect(nextStep(setup, replaced)).toBe('test_sale')
  // While the service starts, whether the terminal was replaced is unknown.
  const starting = { ...connected, service: { status: 'starting', real_money: null } } as const
  expect(nextStep(setup, starting)).toBeNull()
})

test('steps done in training are open again at the shop’s own service, even before it has a terminal', async () => {
  const { keeper } = await openSetup()
  await keeper.tried(sale())
  await keeper.tried({ ...sale(), operation: 'date_time' })
  for (const step of setupSteps) await keeper.mark(step, 'done')
  const setup = await keeper.read()
  const openSteps = (facts: SetupFacts) =>
    setupSteps.filter((step) => stepState(step, setup, facts) === 'open')
  expect(openSteps(connected)).toEqual([])
  const noTerminal = { status: 'none', hsn: null } as const
  for (const status of ['key_needed', 'ready'] as const) {
    const live: SetupFacts = { service: { status, real_money: true }, terminal: noTerminal }
    expect(openSteps(live)).toEqual(['service', 'terminal', 'clock', 'test_sale'])
  }
})

test('the card number, name and signature of a test sale are not stored', async () => {
  const { keeper, path } = await openSetup()
  await keeper.tried(sale())
  const kept = await readFile(path, 'utf8')
  expect(kept).toContain('pmt_1')
  for (const secret of ['4242', 'GOMEZ', 'base64']) expect(kept).not.toContain(secret)
})

test('steps that are marked at the same time are all kept', async () => {
  const { keeper } = await openSetup()
  await Promise.all(setupSteps.map((step) => keeper.mark(step, 'skipped')))
  expect(nextStep(await keeper.read(), connected)).toBeNull()
})

test('a damaged file restarts the set-up, and does not block the counter', async () => {
  const { keeper, path } = await openSetup()
  await writeFile(path, '{"version":1,"steps":{"serv')
  expect(await keeper.read()).toEqual(newSetup)
  expect((await keeper.mark('printer', 'done')).ok).toBe(true)
})
