import type { TerminalListItem } from '../terminals/installer.ts'

/** Possible problems of a terminal, worst first, as far as the service reports them. */
export const terminalTroubles = [
  'offline',
  'not_activated',
  'clock_off',
  'clock_not_set',
  'old_version',
] as const
export type TerminalTrouble = (typeof terminalTroubles)[number]

/** Maximum clock error before a correction, in ms: beyond it, receipts and batches get another minute. */
const clockOffMs = 60_000
/** Two nights without setting the clock, in ms. */
const clockNotSetMs = 48 * 3_600_000

type Seen = Pick<
  TerminalListItem,
  'hsn' | 'connected' | 'waits_for_code' | 'clock' | 'version' | 'device_type'
>

/** @param newest of all the shop's terminals, for comparing software versions @param now ms since the epoch */
export function troublesOf(terminal: Seen, newest: NewestVersions, now: number): readonly TerminalTrouble[] {
  const { connected, waits_for_code, clock } = terminal
  if (waits_for_code) return ['not_activated']
  const found: Readonly<Record<TerminalTrouble, boolean>> = {
    offline: !connected,
    not_activated: false,
    clock_off: clock !== null && Math.abs(clock.offset_ms) > clockOffMs,
    clock_not_set: connected && clock !== null && now - Date.parse(clock.set_at) > clockNotSetMs,
    old_version: isOlder(terminal, newest),
  }
  return terminalTroubles.filter((trouble) => found[trouble])
}

/** By device type. */
type NewestVersions = ReadonlyMap<string, string>

/** Cached: an account may have a thousand terminals, which are sorted at each typed letter. */
const byNumbers = new Intl.Collator('en', { numeric: true })
const byWords = new Intl.Collator(undefined, { numeric: true })

export function newestVersions(fleet: readonly Seen[]): NewestVersions {
  const newest = new Map<string, string>()
  for (const { device_type, version } of fleet) {
    if (version === null) continue
    const known = newest.get(device_type)
    if (known === undefined || byNumbers.compare(version, known) > 0) newest.set(device_type, version)
  }
  return newest
}

/** Whether another terminal of the same type has newer software. */
function isOlder({ device_type, version }: Seen, versions: NewestVersions): boolean {
  const newest = versions.get(device_type)
  return version !== null && newest !== undefined && byNumbers.compare(newest, version) > 0
}

export const fleetFilters = ['all', 'trouble', 'connected', 'offline'] as const
export type FleetFilter = (typeof fleetFilters)[number]

export interface FleetRow {
  readonly terminal: TerminalListItem
  readonly troubles: readonly TerminalTrouble[]
}

/** The terminals, those with problems first, then by name. */
export function fleetOf(fleet: readonly TerminalListItem[], now: number): readonly FleetRow[] {
  const newest = newestVersions(fleet)
  return fleet
    .map((terminal) => ({ terminal, troubles: troublesOf(terminal, newest, now) }))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || byName(one.terminal, other.terminal))
}

const rankOf = ({ troubles: [worst] }: FleetRow): number =>
  worst === undefined ? terminalTroubles.length : terminalTroubles.indexOf(worst)

const nameOf = ({ name, hsn }: TerminalListItem): string => (name === '' ? hsn : name)
const byName = (one: TerminalListItem, other: TerminalListItem): number =>
  byWords.compare(nameOf(one), nameOf(other))

/** The rows that match a person's search. */
export function foundInFleet(
  rows: readonly FleetRow[],
  filter: FleetFilter,
  words: string,
): readonly FleetRow[] {
  const wanted = words.trim().toLowerCase()
  return rows.filter(
    ({ terminal, troubles }) =>
      fits(terminal, troubles, filter) &&
      [terminal.name, terminal.hsn, terminal.device_type, terminal.version ?? ''].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  )
}

function fits(
  { connected }: TerminalListItem,
  troubles: readonly TerminalTrouble[],
  filter: FleetFilter,
): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'trouble':
      return troubles.length > 0
    case 'connected':
      return connected
    case 'offline':
      return !connected
  }
}
