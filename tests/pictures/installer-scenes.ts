import type { Page } from 'playwright-core'
import type { BackupOpened, BackupSaved } from '../../src-shared/pos/installer-tools/backup.ts'
import type { ProfilePreview } from '../../src-shared/pos/installer-tools/profile.ts'
import type { ServiceCheck, ServicePlace } from '../../src-shared/pos/installer-tools/service-commands.ts'
import { newSetup, type Setup } from '../../src-shared/pos/installer-tools/setup.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { DiagnosticResult, Pairing } from '../../src-shared/pos/terminals/installer.ts'
import { healthScenes } from './health-scenes.ts'
import {
  fleet,
  live,
  pairing,
  placeOfService,
  printers,
  shop,
  terminalChoices,
  terminals,
} from './installer-data.ts'
import { scene, status } from './installer-scene.ts'
import { links } from './links.ts'
import { halfWay } from './setup-data.ts'
import { signaturePicture } from './signature-picture.ts'
import { tabs } from './snapshots.ts'
import type { Scene } from './staff-scenes.ts'
import type { Answers } from './support/fake-bridge.ts'

const terminal = (steps?: (page: Page) => Promise<void>, answers: Answers = {}): Scene =>
  scene(
    {},
    async (page) => {
      await page.locator('[data-hsn="VT-10001"]').click()
      await steps?.(page)
    },
    { ...answers, replies: { 'terminals.list': terminals, ...answers.replies } },
  )

/** Opens the form of the nth operation in the list, and runs it. */
const runNth = (nth: number) => async (page: Page) => {
  await page.locator('[aria-expanded]').nth(nth).click()
  await page.locator('[aria-expanded=true] + div button').last().click()
}

const result = (of: Partial<DiagnosticResult>): Answers => ({
  replies: {
    'terminals.try': {
      operation: 'ping',
      hsn: 'VT-10001',
      ok: true,
      facts: [],
      signature: null,
      took_ms: 1240,
      ...of,
    } satisfies DiagnosticResult,
  },
})

const pairScene = (rest: Partial<Pairing>): Scene =>
  scene({ pairing: { ...pairing, ...rest } }, (page) => page.locator('h1 + div button').last().click())

/** The page of the payment service; with an answer to its check, the form is filled in and submitted. */
const service = (place: Partial<ServicePlace>, check: ServiceCheck | null = null): Scene =>
  scene(
    {},
    async (page) => {
      await page.locator('h1 + div button').nth(1).click()
      await page.locator('form').first().waitFor()
      if (check === null) return
      const [url, key] = await page.locator('form input').all()
      await url?.fill('https://pay.example.com')
      await key?.fill('sk_0123456789')
      await page.locator('form button[type=submit]').last().click()
      await page.locator('form [role=alert]').waitFor()
      await page.locator('form [role=alert]').scrollIntoViewIfNeeded()
    },
    {
      replies: {
        'terminals.list': terminals,
        'service.place': { ...placeOfService, ...place },
        ...(check === null ? {} : { 'service.check': check }),
      },
    },
  )

/** The counter's settings on its computer, and the changes that a profile would make. */
const computer = (rest: Partial<Snapshot>, preview: ProfilePreview | null = null): Scene => ({
  ...scene(
    {},
    async (page) => {
      await page.locator('h1 + div button').nth(4).click()
      await page.locator('input[type=file]').waitFor()
      if (preview === null) return
      const file = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from('{}') }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.locator('section [role=alert]').waitFor()
      await page.locator('section [role=alert]').scrollIntoViewIfNeeded()
    },
    {
      replies: {
        'terminals.list': terminals,
        ...(preview === null ? {} : { 'settings.preview_profile': preview }),
      },
    },
  ),
  snapshot: { ...status(), ...rest },
})

/** Little enough that the bars above the page leave it some space. */
const stillOpen: Partial<Snapshot> = {
  ...{ tabs: tabs.troubled.slice(0, 1), links: links.slice(0, 1) },
  selling: { ...status().selling, held: 2 },
}

/** A backup that was chosen to be restored. */
const opened = (answer: BackupOpened, rest: Partial<Snapshot> = {}): Scene => ({
  ...scene(
    {},
    async (page) => {
      await page.locator('h1 + div button').nth(4).click()
      const form = page.locator('form').last()
      await form.locator('input[type=password]').fill('seven green umbrellas')
      await form.locator('button[type=submit]').click()
      await form.getByRole('alert').scrollIntoViewIfNeeded()
    },
    { replies: { 'terminals.list': terminals, 'backup.open': answer } },
  ),
  snapshot: { ...status(), ...rest },
})

/** A backup that did not fit on its drive. */
const backupFull = scene(
  {},
  async (page) => {
    await page.locator('h1 + div button').nth(4).click()
    const form = page
      .locator('form')
      .filter({ has: page.locator('input[type=password]') })
      .first()
    for (const nth of [0, 1]) await form.locator('input').nth(nth).fill('seven green umbrellas')
    await form.locator('button[type=submit]').click()
    await form.getByRole('alert').scrollIntoViewIfNeeded()
  },
  {
    replies: {
      'terminals.list': terminals,
      'backup.save': {
        ...{ kind: 'not_saved', why: 'disk_full' },
        place: '/media/counter/HARBOR-STREET-COFFEE-BACKUPS-2026/front-counter',
      } satisfies BackupSaved,
    },
  },
)

/** The assistant at one of its steps. */
const assistant = (setup: Setup, rest: Partial<Snapshot> = {}, step = 'service'): Scene => ({
  ...scene(
    {},
    async (page) => {
      await page.locator('h1 + div button').first().click()
      await page.locator(`[data-step=${step}] [aria-expanded=true]`).waitFor()
      await page.locator(`[data-step=${step}]`).scrollIntoViewIfNeeded()
    },
    { replies: { 'terminals.list': terminals, 'setup.read': setup } },
  ),
  snapshot: { ...status(), ...rest },
})

/** The page of receipt printers. */
const printerScene = (list: readonly Printer[], act: (page: Page) => Promise<void> = async () => {}): Scene =>
  scene(
    {},
    async (page) => {
      await page.locator('h1 + div button').nth(2).click()
      await page.locator('h1 + div button').first().waitFor()
      await page
        .locator(list.length === 0 ? 'h2' : '[data-printer]')
        .first()
        .waitFor()
      await act(page)
    },
    {
      replies: {
        'terminals.list': terminals,
        'printers.list': { printers: list, default_id: list[0]?.id ?? null },
        'peripherals.list': {
          scanner: { port: { path: '/dev/ttyUSB1', baud: 9_600 }, open: true },
          pole_display: { port: null, open: false },
        },
        'printers.logo': signaturePicture.split(',')[1] ?? null,
        'printers.set_logo': null,
        'printers.find': ['192.168.1.50', '192.168.1.118'],
        'printers.stop_finding': null,
        'printers.of_system': [
          { queue: 'EPSON_TM-T20III', name: 'EPSON TM-T20III' },
          { queue: 'Office_LaserJet', name: 'Office LaserJet, first floor' },
        ],
        'printers.test': { outcome: 'not_printed', trouble: 'paper_out', reports: 'end' },
      },
    },
  )

/** Every state of the installer's screens, by the name of its picture. */
export const installerScenes = {
  'service-training': service({}),
  'service-key-needed': service({ ...live, real_money: true, keeps_key: false, key_needed: true }),
  'service-fits-live': service(
    {},
    { ...shop, merchant_name: 'The Rare Books and Manuscripts Company of Springfield', real_money: true },
  ),
  'service-untrusted': service(
    {},
    {
      kind: 'untrusted',
      certificate: {
        fingerprint: Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase()).join(
          ':',
        ),
        subject: 'CN=shop.example',
        valid_to: '2027-11-21T14:00:00.000Z',
      },
    },
  ),
  'service-accounts': service(
    {},
    {
      kind: 'accounts',
      accounts: [
        { id: 'acct_1', name: 'Harbour Café', location: 'Quay' },
        {
          ...{ id: 'acct_2', name: 'The Rare Books and Manuscripts Company of Springfield' },
          location: 'Second floor, north of the river',
        },
        { id: 'acct_01j9zq8k2m5v7w3x1y9z', name: 'Kiosk', location: null },
      ],
      more: true,
    },
  ),
  'service-account-needed': service({}, { kind: 'account_needed', detail: '' }),
  'service-no-account': service({}, { kind: 'no_account', detail: '' }),
  'service-key-wrong': service({ ...live, real_money: true }, { kind: 'key_wrong', detail: 'No such key.' }),
  ...healthScenes,
  computer: computer({ locked_settings: ['keep_awake'] }),
  'computer-backup': opened(
    {
      kind: 'opened',
      preview: {
        ...{ kind: 'countertop-backup', version: 1, made_at: '2026-11-20T18:00:00.000Z', program: '0.1.0' },
        ...{ shop: 'Harbor Street Coffee', counter: 'Front counter', training: false, sales: 18_204 },
        ...{ files: 61, replaces: 12, pins_lost: true },
      },
    },
    stillOpen,
  ),
  'computer-backup-full': backupFull,
  'computer-backup-wrong': opened({ kind: 'problem', problem: 'passphrase' }),
  'computer-profile': computer(
    {},
    {
      problems: [],
      changes: [
        { name: 'tip_presets', before: [15, 18, 20], after: [10] },
        { name: 'ask_above', before: 500_000, after: null },
        { name: 'full_screen', before: false, after: true },
      ],
      locked: ['language'],
      same: 17,
    },
  ),
  'computer-profile-wrong': computer(
    {},
    {
      problems: [
        { kind: 'value', line: 6, field: 'settings.language', allowed: '"en", "es", "fr"' },
        {
          ...{ kind: 'value', line: 12, field: 'settings.cash_step' },
          ...{ allowed: '1, 5, null', unit: 'cents' },
        },
        { kind: 'value', line: 13, field: 'settings.time_zone' },
        { kind: 'own', line: 14, field: 'settings.counter_name' },
      ],
      ...{ changes: [], locked: [], same: 0 },
    },
  ),
  assistant: assistant(newSetup),
  'assistant-live': assistant(halfWay, { training: false, real_money: true }, 'test_sale'),
  terminals: scene({
    devices: [
      {
        kind: 'serial',
        path: '/dev/ttyUSB0',
        name: 'FT232R USB UART',
        carried: true,
        hsn: 'A920-1180004417',
      },
      { kind: 'serial', path: '/dev/ttyUSB1', name: 'PL2303', carried: true, hsn: null, trouble: 'denied' },
      { kind: 'usb', path: '001/004', name: 'TM-T20III', hsn: null, carried: false },
    ],
  }),
  fleet: scene({}, undefined, { replies: { 'terminals.list': fleet } }),
  'fleet-nothing': scene(
    {},
    async (page) => {
      await page.getByRole('textbox').first().fill('nowhere')
    },
    { replies: { 'terminals.list': fleet } },
  ),
  'terminals-none': scene({}, undefined, { replies: { 'terminals.list': [] } }),
  'terminals-loading': scene({}, undefined, { refusals: { 'terminals.list': 'never' } }),
  'terminals-failed': scene({}, undefined, { refusals: { 'terminals.list': 'failed' } }),
  'pair-serial': scene({}, (page) => page.locator('h1 + div button').last().click()),
  'pair-serial-trouble': scene({}, async (page) => {
    await page.locator('h1 + div button').last().click()
    await page.getByRole('textbox').first().fill('A920 118')
  }),
  'pair-waiting': pairScene({}),
  'pair-soon-over': pairScene({ expires_at: '2026-11-21T14:06:02.000Z' }),
  'pair-wrong-code': pairScene({ news: 'wrong_code' }),
  'pair-taken': pairScene({ news: 'taken' }),
  'pair-void': pairScene({ state: 'failed', news: 'void' }),
  'pair-paired': pairScene({ state: 'paired' }),
  'pair-expired': pairScene({ state: 'expired' }),
  'pair-failed': pairScene({ state: 'failed', detail: 'This API key may not look at this merchant.' }),
  'printers-none': printerScene([]),
  printers: printerScene(printers),
  'printers-tested': printerScene(printers, async (page) => {
    await page.locator('[data-printer] button').first().click()
    await page.locator('[data-printer] h2 + p + p + div').first().waitFor()
  }),
  'printer-form': printerScene([], async (page) => {
    await page.locator('h1 + div button').click()
    await page.locator('form button[type=submit]').click()
  }),
  'printer-form-found': printerScene([], async (page) => {
    await page.locator('h1 + div button').click()
    await page.locator('form fieldset + div button').click()
    await page.locator('form section button').first().waitFor()
    await page.locator('form section button').first().click()
  }),
  'printer-form-system': printerScene([], async (page) => {
    await page.locator('h1 + div button').click()
    await page.locator('form [type=radio]').nth(3).check()
    await page.locator('form select').waitFor()
  }),
  'virtual-add': scene({}, (page) => page.locator('h1 + div button').nth(5).click()),
  terminal: terminal(),
  'terminal-other': scene({}, (page) => page.locator('[data-hsn="VT-2001"]').click()),
  'try-form': terminal((page) => page.locator('[aria-expanded]').nth(5).click()),
  'try-running': terminal(runNth(7), { refusals: { 'terminals.try': 'never' } }),
  'try-signature': terminal(
    runNth(7),
    result({
      operation: 'read_signature',
      signature: signaturePicture,
      facts: [{ name: 'signature_size', kind: 'text', value: '320 × 110' }],
      took_ms: 8400,
    }),
  ),
  'try-sale': terminal(
    runNth(10),
    result({
      operation: 'auth_card',
      took_ms: 6120,
      facts: [
        { name: 'status', kind: 'text', value: 'captured' },
        { name: 'authorized', kind: 'cents', value: '100' },
        { name: 'brand', kind: 'text', value: 'visa' },
        { name: 'last_four', kind: 'text', value: '1111' },
        { name: 'entry_mode', kind: 'text', value: 'EMVContact' },
        { name: 'auth_code', kind: 'text', value: '482913' },
        { name: 'returned', kind: 'yes_no', value: 'true' },
      ],
    }),
  ),
  'try-failed': terminal(
    runNth(0),
    result({
      ok: false,
      facts: [
        {
          name: 'detail',
          kind: 'text',
          value: 'Terminal VT-10001 is not connected (terminal_not_connected).',
        },
      ],
    }),
  ),
  // The terminals that a cashier can choose from, opened from the top bar.
  'terminal-choices': scene(
    {},
    async (page) => {
      await page.locator('button[data-terminal]').click()
      await page.locator('[data-choice]').first().waitFor()
    },
    { replies: { 'terminals.list': terminals, 'terminal.choices': terminalChoices } },
  ),
  'try-refused': terminal(runNth(0), { refusals: { 'terminals.try': 'not_now' } }),
} as const satisfies Readonly<Record<string, Scene>>
