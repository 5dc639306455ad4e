import { statfs } from 'node:fs/promises'
import { release } from 'node:os'
import type { HealthFacts, ProgramVersion } from '../../../src-shared/pos/installer-tools/health.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import type { AuditArea } from '../../audit/audit-area.ts'
import { damagedFiles } from '../../settings/damaged-files.ts'
import type { ServiceAccess } from '../../terminal/service-access.ts'

export interface HealthOptions {
  readonly present: () => Snapshot
  readonly access: () => ServiceAccess | null
  readonly auditArea: Pick<AuditArea, 'verify'>
  /** The folder of the counter's data. */
  readonly folder: string
  readonly keepsKey: () => boolean
  /** Countertop's version. */
  readonly version: string
  readonly now: () => number
}

const timeoutMs = 5_000

/** Checks everything that has to work. Changes nothing; a check that fails does not block the others. */
export async function readHealth(options: HealthOptions): Promise<HealthFacts> {
  const { now } = options
  const [answer, disk, audit] = await Promise.all([
    askService(options.access(), now),
    diskOf(options.folder),
    auditOf(options.auditArea),
  ])
  const { service, terminal, training, real_money, installer, program_changeable } = options.present()
  const ping = installer.pings.findLast((one) => terminal.kind !== 'none' && one.hsn === terminal.hsn)
  return {
    at: new Date(now()).toISOString(),
    service: {
      // This request is newer than the last poll.
      status: service.kind === 'ready' && answer === null ? 'unreachable' : service.kind,
      training,
      real_money,
      url: training ? null : (options.access()?.url ?? null),
      took_ms: answer?.took_ms ?? null,
      version: answer?.version ?? null,
    },
    terminal: {
      status: terminal.kind,
      hsn: terminal.kind === 'none' ? null : terminal.hsn,
      latency_ms: ping?.latency_ms ?? null,
    },
    clock_ahead_ms: answer?.clock_ahead_ms ?? null,
    disk,
    audit,
    keeps_key: options.keepsKey(),
    program_changeable,
    damaged_files: damagedFiles(),
    version: versionOf(options.version),
  }
}

export const versionOf = (countertop: string): ProgramVersion => ({
  countertop,
  electron: process.versions.electron ?? '–',
  system: `${process.platform} ${process.arch} ${release()}`,
})

interface ServiceAnswer {
  readonly took_ms: number
  readonly version: string | null
  readonly clock_ahead_ms: number | null
}

/** Sent without the key: any answer shows that the service is up, its API version, and its time. */
export async function askService(
  access: ServiceAccess | null,
  now: () => number,
): Promise<ServiceAnswer | null> {
  if (access === null) return null
  const began = performance.now()
  try {
    const answer = await access.fetch(access.url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const shown = shownBy(answer, Math.round(performance.now() - began), now())
    await answer.body?.cancel()
    return shown
  } catch {
    return null
  }
}

/** @param now when the response's headers arrived */
export function shownBy({ headers }: Response, took_ms: number, now: number): ServiceAnswer {
  const date = Date.parse(headers.get('date') ?? '')
  return {
    took_ms,
    version: headers.get('api-version'),
    // The header has whole seconds, and was written about halfway through the request.
    clock_ahead_ms: Number.isNaN(date) ? null : now - date - took_ms / 2 - 500,
  }
}

export async function diskOf(folder: string): Promise<HealthFacts['disk']> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free_bytes: bsize * bavail, total_bytes: bsize * blocks }
  } catch {
    return null
  }
}

async function auditOf(area: Pick<AuditArea, 'verify'>): Promise<HealthFacts['audit']> {
  try {
    const { entries, faults } = await area.verify()
    return { entries, faults: faults.length }
  } catch {
    return null
  }
}
