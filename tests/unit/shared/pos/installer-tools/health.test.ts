import { expect, test } from 'vitest'
import {
  attentionOf,
  type HealthFacts,
  type HealthName,
  healthLines,
  summaryOf,
} from '../../../../../src-shared/pos/installer-tools/health.ts'

const well: HealthFacts = {
  at: '2026-11-21T14:00:00.000Z',
  service: {
    status: 'ready',
    training: false,
    real_money: true,
    url: 'https://a.example',
    took_ms: 40,
    version: '1.4.0',
  },
  terminal: { status: 'connected', hsn: 'VT-1', latency_ms: 20 },
  clock_ahead_ms: 300,
  disk: { free_bytes: 50_000_000_000, total_bytes: 100_000_000_000 },
  audit: { entries: 12, faults: 0 },
  damaged_files: [],
  keeps_key: true,
  program_changeable: false,
  version: { countertop: '0.1.0', electron: '41.0.0', system: 'linux x64' },
}
const line = (facts: Partial<HealthFacts>, name: HealthName) =>
  healthLines({ ...well, ...facts }).find((one) => one.name === name)

test('when everything works, every line is good', () => {
  expect(healthLines(well).filter(({ state }) => state !== 'good')).toEqual([])
})

test('the system check lists lines with problems first', () => {
  const lines = healthLines({
    ...well,
    program_changeable: true,
    disk: null,
    terminal: { status: 'offline', hsn: 'VT-1', latency_ms: null },
  })
  expect(lines.slice(0, 3).map(({ name, state }) => [name, state])).toEqual([
    ['terminal', 'bad'],
    ['program', 'attention'],
    ['disk', 'unknown'],
  ])
})

test('the summary is that everything works only when everything was checked', () => {
  expect(summaryOf(healthLines(well))).toBe('well')
  expect(summaryOf(healthLines({ ...well, audit: null }))).toBe('partly_known')
  expect(summaryOf(healthLines({ ...well, audit: null, program_changeable: true }))).toBe(1)
})

test('the disk line warns before the disk is full', () => {
  const disk = (free_bytes: number) => line({ disk: { free_bytes, total_bytes: 10 ** 11 } }, 'disk')
  expect(disk(1_900_000_000)).toMatchObject({ state: 'attention', reason: 'low', values: { gb: '1.9' } })
  expect(disk(199_999_999)).toMatchObject({ state: 'bad', reason: 'full' })
})

test('the clock line reports a difference in either direction, and is unknown without a reference time', () => {
  expect(line({ clock_ahead_ms: -60_000 }, 'clock')).toMatchObject({ state: 'good' })
  expect(line({ clock_ahead_ms: -60_001 }, 'clock')).toMatchObject({ state: 'bad', reason: 'off' })
  expect(line({ clock_ahead_ms: 150_000 }, 'clock')).toMatchObject({ reason: 'off', values: { minutes: 3 } })
  expect(line({ clock_ahead_ms: null }, 'clock')).toMatchObject({ state: 'unknown' })
})

test('the counter shows problems that will stop it, and nothing that is unknown', () => {
  expect(attentionOf({ clock_ahead_ms: 90_000, disk: { free_bytes: 10, total_bytes: 10 ** 11 } })).toEqual([
    'clock',
    'disk',
  ])
  expect(attentionOf({ clock_ahead_ms: null, disk: null })).toEqual([])
  expect(attentionOf(well)).toEqual([])
})

test('each way in which the service can fail has its own words', () => {
  const service = (status: HealthFacts['service']['status']) =>
    line({ service: { ...well.service, status } }, 'service')
  expect(service('starting')).toMatchObject({ state: 'unknown', reason: 'starting' })
  expect(service('key_needed')).toMatchObject({ state: 'bad', reason: 'key_needed' })
  expect(service('place_unreadable')).toMatchObject({ state: 'bad', reason: 'place_unreadable' })
  expect(service('books_unopened')).toMatchObject({ state: 'bad', reason: 'books_unopened' })
  expect(service('unreachable')).toMatchObject({ state: 'bad', reason: 'unreachable' })
})

test('a training service needs no keychain', () => {
  expect(line({ keeps_key: false }, 'key')).toMatchObject({ state: 'attention', reason: 'asked' })
  const training = { ...well.service, training: true }
  expect(line({ keeps_key: false, service: training }, 'key')).toMatchObject({ state: 'good' })
})
