import type { HealthFacts } from '../../src-shared/pos/installer-tools/health.ts'
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

const markOf = (state: 'done' | 'skipped') => ({ state, at: '2026-11-21T13:50:00.000Z', by: 'Ana' })
/** All but the test sale. */
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
