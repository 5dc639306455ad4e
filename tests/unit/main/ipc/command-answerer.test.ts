import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type AuditTrail, openAuditTrail } from '../../../../src-main/audit/audit-trail.ts'
import { createCommandAnswerer, type PosHandlers } from '../../../../src-main/ipc/command-answerer.ts'
import { defaultSettings } from '../../../../src-main/settings/settings.ts'
import { openStaffSession } from '../../../../src-main/staff/staff-session.ts'
import { commandRow, type PosCommandName, posCommands } from '../../../../src-shared/pos/commands.ts'
import type { Settings } from '../../../../src-shared/pos/settings/settings.ts'
import { rightsOf } from '../../../../src-shared/pos/staff/rights.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { lowPinCost } from '../support/pin-cost.ts'
import { quietLog } from '../support/service.ts'

const folders: string[] = []
const trails: AuditTrail[] = []
afterEach(async () => {
  for (const trail of trails.splice(0)) await trail.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const names = Object.keys(posCommands) as PosCommandName[]
const ofCashier = rightsOf('cashier')
/** Commands that a cashier has no right to run. Managing people is left out, since it needs an owner. */
const roleCommands = names.filter((name) => {
  const { right } = commandRow(name)
  return right !== null && !ofCashier.includes(right) && right !== 'manage_people'
})

/** Called with each command while its handler runs. */
const whileActing: ((name: PosCommandName) => Promise<void>)[] = []

/** An answerer whose handlers record that they ran; `payments.open` finds nothing, and `broken` handlers throw. */
async function setUp({ broken = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'countertop-answerer-'))
  folders.push(folder)
  const path = join(folder, 'staff', 'audit.jsonl')
  const staff = await openStaffSession({
    path: join(folder, 'pins.json'),
    now: Date.now,
    pepper: async () => null,
    pinCost: lowPinCost,
    log: quietLog,
  })
  const ran: PosCommandName[] = []
  let settings = defaultSettings('en')
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      async (payload: unknown) => {
        if (broken) throw new Error('secret detail')
        for (const look of whileActing) await look(name)
        ran.push(name)
        if (name.startsWith('settings.')) settings = { ...settings, ...(payload as Partial<Settings>) }
        return name === 'payments.open' ? err({ code: 'not_found', message: '' }) : ok(null)
      },
    ]),
  ) as unknown as PosHandlers
  const open = () => {
    const audit = openAuditTrail({
      path,
      now: () => Date.parse('2026-11-21T12:00:00.000Z'),
      log: quietLog,
    })
    trails.push(audit)
    return {
      audit,
      ask: createCommandAnswerer({ handlers, staff, audit, settings: () => settings, log: quietLog }),
    }
  }
  const lines = async () => {
    const text = await readFile(path, 'utf8').catch(() => '')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  }
  return { ...open(), open, staff, ran, lines, folder }
}

test('an invalid payload runs nothing', async () => {
  const { ask, ran } = await setUp()
  const wrong: readonly (readonly [PosCommandName, unknown])[] = [
    ['sale.charge', undefined],
    ['sale.charge', { amount: 0, entry: 'card', note: '' }],
    ['sale.charge', { amount: 12.5, entry: 'card', note: '' }],
    ['sale.charge', { amount: 2 ** 53, entry: 'card', note: '' }],
    ['sale.charge', { amount: 100, entry: 'cash', note: '' }],
    ['sale.charge', { amount: 100, entry: 'card', note: 'x'.repeat(201) }],
    ['sale.charge', { amount: 100, entry: 'card', note: '', extra: 1 }],
    ['sale.sign', { signature: 'data:text/html;base64,AA==' }],
    ['sale.decide', { choice: 'both' }],
    ['sale.finish', {}],
    ['sale.finish', null],
    ['terminal.connect', { force: 'true' }],
    ['settings.update', { tip_presets: [10] }],
    ['settings.update', { tip_custom: false }],
    ['settings.update', { counter_name: 'Mine' }],
    ['settings.update', { cash: false }],
    ['settings.update', { cash_step: 5 }],
  ]
  for (const [name, payload] of wrong) {
    expect(await ask(name, payload)).toMatchObject({ ok: false, error: { code: 'payload_invalid' } })
  }
  expect(ran).toEqual([])
})

test('a handler that throws is reported to the page without details', async () => {
  const { ask } = await setUp({ broken: true })
  const answer = await ask('sale.finish', undefined)
  expect(answer).toMatchObject({ ok: false, error: { code: 'failed' } })
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test('commands of the manager and the installer do not run for a cashier', async () => {
  const { ask, ran } = await setUp()
  expect(roleCommands.length).toBeGreaterThan(10)
  for (const name of roleCommands) {
    // Commands that a manager may approve ask for the PIN instead.
    const code = commandRow(name).orApproved === true ? 'pin_needed' : 'role_needed'
    expect(await ask(name, payloads[name])).toMatchObject({ ok: false, error: { code } })
  }
  expect(ran).toEqual([])
})

test('a role runs only its own commands', async () => {
  const { ask, ran, staff } = await setUp()
  for (const role of ['manager', 'installer'] as const) {
    await staff.choosePin({ role, current: null, pin: '246810' })
    for (const name of roleCommands) await ask(name, payloads[name])
  }
  expect(ran).toEqual(roleCommands)
})

test('a command is in the audit log before it runs, also during a verification, and does not run if that fails', async () => {
  const { ask, staff, audit, lines, folder, ran } = await setUp()
  await staff.choosePin({ role: 'manager', current: null, pin: '246810' })
  const begun = async () => {
    const text = await readFile(join(folder, 'staff', 'audit.jsonl.begun.json'), 'utf8').catch(() => '[]')
    return JSON.parse(text)
  }
  const seen: unknown[] = []
  whileActing.push(async (name) => void seen.push([name, await begun()]))
  // A reader that takes hours does not block commands.
  let end = (): void => undefined
  const reading = audit.whileStill(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  expect(await ask('settings.cash', { cash: true, cash_step: 5 })).toMatchObject({ ok: true })
  expect(seen).toMatchObject([['settings.cash', [{ command: 'settings.cash', role: 'manager' }]]])
  await ask('payments.search', { page: 1 })
  expect(seen[1]).toMatchObject(['payments.search', [{ command: 'settings.cash' }]])
  whileActing.length = 0
  end()
  await reading
  await audit.flush()
  expect(await begun()).toEqual([])
  expect((await lines()).map(({ command }) => command)).toContain('settings.cash')
  await mkdir(join(folder, 'staff', 'audit.jsonl.begun.json.new'))
  ran.length = 0
  expect(await ask('settings.cash', { cash: false, cash_step: 1 })).toMatchObject({
    error: { code: 'failed' },
  })
  expect(ran).toEqual([])
})

test('the audit log records who did what, without PINs and without made-up ids', async () => {
  const { ask, audit, staff, lines } = await setUp()
  await ask('payments.act', { kind: 'refund', intent_id: 'pi_made_up', amount: 1 })
  await staff.choosePin({ role: 'manager', current: null, pin: '246810' })
  await ask('staff.choose_pin', { role: 'manager', current: '246810', pin: '13571357' })
  await ask('payments.search', { reference: 'somebody’s name', page: 1 })
  await ask('payments.act', { kind: 'refund', intent_id: 'pi_1', payment_id: 'pmt_1', amount: 500 })
  await ask('payments.act', { kind: 'refund', intent_id: 'pi_made_up', amount: 'all of it' })
  await ask('payments.open', { intent_id: 'pi_2' })
  await ask('sale.charge', { amount: 100, entry: 'card', note: '' })
  await audit.close()
  const at = '2026-11-21T12:00:00.000Z'
  expect(await lines()).toMatchObject([
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
    { at, role: 'manager', command: 'payments.act', about: {}, outcome: 'payload_invalid' },
    { at, role: 'manager', command: 'payments.open', about: { intent_id: 'pi_2' }, outcome: 'not_found' },
  ])
})

test('the audit log has the changes to people and rights, and each setting before and after', async () => {
  const { ask, audit, staff, lines } = await setUp()
  await staff.choosePin({ role: 'manager', current: null, pin: '246810' })
  await ask('settings.cash', { cash: false, cash_step: 1 })
  await ask('settings.update', { language: 'es' })
  const person = { id: 'person_1', name: 'Ana', role: 'manager', active: false }
  await ask('staff.save_person', { ...person, pin: '739105', current: '246810' })
  await ask('staff.withhold_rights', {
    role: 'cashier',
    rights: ['give_back', 'undo_sale'],
    current: '246810',
  })
  await ask('staff.set_auto_lock', { minutes: 60 })
  await audit.close()
  expect(await lines()).toMatchObject([
    { command: 'settings.cash', changes: { cash: { before: true, after: false } } },
    { command: 'settings.update', changes: { language: { before: 'en', after: 'es' } } },
    { command: 'staff.save_person', about: person },
    { command: 'staff.withhold_rights', about: { role: 'cashier', rights: 'give_back undo_sale' } },
    { command: 'staff.set_auto_lock', about: { minutes: 60 } },
  ])
})

test('the audit log has no PIN, key or card number, in whatever field one is typed', async () => {
  const { ask, audit, staff, lines } = await setUp()
  await staff.choosePin({ role: 'manager', current: null, pin: '246810' })
  const [pin, key, card] = ['739105', 'live_key_8f2a61c0', '4111 1111 1111 1111']
  await ask('staff.enter', { role: 'manager', pin })
  await ask('staff.choose_pin', { role: 'manager', current: pin, pin })
  await ask('staff.sign_in', { person_id: 'person_1', pin })
  await ask('staff.change_own_pin', { current: pin, pin })
  await ask('staff.save_person', { id: null, name: card, role: 'cashier', active: true, pin, current: pin })
  await ask('staff.recover', { secret: key, pin })
  await ask('payments.search', { reference: card, page: 1 })
  await ask('payments.act', { kind: 'refund', intent_id: card, payment_id: null, amount: 1, pin })
  await ask('drawer.put_in', { amount: 100, reason: card })
  await ask('terminals.try', { hsn: 'VT-1', operation: 'ping', fields: { text: card } })
  const entry = { role: null, person_id: null, command: 'returns.begin', outcome: 'done' } as const
  audit.add({ ...entry, about: { reason: card } })
  await audit.close()
  const written = await lines()
  expect(written.length).toBe(11)
  for (const secret of [pin, key, card]) expect(JSON.stringify(written)).not.toContain(secret)
  expect(written).toContainEqual(
    expect.objectContaining({ command: 'drawer.put_in', about: {}, outcome: 'card_data' }),
  )
  expect(written).toContainEqual(
    expect.objectContaining({ command: entry.command, about: { reason: '[card data]' } }),
  )
})

test('a cashier may change only the settings listed for cashiers', async () => {
  const { ask } = await setUp()
  const own = ['language', 'color_scheme', 'sounds', 'sound_volume', 'paper']
  const settings = defaultSettings('en')
  for (const [name, value] of Object.entries(settings)) {
    const answer = await ask('settings.update', { [name]: value })
    expect(answer.ok, name).toBe(own.includes(name))
  }
})

test('the audit log only grows, and not by requests that a page sends by itself', async () => {
  const { audit, open, staff, lines } = await setUp()
  await staff.choosePin({ role: 'installer', current: null, pin: '246810' })
  audit.add({
    role: 'installer',
    person_id: null,
    command: 'terminals.use',
    about: { hsn: 'VT-1' },
    outcome: 'done',
  })
  await audit.close()
  const again = open()
  await again.ask('terminals.list', undefined)
  await again.ask('terminals.pair', { hsn: 'VT-2', claim_code: null })
  await again.audit.close()
  expect((await lines()).map(({ command }) => command)).toEqual(['terminals.use', 'terminals.pair'])
})

const wholeAudit = { person_id: null, area: null, from: null, to: null, text: '' }

/** A valid payload of each command of a role. */
const serviceEntry = {
  url: 'https://pay.example.com',
  api_key: 'sk_1',
  account_id: 'acct_1',
  merchant_id: '',
  fingerprint: null,
}

const payloads: Partial<Record<PosCommandName, unknown>> = {
  'settings.day': { time_zone: 'America/Los_Angeles', day_ends_at: 120, blind_count: true },
  'reports.view': { period: { kind: 'open' } },
  'reports.check': { period: { kind: 'day', day: '2026-11-21' } },
  'reports.open': { number: 1 },
  'reports.save': { which: { number: 1 }, as: 'table' },
  'reports.trend': { days: 7 },
  'staff.hours': { day: '2026-11-21' },
  'staff.export_hours': { day: '2026-11-21' },
  'staff.correct_hours': {
    ...{ person_id: 'person_1', kind: 'out', replaces: null },
    ...{ clocked_at: '2026-11-21T17:00:00.000Z', reason: 'Forgot to clock out' },
  },
  'audit.list': { filter: wholeAudit, before: null },
  'audit.export': { as: 'lines', filter: wholeAudit },
  'settings.tips': { tip_presets: [10], tip_custom: true },
  'settings.counter_name': { counter_name: 'Bar' },
  'settings.ask_above': { ask_above: 100_000 },
  'settings.cash': { cash: true, cash_step: 5 },
  'settings.tabs': { tabs: true },
  'settings.customer_display': { customer_display: 'screen' },
  'settings.display_pictures': { choose: true },
  'customer.search': { text: 'ana' },
  'customer.receipt': { way: 'email' },
  'customer.choose': { customer_id: 'cus_1' },
  'customer.create': { name: 'Ana', email: '', phone: '' },
  'settings.surcharge': { surcharge: { percent: 2.5, postal_code: '10001' } },
  'settings.discounts': { discount_limit: 20, discount_reasons: false },
  'catalogue.save_item': {
    item: {
      id: 'item_1',
      name: 'Tea',
      price: 300,
      category: '',
      colour: 'plain',
      quick: false,
      barcode: '',
      tax_rate_ids: [],
      modifiers: [],
      groups: [],
      minimum_age: null,
      active: true,
    },
  },
  'catalogue.remove_item': { item_id: 'item_1' },
  'catalogue.save_tax_rates': { tax_rates: [] },
  'catalogue.preview_import': { text: 'name' },
  'catalogue.import': { text: 'name' },
  'payments.search': { page: 1 },
  'payments.open': { intent_id: 'pi_1' },
  'payments.export': { page: 1 },
  'payments.act': { kind: 'refund', intent_id: 'pi_1', payment_id: 'pmt_1', amount: 500 },
  'payments.notes': { payment_ids: ['pmt_1'] },
  'payments.add_note': {
    ...{ id: 'note_of_line_7', payment_id: 'pmt_1', refund_id: null, finding: 'done' },
    text: 'Statement, line 7',
  },
  'gift_cards.block': { card_id: 'gc_1', last_four: 'PFCZ', blocked: true, reason: 'Lost' },
  'parked.record': {
    ...{ id: 'note_of_line_7', sale_id: 'sale_1', finding: 'not_done', text: 'Statement, line 7' },
  },
  'payments.save_search': {
    name: 'Big ones',
    filters: {
      ...{ reference: '', field: 'any', status: 'captured', amount: '500', amountUpTo: '' },
      period: { kind: 'any', from: '', to: '' },
    },
  },
  'payments.remove_search': { name: 'Big ones' },
  'payments.print': { payment_id: 'pmt_1', action_id: null },
  'payments.dismiss': { action_id: 'act_1' },
  'terminals.pair': { hsn: 'VT-1', claim_code: null },
  ...{ 'terminals.rename': { hsn: 'VT-1', name: 'Bar' }, 'terminals.release': { hsn: 'VT-1' } },
  ...{ 'terminals.use': { hsn: 'VT-1' }, 'service.place': undefined },
  'service.check': serviceEntry,
  'service.connect': { ...serviceEntry, real_money: false },
  'service.unlock': { api_key: 'sk_1' },
  'service.train': undefined,
  'service.restart': undefined,
  ...{ 'health.read': undefined, 'health.network': undefined, 'health.stop_network': undefined },
  'health.detail': { on: true },
  'settings.computer': { start_with_computer: false, full_screen: false, keep_awake: true },
  'settings.preview_profile': { text: '{}' },
  'settings.apply_profile': { text: '{}' },
  ...{ 'backup.save': { passphrase: 'x'.repeat(12) }, 'backup.open': { passphrase: 'x' } },
  'health.save_bundle': undefined,
  'setup.read': undefined,
  'setup.mark': { step: 'clock', state: 'skipped' },
  'setup.save_report': undefined,
  'terminals.try': { hsn: 'VT-1', operation: 'ping', fields: {} },
  'terminals.stop_try': { hsn: 'VT-1' },
  'terminals.add_virtual': { hsn: 'VT-1' },
  'terminals.remove_virtual': { hsn: 'VT-1' },
  'printers.save': {
    id: null,
    name: 'Counter',
    address: { kind: 'tcp', host: '192.168.1.50', port: 9_100 },
    ...{ language: 'esc-pos', columns: 48, letters: 'epson', cuts: true, drawer: false, each_sale: false },
  },
  'printers.remove': { id: 'prn_1' },
  'printers.choose': { id: 'prn_1' },
  'printers.set_logo': { picture: null },
  'printers.test': { id: 'prn_1' },
  'printers.open_drawer': { id: 'prn_1' },
  'peripherals.set_up': { kind: 'scanner', port: { path: '/dev/ttyUSB1', baud: 9_600 } },
  'devices.carry': { path: '/dev/ttyUSB0', carried: true },
}
