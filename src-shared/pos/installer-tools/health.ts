import type { ServiceStatus, TerminalStatus } from '../snapshot.ts'
import type { Attention } from './attention.ts'
import type { DamagedFile } from './damaged-file.ts'

/** The facts for the health page. Null: could not be determined. */
export interface HealthFacts {
  /** ISO 8601 */
  readonly at: string
  readonly service: {
    readonly status: ServiceStatus['kind']
    /** The training service on this computer. */
    readonly training: boolean
    readonly real_money: boolean | null
    readonly url: string | null
    /** Response time, in ms. */
    readonly took_ms: number | null
    /** The version of the reference that it implements. */
    readonly version: string | null
  }
  readonly terminal: {
    readonly status: TerminalStatus['kind']
    readonly hsn: string | null
    /** Time of its latest answer, in ms. */
    readonly latency_ms: number | null
  }
  /** How far this computer's clock is ahead of the service's, in ms. */
  readonly clock_ahead_ms: number | null
  readonly disk: { readonly free_bytes: number; readonly total_bytes: number } | null
  readonly audit: { readonly entries: number; readonly faults: number } | null
  /** Whether the system can store the service's key. */
  readonly keeps_key: boolean
  /** Whether cashiers can change the program's files. */
  readonly program_changeable: boolean
  /** This counter's own files that were found damaged since it started. */
  readonly damaged_files: readonly DamagedFile[]
  readonly version: ProgramVersion
}

export interface ProgramVersion {
  readonly countertop: string
  readonly electron: string
  /** Such as linux x64 6.1.0. */
  readonly system: string
}

export const healthNames = [
  'service',
  'terminal',
  'clock',
  'disk',
  'audit',
  'files',
  'key',
  'program',
  'updates',
] as const
export type HealthName = (typeof healthNames)[number]

/** `attention`: it works, but not for long or not for all. `bad`: it does not work. */
export type HealthState = 'good' | 'attention' | 'bad' | 'unknown'

/** One line of the page: its subject, state and reason. `name` and `reason` select its text. */
export type HealthLine = {
  [Name in HealthName]: {
    readonly name: Name
    readonly state: HealthState
    readonly reason: HealthReason[Name]
    readonly values: Readonly<Record<string, string | number>>
  }
}[HealthName]

interface HealthReason {
  readonly service: 'works' | Exclude<ServiceStatus['kind'], 'ready'>
  readonly terminal: TerminalStatus['kind']
  readonly clock: 'right' | 'off' | 'unknown'
  readonly disk: 'space' | 'low' | 'full' | 'unknown'
  readonly audit: 'whole' | 'damaged' | 'unknown'
  readonly files: 'whole' | DamagedFile['used']
  readonly key: 'kept' | 'asked'
  readonly program: 'safe' | 'changeable'
  readonly updates: 'version'
}

/** Maximum clock error, in ms: beyond it, receipt times, sessions and certificates fail. */
export const mostClockMs = 60_000
/** Below this, the space lasts a few weeks, in bytes. */
export const lowDiskBytes = 2_000_000_000
/** Below this, saving a sale may fail, in bytes. */
export const fullDiskBytes = 200_000_000

const bytesPerGb = 1_000_000_000

/** The state of each subject, worst first. */
export function healthLines(facts: HealthFacts): readonly HealthLine[] {
  const lines: readonly HealthLine[] = [
    serviceLine(facts),
    terminalLine(facts),
    clockLine(facts.clock_ahead_ms),
    diskLine(facts.disk),
    auditLine(facts.audit),
    filesLine(facts.damaged_files),
    {
      name: 'key',
      state: facts.keeps_key || facts.service.training ? 'good' : 'attention',
      reason: facts.keeps_key || facts.service.training ? 'kept' : 'asked',
      values: {},
    },
    {
      name: 'program',
      state: facts.program_changeable ? 'attention' : 'good',
      reason: facts.program_changeable ? 'changeable' : 'safe',
      values: {},
    },
    { name: 'updates', state: 'good', reason: 'version', values: { version: facts.version.countertop } },
  ]
  return lines.toSorted((one, other) => weight[one.state] - weight[other.state])
}

/** The number of problems; if there are none, whether everything was seen to work. */
export function summaryOf(lines: readonly HealthLine[]): number | 'well' | 'partly_known' {
  const wrong = lines.filter(({ state }) => state === 'bad' || state === 'attention').length
  if (wrong > 0) return wrong
  return lines.every(({ state }) => state === 'good') ? 'well' : 'partly_known'
}

/** The parts measured while the counter is open; files are checked when they are read. */
const measured = ['clock', 'disk'] as const satisfies readonly Attention[]

export function attentionOf(facts: Pick<HealthFacts, 'clock_ahead_ms' | 'disk'>): readonly Attention[] {
  const lines = { clock: clockLine(facts.clock_ahead_ms), disk: diskLine(facts.disk) }
  return measured.filter((name) => lines[name].state === 'bad' || lines[name].state === 'attention')
}

const weight: Readonly<Record<HealthState, number>> = { bad: 0, attention: 1, unknown: 2, good: 3 }

function serviceLine({ service }: HealthFacts): HealthLine {
  const { status, took_ms, version } = service
  const values = { ms: took_ms ?? 0, version: version ?? '–', url: service.url ?? '' }
  if (status === 'ready') return { name: 'service', state: 'good', reason: 'works', values }
  return { name: 'service', state: status === 'starting' ? 'unknown' : 'bad', reason: status, values }
}

const terminalStates: Readonly<Record<TerminalStatus['kind'], HealthState>> = {
  connected: 'good',
  connecting: 'unknown',
  in_use: 'attention',
  offline: 'bad',
  not_owned: 'bad',
  none: 'attention',
}

const terminalLine = ({ terminal: { status, hsn, latency_ms } }: HealthFacts): HealthLine => ({
  name: 'terminal',
  state: terminalStates[status],
  reason: status,
  values: { hsn: hsn ?? '', ms: latency_ms ?? 0 },
})

function clockLine(ahead: number | null): HealthLine {
  if (ahead === null) return { name: 'clock', state: 'unknown', reason: 'unknown', values: {} }
  const isOff = Math.abs(ahead) > mostClockMs
  return {
    name: 'clock',
    state: isOff ? 'bad' : 'good',
    reason: isOff ? 'off' : 'right',
    values: { minutes: Math.round(Math.abs(ahead) / 60_000) },
  }
}

function diskLine(disk: HealthFacts['disk']): HealthLine {
  if (disk === null) return { name: 'disk', state: 'unknown', reason: 'unknown', values: {} }
  const values = { gb: (disk.free_bytes / bytesPerGb).toFixed(1) }
  if (disk.free_bytes < fullDiskBytes) return { name: 'disk', state: 'bad', reason: 'full', values }
  if (disk.free_bytes < lowDiskBytes) return { name: 'disk', state: 'attention', reason: 'low', values }
  return { name: 'disk', state: 'good', reason: 'space', values }
}

function auditLine(audit: HealthFacts['audit']): HealthLine {
  if (audit === null) return { name: 'audit', state: 'unknown', reason: 'unknown', values: {} }
  return {
    name: 'audit',
    state: audit.faults > 0 ? 'bad' : 'good',
    reason: audit.faults > 0 ? 'damaged' : 'whole',
    values: { count: audit.faults, entries: audit.entries },
  }
}

/** Shows the most important of several: a closed function first, then lost data. */
function filesLine(damaged: readonly DamagedFile[]): HealthLine {
  const order = ['closed', 'defaults', 'rest', 'last_good'] as const
  const [worst] = damaged.toSorted((one, other) => order.indexOf(one.used) - order.indexOf(other.used))
  if (worst === undefined) return { name: 'files', state: 'good', reason: 'whole', values: {} }
  return {
    name: 'files',
    state: worst.used === 'closed' ? 'bad' : 'attention',
    reason: worst.used,
    values: {
      files: damaged.map(({ file, field }) => (field === null ? file : `${file} (${field})`)).join(', '),
      aside: damaged.map(({ aside }) => aside ?? '–').join(', '),
    },
  }
}
