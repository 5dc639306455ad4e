import type { AuditPage, AuditVerification } from '../../src-shared/pos/audit/audit.ts'
import type { AuditFilter } from '../../src-shared/pos/audit/audit-commands.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { Log } from '../log.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { AuditAnchors } from './audit-anchors.ts'
import type { AuditTrail } from './audit-trail.ts'

/** Everything done with the audit besides writing it. Its code is loaded when the service is up, or on request. */
export interface AuditArea {
  /** Called when the service is up, for the first time or again. @param counterId this counter's own id */
  resume(counterId: string): Promise<void>
  verify(): Promise<AuditVerification>
  list(filter: AuditFilter, before: number | null): Promise<AuditPage>
  /** Asks where to save. @returns false when the person cancels */
  save(as: 'table' | 'lines', filter: AuditFilter): Promise<boolean>
  stop(): Promise<void>
}

export function createAuditArea(options: {
  readonly path: string
  readonly trail: AuditTrail
  /** Null while the service is not up. */
  readonly access: () => ServiceAccess | null
  readonly staff: Pick<StaffSession, 'status' | 'requirePeople'>
  readonly saveFile: (name: string, content: AsyncIterable<string>) => Promise<boolean>
  readonly now: () => number
  readonly log: Log
}): AuditArea {
  const { path, trail, access, staff, log } = options
  let counterId: string | null = null

  const openAnchors = async (): Promise<() => AuditAnchors | null> => {
    const { auditAnchorsOf, counterOf } = await import('./audit-anchors.ts')
    return () => {
      const client = access()?.client
      return client === undefined || counterId === null ? null : auditAnchorsOf(client, counterOf(counterId))
    }
  }

  const keeper = openLazily(async () => {
    const [{ createAnchorKeeper }, anchors] = await Promise.all([import('./anchor-keeper.ts'), openAnchors()])
    return createAnchorKeeper({
      path,
      trail,
      anchors,
      hasPeople: () => staff.status().people !== null,
      requirePeople: staff.requirePeople,
      now: options.now,
      log,
    })
  })

  return {
    async resume(id) {
      counterId = id
      await (await keeper.open()).resume()
    },
    async verify() {
      const [{ verifyAuditFiles }, anchors] = await Promise.all([import('./verify-audit.ts'), openAnchors()])
      await trail.flush()
      return verifyAuditFiles(path, anchors(), trail.whileStill)
    },
    async list(filter, before) {
      const [{ readAuditPage }, { readStanding }] = await Promise.all([
        import('./read-audit.ts'),
        import('./standing-audit.ts'),
      ])
      await trail.flush()
      return readStanding(path, trail.whileStill, (audit) => readAuditPage(audit, filter, before))
    },
    async save(as, filter) {
      const [{ auditLines, auditTable }, { readStanding }] = await Promise.all([
        import('./export-audit.ts'),
        import('./standing-audit.ts'),
      ])
      await trail.flush()
      const name = `audit-${new Date(options.now()).toISOString().slice(0, 10)}`
      return readStanding(path, trail.whileStill, (audit) =>
        as === 'lines'
          ? options.saveFile(`${name}.jsonl`, auditLines(audit))
          : options.saveFile(`${name}.csv`, auditTable(audit, filter)),
      )
    },
    async stop() {
      await trail.flush()
      await (await keeper.settled())?.stop()
    },
  }
}
