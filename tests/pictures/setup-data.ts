import type { HealthFacts } from '../../src-shared/pos/installer-tools/health.ts'
import type { NetworkTest } from '../../src-shared/pos/installer-tools/network-test.ts'
import { newSetup, type Setup } from '../../src-shared/pos/installer-tools/setup.ts'

/** A counter where everything works. */
export const healthy: HealthFacts = {
  at: '2026-11-21T14:00:00.000Z',
  service: {
    status: 'ready',
    training: false,
    real_money: true,
    url: 'https://pay.example.com',
    took_ms: 41,
    version: '1.4.0',
  },
  terminal: { status: 'connected', hsn: 'A920-1180004417', latency_ms: 22 },
  clock_ahead_ms: 310,
  disk: { free_bytes: 61_200_000_000, total_bytes: 256_000_000_000 },
  audit: { entries: 1204, faults: 0 },
  damaged_files: [],
  keeps_key: true,
  program_changeable: false,
  version: { countertop: '0.1.0', electron: '41.0.0', system: 'linux x64 6.1.0' },
}
export const unwell: HealthFacts = {
  ...healthy,
  terminal: { status: 'offline', hsn: 'A920-1180004417', latency_ms: null },
  clock_ahead_ms: null,
  damaged_files: [
    {
      file: 'printers.json',
      what: 'field',
      field: 'printers.0.name',
      used: 'last_good',
      aside: 'printers.json.damaged-9f31c2aa',
    },
  ],
  disk: { free_bytes: 1_200_000_000, total_bytes: 256_000_000_000 },
  keeps_key: false,
}

const measured = { state: 'good', until: null } as const
/** A working connection to a remote service, and a terminal that does not answer. */
export const networkSilent: NetworkTest = {
  ...{ at: '2026-11-21T14:00:00.000Z', here: false, url: 'https://pay.example.com' },
  lines: [
    {
      ...{ ...measured, name: 'name', reason: 'found', took_ms: 12 },
      values: { host: 'pay.example.com', addresses: '203.0.113.24, 2001:db8:85a3::8a2e:370:7334' },
    },
    {
      ...{ ...measured, name: 'connection', reason: 'open', took_ms: 18 },
      values: { host: 'pay.example.com', port: 443 },
    },
    {
      ...{
        ...measured,
        name: 'encryption',
        reason: 'trusted',
        took_ms: 31,
        until: '2027-02-14T23:59:59.000Z',
      },
      values: {
        host: 'pay.example.com',
        subject: '*.example.com',
      },
    },
    {
      ...{ ...measured, name: 'answer', reason: 'service', took_ms: 44 },
      values: { version: '1.4.0', status: 401 },
    },
    { ...{ ...measured, name: 'clock', reason: 'right', took_ms: null }, values: { seconds: 1 } },
    {
      ...{ name: 'terminal', state: 'bad', reason: 'silent', took_ms: null, until: null },
      values: { hsn: 'A920-1180004417' },
    },
  ],
}
/** A guest network that answers in place of the service. */
export const networkGuest: NetworkTest = {
  ...networkSilent,
  lines: [
    ...networkSilent.lines.slice(0, 2),
    {
      ...{
        name: 'encryption',
        state: 'bad',
        reason: 'of_another',
        took_ms: 26,
        until: '2027-02-14T23:59:59.000Z',
      },
      values: {
        host: 'pay.example.com',
        subject: 'sign-in.hotel-springfield.example',
      },
    },
    {
      ...{ name: 'terminal', state: 'unknown', reason: 'not_asked', took_ms: null, until: null },
      values: { hsn: 'A920-1180004417' },
    },
  ],
}
/** The network test in training. */
export const networkHere: NetworkTest = {
  ...{ at: networkSilent.at, here: true, url: 'http://127.0.0.1:41733' },
  lines: [
    {
      ...{ ...measured, name: 'connection', reason: 'open', took_ms: 1 },
      values: { host: '127.0.0.1', port: 41_733 },
    },
    ...networkSilent.lines.slice(3, 5),
    { ...{ ...measured, name: 'terminal', reason: 'answers', took_ms: 8 }, values: { hsn: 'VT-10001' } },
  ],
}

const markOf = (state: 'done' | 'skipped') => ({
  state,
  at: '2026-11-21T13:50:00.000Z',
  by: 'Ana',
  real_money: null,
})
/** Every step but the test sale is done. */
export const halfWay: Setup = {
  ...newSetup,
  steps: {
    ...{ service: markOf('done'), terminal: markOf('done'), clock: markOf('done'), printer: markOf('done') },
    ...{
      scanner: markOf('skipped'),
      drawer: markOf('done'),
      display: markOf('skipped'),
      people: markOf('done'),
    },
  },
  clock: {
    ...{ at: '2026-11-21T13:50:00.000Z', hsn: 'VT-10001', ok: true, payment_id: null, amount: null },
    ...{ returned: false, clock_offset: '-4120', real_money: true },
  },
}
