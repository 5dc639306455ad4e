import { createHash } from 'node:crypto'
import disk, { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { openCatalogueStore } from '../../../../src-main/catalogue/catalogue-store.ts'
import { chosenTerminalSchema } from '../../../../src-main/counter/current-counter.ts'
import { openPeripherals } from '../../../../src-main/devices/peripherals.ts'
import { readStoredService } from '../../../../src-main/live-service/stored-service.ts'
import { createSavedSearches } from '../../../../src-main/manager/saved-searches.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { openPrintingService } from '../../../../src-main/printing/printing-service.ts'
import { damagedFiles, keepDamaged } from '../../../../src-main/settings/damaged-files.ts'
import { jsonFile } from '../../../../src-main/settings/json-file.ts'
import { defaultSettings, openSettings } from '../../../../src-main/settings/settings.ts'
import { openStaffSession } from '../../../../src-main/staff/staff-session.ts'
import { counterIdentity } from '../../../../src-main/terminal/identity.ts'
import { newSetup, setupSchema } from '../../../../src-shared/pos/installer-tools/setup.ts'
import { noSystemPrinters } from '../../../support/no-system-printers.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

type Paths = ReturnType<typeof dataPaths>

interface Kept {
  readonly path: (paths: Paths) => string
  /** The content as the program writes it. */
  readonly whole: unknown
  /** Opens the file as the program does at its start, and returns the result. */
  readonly start: (paths: Paths) => Promise<unknown>
  readonly asWritten: unknown
  /** The result when no earlier copy exists. */
  readonly otherwise: unknown
}

const account = 'acct_1'
const defaults = defaultSettings('en-US')
const steps = { drawer: { state: 'done', at: '2026-11-21T13:50:00.000Z', by: null, real_money: null } }
const item = {
  ...{ id: 'i1', name: 'Tea', price: 250, category: 'Drinks', colour: 'plain', picture: false },
  ...{ quick: true, barcode: '', tax_rate_ids: [], modifiers: [], active: true },
}

/** A damaged file of these is replaced by its last good copy, or by the defaults of a new counter. */
const files: Readonly<Record<string, Kept>> = {
  settings: {
    path: (paths) => paths.settings,
    whole: { ...defaults, counter_name: 'Bar' },
    start: async (paths) => (await openSettings(paths.settings, 'en-US')).present().counter_name,
    asWritten: 'Bar',
    otherwise: defaults.counter_name,
  },
  'chosen terminal': {
    path: (paths) => paths.chosenTerminal(account),
    whole: { hsn: 'A920-1180004417' },
    start: async (paths) =>
      (await jsonFile(paths.chosenTerminal(account), chosenTerminalSchema, null, { keepsGood: true }).read())
        ?.hsn ?? null,
    asWritten: 'A920-1180004417',
    otherwise: null,
  },
  'identity of the counter': {
    path: (paths) => paths.counterId(account),
    whole: { id: 'counter-7' },
    start: async (paths) =>
      (await counterIdentity(paths.counterId(account), { present: () => defaults })()).id,
    asWritten: 'counter-7',
    otherwise: expect.stringMatching(/^[0-9a-f-]{36}$/),
  },
  'set-up': {
    path: (paths) => paths.setup,
    whole: { ...newSetup, steps },
    start: async (paths) =>
      (await jsonFile(paths.setup, setupSchema, newSetup, { keepsGood: true }).read()).steps,
    asWritten: steps,
    otherwise: {},
  },
  printers: {
    path: (paths) => paths.printers,
    whole: { version: 1, default_id: 'gone', printers: [] },
    async start(paths) {
      const service = await openPrintingService({
        ...{
          paths,
          onStatus: () => undefined,
          system: noSystemPrinters,
          newId: () => 'print_1',
          log: quietLog,
        },
      })
      const list = service.list()
      await service.stop()
      return list.ok && list.value.default_id
    },
    asWritten: 'gone',
    otherwise: null,
  },
  'scanner and pole display': {
    path: (paths) => paths.peripherals,
    whole: { version: 1, scanner: { path: '/dev/none-17', baud: 9600 }, pole_display: null },
    async start(paths) {
      const opened = await openPeripherals({
        ...{ path: paths.peripherals, onScan: () => undefined, log: quietLog },
      })
      const list = opened.list()
      await opened.stop()
      return list.ok && (list.value.scanner.port?.path ?? null)
    },
    asWritten: '/dev/none-17',
    otherwise: null,
  },
  catalogue: {
    path: (paths) => paths.catalogue,
    whole: { items: [item], tax_rates: [] },
    async start(paths) {
      const store = await openCatalogueStore({
        ...{ path: paths.catalogue, pictures: paths.pictures, newId: () => 'item_1' },
        ...{ onChange: () => undefined, log: quietLog },
      })
      return store.present().items.map(({ name }) => name)
    },
    asWritten: ['Tea'],
    otherwise: [],
  },
}

/**
 * A damaged file of these is not replaced: nobody is signed in, nothing is charged elsewhere, nothing is overwritten.
 */
const closed: Readonly<Record<string, Pick<Kept, 'path' | 'start' | 'otherwise'>>> = {
  'PINs of the roles': { path: (paths) => paths.staff, start: startStaff, otherwise: 'nobody gets in' },
  people: {
    path: (paths) => join(dirname(paths.staff), 'people.json'),
    start: startStaff,
    otherwise: 'nobody gets in',
  },
  'where it charges': {
    path: (paths) => paths.liveService,
    async start(paths) {
      const stored = readStoredService(paths.liveService)
      if (stored === 'damaged') await keepDamaged(paths.liveService)
      return stored
    },
    otherwise: 'damaged',
  },
}

async function startStaff(paths: Paths): Promise<unknown> {
  const staff = await openStaffSession({
    ...{ path: paths.staff, now: Date.now, pepper: async () => null, log: quietLog },
  })
  const chosen = await staff.choosePin({ role: 'manager', current: null, pin: '483920' })
  return chosen.ok ? 'anybody gets in' : 'nobody gets in'
}

/** Damage by a disk, an editor, an interrupted program or a later version. */
const damages: Readonly<Record<string, (whole: string) => string>> = {
  empty: () => '',
  truncated: (whole) => whole.slice(0, Math.ceil(whole.length / 2)),
  garbled: () => '\u0000\u0001{{{\u00ff',
  'of another form': () => '[[1]]',
  'a number': () => '17',
}

const whole = { closed: '{"url":"https://pay.example.com","people":[{"id":"p"}],"manager":{}}' }

async function damaged(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const keptBeside = async (path: string): Promise<readonly string[]> => {
  const names = await readdir(dirname(path))
  const beside = names.filter((name) => name.startsWith(`${basename(path)}.damaged-`))
  return Promise.all(beside.map((name) => readFile(join(dirname(path), name), 'utf8')))
}

const reported = (path: string) => damagedFiles().findLast(({ file }) => file === basename(path))

const cases = Object.entries(files).flatMap(([name, file]) =>
  Object.keys(damages).map((damage) => [name, damage, file] as const),
)

test.each(cases)(
  '%s, %s: the last good copy is used, and the damaged file is kept aside',
  async (_, damage, file) => {
    const paths = dataPaths(await temporaryFolder('damaged'))
    const path = file.path(paths)
    await damaged(path, JSON.stringify(file.whole))
    expect(await file.start(paths)).toEqual(file.asWritten)
    const text = damages[damage]?.(JSON.stringify(file.whole)) ?? ''
    await damaged(path, text)
    expect(await file.start(paths)).toEqual(file.asWritten)
    expect(await keptBeside(path)).toEqual([text])
    expect(reported(path)).toMatchObject({ aside: expect.stringContaining('.damaged-') })
    // The following start is undisturbed.
    expect(await file.start(paths)).toEqual(file.asWritten)
  },
)

test.each(cases)(
  '%s, %s, without an earlier copy: the defaults of a new counter are used',
  async (_, damage, file) => {
    const paths = dataPaths(await temporaryFolder('damaged'))
    const path = file.path(paths)
    const text = damages[damage]?.(JSON.stringify(file.whole)) ?? ''
    await damaged(path, text)
    expect(await file.start(paths)).toEqual(file.otherwise)
    expect(await keptBeside(path)).toEqual([text])
    expect(reported(path)?.aside).not.toBeNull()
  },
)

const closedCases = Object.entries(closed).flatMap(([name, file]) =>
  Object.keys(damages).map((damage) => [name, damage, file] as const),
)

test.each(closedCases)(
  '%s, %s: the file opens nothing, and stays in place with a copy next to it',
  async (_, damage, file) => {
    const paths = dataPaths(await temporaryFolder('damaged'))
    const path = file.path(paths)
    const text = damages[damage]?.(whole.closed) ?? ''
    await damaged(path, text)
    for (const _start of ['first', 'second']) expect(await file.start(paths)).toEqual(file.otherwise)
    expect(await readFile(path, 'utf8')).toBe(text)
    expect(await keptBeside(path)).toEqual([text])
    expect(reported(path)).toMatchObject({ used: 'closed' })
  },
)

test('a file of a later version is kept, and reported as such', async () => {
  const paths = dataPaths(await temporaryFolder('damaged'))
  const later = JSON.stringify({ version: 2, scanner: 'by air', pole_display: null })
  await damaged(paths.peripherals, later)
  expect(await files['scanner and pole display']?.start(paths)).toBeNull()
  expect(await keptBeside(paths.peripherals)).toEqual([later])
  expect(reported(paths.peripherals)).toMatchObject({ what: 'newer', field: 'version', used: 'defaults' })
})

test('one invalid setting is reported, and the others are kept', async () => {
  const { settings } = dataPaths(await temporaryFolder('damaged'))
  await damaged(settings, JSON.stringify({ ...defaults, counter_name: 'Bar', cash_step: 3 }))
  expect((await openSettings(settings, 'en-US')).present()).toEqual({ ...defaults, counter_name: 'Bar' })
  expect(reported(settings)).toMatchObject({ field: 'cash_step', what: 'field', used: 'rest' })
})

test('a setting named like a property of every object is ignored, and the counter opens', async () => {
  const { settings } = dataPaths(await temporaryFolder('damaged'))
  const names = '"constructor":1,"toString":{},"__proto__":{"cash_step":5}'
  await damaged(settings, `{${names},"counter_name":"Bar"}`)
  const { present } = await openSettings(settings, 'en-US')
  expect(present()).toEqual({ ...defaults, counter_name: 'Bar' })
})

test('a damaged file that could not be kept aside is not overwritten', async () => {
  const path = join(await temporaryFolder('damaged'), 'printers.json')
  await damaged(path, '{"half')
  // A folder blocks the name of the copy.
  const digest = createHash('sha256').update('{"half').digest('hex').slice(0, 8)
  await mkdir(`${path}.damaged-${digest}`)
  const file = jsonFile(path, z.object({ kept: z.boolean() }), { kept: false })
  expect(await file.read()).toEqual({ kept: false })
  await file.write({ kept: true })
  expect(await file.read()).toEqual({ kept: true })
  expect(await readFile(`${path}.damaged-unread`, 'utf8')).toBe('{"half')
})

test.each(Object.entries(files))(
  '%s, damaged, with a disk that cannot be written: the last good copy is used at each start',
  async (_, file) => {
    const paths = dataPaths(await temporaryFolder('damaged'))
    const path = file.path(paths)
    await damaged(path, JSON.stringify(file.whole))
    expect(await file.start(paths)).toEqual(file.asWritten)
    await damaged(path, '{"half')
    // A folder blocks the name of the new file.
    await mkdir(`${path}.new`)
    for (const _start of ['first', 'second']) expect(await file.start(paths)).toEqual(file.asWritten)
    expect(await keptBeside(path)).toEqual(['{"half'])
  },
)

test('a damaged file that could not be kept aside stays until a valid file has been written', async () => {
  const path = join(await temporaryFolder('damaged'), 'printers.json')
  await damaged(path, '{"half')
  const digest = createHash('sha256').update('{"half').digest('hex').slice(0, 8)
  await mkdir(`${path}.damaged-${digest}`)
  await mkdir(`${path}.new`)
  const file = jsonFile(path, z.object({ kept: z.boolean() }), { kept: false })
  await file.read()
  await expect(file.write({ kept: true })).rejects.toThrow('EISDIR')
  expect(await readFile(path, 'utf8')).toBe('{"half')
})

test('a damaged file that could not be kept aside is still there if the program ends before it is replaced', async () => {
  const path = join(await temporaryFolder('damaged'), 'printers.json')
  await damaged(path, '{"half')
  const digest = createHash('sha256').update('{"half').digest('hex').slice(0, 8)
  await mkdir(`${path}.damaged-${digest}`)
  const file = jsonFile(path, z.object({ kept: z.boolean() }), { kept: false })
  await file.read()
  const { rename } = disk
  const ended = vi.spyOn(disk, 'rename').mockImplementation(async (from, to) => {
    if (from === `${path}.new`) throw new Error('the program ends')
    await rename(from, to)
  })
  onTestFinished(() => {
    ended.mockRestore()
    syncBuiltinESMExports()
  })
  syncBuiltinESMExports()
  await expect(file.write({ kept: true })).rejects.toThrow('the program ends')
  expect(await readFile(path, 'utf8')).toBe('{"half')
})

test('an unreadable catalogue file loses no item, and is not overwritten', async () => {
  const { catalogue: path, pictures } = dataPaths(await temporaryFolder('damaged'))
  await damaged(`${path}.good`, JSON.stringify({ items: [item], tax_rates: [] }))
  await damaged(join(path, 'kept'), 'what nobody could read')
  const about = { path, pictures, newId: () => 'i2', onChange: () => undefined, log: quietLog }
  const store = await openCatalogueStore(about)
  expect(store.present().items).toMatchObject([item])
  expect(reported(path)).toMatchObject({ what: 'unreadable', used: 'last_good' })
  for (const tea of store.present().items) {
    expect(await store.saveItem({ ...tea, id: 'i2', name: 'Milk' }, undefined)).toBeNull()
  }
  expect((await openCatalogueStore(about)).present().items).toHaveLength(2)
  expect(await readFile(join(`${path}.damaged-unread`, 'kept'), 'utf8')).toBe('what nobody could read')
})

test('a damaged file of saved searches is kept aside, and reported', async () => {
  const path = dataPaths(await temporaryFolder('damaged')).savedSearches(account)
  await damaged(path, '{')
  const searches = createSavedSearches({ path, person: () => null, now: Date.now, log: quietLog })
  expect(await searches.list()).toEqual({ ok: true, value: { searches: [] } })
  expect(await keptBeside(path)).toEqual(['{'])
  expect(reported(path)).toMatchObject({ used: 'defaults' })
})
