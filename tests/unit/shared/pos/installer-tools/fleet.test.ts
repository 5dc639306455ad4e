import { expect, test, vi } from 'vitest'
import {
  fleetOf,
  foundInFleet,
  newestVersions,
  troublesOf,
} from '../../../../../src-shared/pos/installer-tools/fleet.ts'
import type { TerminalListItem } from '../../../../../src-shared/pos/terminals/installer.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const well: TerminalListItem = {
  ...{ hsn: 'A-1', name: 'Bar', connected: true, device_type: 'A920', environment: 'production' },
  capabilities: {
    ...{ screen_dimension_x: 480, screen_dimension_y: 800, pin_pad: true, msr: true, emv: true },
    ...{ nfc: true, signature: true, printer: true },
  },
  ...{ virtual: false, waits_for_code: false },
  version: '9.10.0',
  linked_at: '2026-11-23T08:00:00Z',
  clock: { offset_ms: 900, set_at: '2026-11-23T03:00:00Z' },
  held_by: 'nobody',
}
const at = (set_at: string, offset_ms = 0) => ({ clock: { offset_ms, set_at } })

test.each<[string, Partial<TerminalListItem>, readonly string[]]>([
  ['nothing', {}, []],
  ['that it is away', { connected: false }, ['offline']],
  [
    'only that its code was not typed',
    { connected: false, waits_for_code: true, clock: null, version: null },
    ['not_activated'],
  ],
  ['a clock that was a minute off', at('2026-11-23T03:00:00Z', 60_001), ['clock_off']],
  ['a clock that was behind', at('2026-11-23T03:00:00Z', -420_000), ['clock_off']],
  ['no clock that was off by less', at('2026-11-23T03:00:00Z', -60_000), []],
  ['a clock that was not set for two nights', at('2026-11-21T11:59:59Z'), ['clock_not_set']],
  ['no clock of which the service says nothing', { clock: null }, []],
  ['software older than that of another of its make', { version: '9.4.1' }, ['old_version']],
  ['no software of another make', { version: '1.0', device_type: 'Other' }, []],
  [
    'all of it, the worst first',
    { connected: false, version: '9.4.1', ...at('2026-11-01T03:00:00Z', 90_000) },
    ['offline', 'clock_off', 'old_version'],
  ],
])('the fleet list shows the problems of a terminal: %s', (_what, changes, troubles) => {
  const terminal = { ...well, ...changes }
  expect(troublesOf(terminal, newestVersions([terminal, { ...well, hsn: 'A-2' }]), now)).toEqual(troubles)
})

test('terminals with problems come first, then names, with numbers sorted by value', () => {
  const fleet = [
    { ...well, hsn: '1', name: 'Till 10' },
    { ...well, hsn: '2', name: 'Till 9' },
    { ...well, hsn: '3', name: 'Z', version: '9.4.1' },
    { ...well, hsn: '4', name: 'Y', connected: false },
    { ...well, hsn: '5', name: '' },
  ]
  expect(fleetOf(fleet, now).map(({ terminal }) => terminal.hsn)).toEqual(['4', '3', '5', '2', '1'])
})

test('old software is found among 1000 terminals without slow text comparisons', () => {
  const compare = vi.spyOn(Intl, 'Collator')
  const words = vi.spyOn(String.prototype, 'localeCompare')
  const fleet = Array.from({ length: 1000 }, (_, index) => ({
    ...well,
    ...{ hsn: `A-${index}`, name: `Counter ${index}`, version: `9.10.${index === 7 ? 1 : 0}` },
  }))
  const rows = fleetOf(fleet, now)
  expect(rows.filter(({ troubles }) => troubles.includes('old_version'))).toHaveLength(999)
  expect(compare).not.toHaveBeenCalled()
  expect(words).not.toHaveBeenCalled()
})

test('terminals are found by any of their words, within the filter', () => {
  const rows = fleetOf(
    [
      { ...well, hsn: 'A-1', name: 'Bar' },
      { ...well, hsn: 'A-2', name: 'Terrace', connected: false },
      { ...well, hsn: 'B-3', name: 'Kiosk', version: '9.4.1' },
    ],
    now,
  )
  const found = (...of: [Parameters<typeof foundInFleet>[1], string]) =>
    foundInFleet(rows, ...of).map(({ terminal }) => terminal.hsn)
  expect(found('all', '')).toEqual(['A-2', 'B-3', 'A-1'])
  expect(found('all', ' a-')).toEqual(['A-2', 'A-1'])
  expect(found('all', '9.4')).toEqual(['B-3'])
  expect(found('trouble', '')).toEqual(['A-2', 'B-3'])
  expect(found('connected', '')).toEqual(['B-3', 'A-1'])
  expect(found('offline', 'bar')).toEqual([])
})
