import { expect, test } from 'vitest'
import {
  type InstallationReport,
  installationReport,
} from '../../../../../src-main/installer/setup/installation-report.ts'
import { languages } from '../../../../../src-shared/language.ts'
import { newSetup } from '../../../../../src-shared/pos/installer-tools/setup.ts'

const at = '2026-11-21T14:00:00.000Z'
const report: InstallationReport = {
  language: 'en',
  timeZone: 'America/New_York',
  facts: {
    at,
    service: {
      status: 'ready',
      training: false,
      real_money: true,
      url: 'https://pay.example',
      took_ms: 40,
      version: '1.4.0',
    },
    terminal: { status: 'connected', hsn: 'A920-1', latency_ms: 20 },
    clock_ahead_ms: 300,
    disk: { free_bytes: 50_000_000_000, total_bytes: 100_000_000_000 },
    audit: { entries: 12, faults: 0 },
    damaged_files: [],
    keeps_key: true,
    program_changeable: false,
    version: { countertop: '0.1.0', electron: '41.0.0', system: 'linux x64' },
  },
  setup: {
    ...newSetup,
    steps: {
      service: { state: 'done', at, by: 'Ana <Lee>', real_money: true },
      printer: { state: 'done', at, by: 'installer', real_money: true },
      scanner: { state: 'skipped', at, by: null, real_money: true },
    },
    test_sale: {
      ...{ at, hsn: 'A920-1', ok: true, payment_id: 'pmt_1', amount: 100, returned: true },
      ...{ clock_offset: null, real_money: true },
    },
  },
  shop: 'Beans & More',
  counter: 'Counter 1',
  account: 'acct_1',
  currency: 'USD',
  by: 'installer',
  unreturned: [],
  attached: { printers: { printers: [], default_id: null }, peripherals: null },
  network: null,
}

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .replace(/<[^>]+>/g, '|')
      .replace(/\|+/g, '|')
      .trim(),
  )

test('a verified step is marked as checked, a step that a person confirmed is not, and open steps are listed', () => {
  const rows = rowsOf(installationReport(report).html)
  expect(rows.find((row) => row.startsWith('|Payment service and account|'))).toContain('Done, and checked')
  expect(rows.findLast((row) => row.startsWith('|Receipt printer|'))).toMatch(/\|Done\|.*\|Installer\|/)
  expect(rows.findLast((row) => row.startsWith('|Scanner|'))).toContain('|Skipped|')
  expect(rows.find((row) => row.startsWith('|People and recovery code|'))).toContain('|Not done|–|–|')
})

test('the report states whether real money moves, and the outcome of the test sale', () => {
  const { html } = installationReport(report)
  expect(html).toContain('<b>Live</b> Cards are charged for real.')
  expect(html).toContain('$1.00, payment pmt_1, given back')
  const training = { ...report.facts.service, training: true, real_money: false, url: null }
  const practice = installationReport({ ...report, facts: { ...report.facts, service: training } })
  expect(practice.html).toContain('<b>Training</b> No real money moves.')
})

test('a test sale in training does not count at the shop’s own service', () => {
  const { test_sale } = report.setup
  if (test_sale === null) throw new Error('no sale')
  const setup = { ...report.setup, test_sale: { ...test_sale, real_money: false } }
  const { html } = installationReport({ ...report, setup })
  expect(rowsOf(html)).toContain('|Test sale|not tried|')
  expect(html).not.toContain('pmt_1')
})

test('a test sale whose money was not returned is shown at whatever service the counter now uses', () => {
  const { test_sale } = report.setup
  if (test_sale === null) throw new Error('no sale')
  const saleRow = (tried: { real_money: boolean; returned: boolean }, real_money: boolean) => {
    const setup = { ...report.setup, test_sale: { ...test_sale, ...tried } }
    const service = { ...report.facts.service, training: !real_money, real_money }
    return rowsOf(installationReport({ ...report, setup, facts: { ...report.facts, service } }).html).find(
      (row) => row.startsWith('|Test sale|'),
    )
  }
  const out = '|Test sale|$1.00, payment pmt_1, NOT given back yet|'
  expect(saleRow({ real_money: true, returned: false }, false)).toBe(out)
  expect(saleRow({ real_money: false, returned: false }, true)).toBe(out)
  expect(saleRow({ real_money: true, returned: true }, false)).toContain('pmt_1, given back')
  expect(saleRow({ real_money: false, returned: true }, true)).toBe('|Test sale|not tried|')
})

test('a clock set at another kind of service does not count as set at this one', () => {
  const clockRow = (tried: boolean | null, real_money: boolean | null) => {
    const clock = {
      ...{ at, hsn: 'A920-1', ok: true, payment_id: null, amount: null, returned: false },
      ...{ clock_offset: '12', real_money: tried },
    }
    const facts = { ...report.facts, service: { ...report.facts.service, real_money } }
    return rowsOf(installationReport({ ...report, facts, setup: { ...report.setup, clock } }).html).find(
      (row) => row.includes('12 ms') || row.endsWith('clock|not tried|'),
    )
  }
  expect(clockRow(true, true)).toContain('12 ms')
  expect(clockRow(null, true)).toContain('12 ms')
  expect(clockRow(false, null)).toContain('12 ms')
  expect(clockRow(false, true)).toContain('not tried')
  expect(clockRow(true, false)).toContain('not tried')
})

test('money that was not returned is not shown as returned', () => {
  const { test_sale } = report.setup
  if (test_sale === null) throw new Error('no sale')
  const setup = { ...report.setup, test_sale: { ...test_sale, returned: false, ok: false } }
  expect(installationReport({ ...report, setup }).html).toContain('did not work, NOT given back yet')
})

test('money that may have been charged and not returned is listed, even without a known payment', () => {
  const { test_sale } = report.setup
  if (test_sale === null) throw new Error('no sale')
  const unseen = { ...test_sale, payment_id: null, returned: false, ok: false }
  const { html } = installationReport({ ...report, setup: { ...report.setup, test_sale: unseen } })
  expect(html).toContain('$1.00, did not work, NOT given back yet')
})

test('an earlier test sale whose money was not returned is listed next to a successful one', () => {
  const { html } = installationReport({ ...report, unreturned: ['pi_earlier'] })
  expect(html).toContain('$1.00, payment pmt_1, given back')
  expect(html).toContain('NOT given back yet, pi_earlier')
})

test('steps done with a replaced terminal or at a sandbox do not count for this counter', () => {
  const mark = { state: 'done', at, by: 'Ana', real_money: true } as const
  const setup = { ...report.setup, steps: { test_sale: mark } }
  const stateIn = (changed: Partial<InstallationReport>) =>
    rowsOf(installationReport({ ...report, setup, ...changed }).html).find((row) =>
      row.startsWith('|Test sale and its refund|'),
    )
  expect(stateIn({})).toContain('Done, and checked')
  const terminal = { ...report.facts.terminal, hsn: 'A920-2' }
  expect(stateIn({ facts: { ...report.facts, terminal } })).toContain('|Not done|–|–|')
  const test_sale = setup.test_sale && { ...setup.test_sale, real_money: false }
  expect(stateIn({ setup: { ...setup, test_sale } })).toContain('|Not done|–|–|')
})

test('names are escaped in the report, in every language', () => {
  for (const language of languages) {
    const { html } = installationReport({ ...report, language })
    expect(html).toContain('Beans &amp; More')
    expect(html).toContain('Ana &lt;Lee&gt;')
    expect(html).not.toMatch(/undefined|\[object/)
  }
})

test('the report names the printers, drawer, scanner and pole display, and what is unknown', () => {
  const rows = (changed: Partial<InstallationReport> = {}) =>
    rowsOf(installationReport({ ...report, ...changed }).html)
  expect(rows()).toEqual(
    expect.arrayContaining([
      '|Receipt printer|none set up|',
      '|Cash drawer|none set up|',
      '|Scanner|not known|',
      '|Pole display|not known|',
    ]),
  )
  const printer = {
    ...({ language: 'esc-pos', columns: 48, letters: 'epson', cuts: true, each_sale: false } as const),
  }
  const attached: InstallationReport['attached'] = {
    printers: {
      default_id: 'prn_1',
      printers: [
        {
          ...{ ...printer, id: 'prn_1', name: 'Front', drawer: true, reports: 'end' },
          address: { kind: 'tcp', host: '192.168.1.50', port: 9_100 },
        },
        {
          ...{ ...printer, id: 'prn_2', name: 'Back office', drawer: false, reports: 'queue' },
          address: { kind: 'system', queue: 'LaserJet' },
        },
      ],
    },
    peripherals: {
      scanner: { port: { path: 'COM4', baud: 9_600 }, open: true },
      pole_display: { port: { path: 'COM5', baud: 9_600 }, open: false },
    },
  }
  expect(rows({ attached })).toEqual(
    expect.arrayContaining([
      '|Receipt printer|Front, 192.168.1.50:9100, prints receipts, reports each receipt that is printed|',
      '|Receipt printer|Back office, LaserJet, printed by this computer, which reports the rest|',
      '|Cash drawer|Front|',
      '|Scanner|COM4, its port is open|',
      '|Pole display|COM5, nothing is plugged in|',
    ]),
  )
})

test('the report has the result of the network test and its steps, or that it was not run', () => {
  const rows = (changed: Partial<InstallationReport> = {}) =>
    rowsOf(installationReport({ ...report, ...changed }).html)
  expect(rows()).toContain('|Network test|not tried|')
  const network: InstallationReport['network'] = {
    ...{ at, here: false, url: 'https://pay.example' },
    lines: [
      {
        ...{ name: 'name', state: 'good', reason: 'found', took_ms: 12, until: null },
        values: { host: 'pay.example', addresses: '203.0.113.24' },
      },
      {
        ...{ name: 'encryption', state: 'bad', reason: 'expired', took_ms: 30 },
        ...{ values: { host: 'pay.example', subject: 'CN=<pay>' }, until: '2026-11-01T00:00:00.000Z' },
      },
      {
        ...{ name: 'terminal', state: 'unknown', reason: 'not_asked', took_ms: null, until: null },
        values: { hsn: 'A920-1' },
      },
    ],
  }
  const tested = rows({ network })
  expect(tested.find((row) => row.startsWith('|Network test|'))).toContain('Nov 21, 2026')
  expect(tested).toContain('|Network test, name|worked, 12 ms, 203.0.113.24|')
  expect(tested.find((row) => row.startsWith('|Network test, certificate|'))).toMatch(
    /did not work, 30 ms, CN=&lt;pay&gt;, (Oct 31|Nov 1), 2026/,
  )
  expect(tested).toContain('|Network test, terminal|not known|')
  for (const language of languages) {
    expect(installationReport({ ...report, language, network }).html).not.toMatch(/undefined|\[object/)
  }
})

test('the times of the report are those of the shop, whatever time zone the computer has', () => {
  const madeIn = (timeZone: string) =>
    /made[^<]*2026[^<]*/i.exec(installationReport({ ...report, timeZone }).html)?.[0]
  expect(madeIn('America/New_York')).toContain('Nov 21, 2026, 9:00')
  expect(madeIn('Pacific/Auckland')).toContain('Nov 22, 2026, 3:00')
})
