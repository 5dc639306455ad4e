import type { CurrentCounter } from '../current-counter.ts'
import type { Log } from '../log.ts'
import type { ManagerService } from '../manager/manager-service.ts'
import type { DataPaths } from '../paths.ts'
import type { ServiceSource } from '../service-source.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { AuditTrail } from './audit.ts'
import { createInstallerArea, type InstallerArea } from './installer-area.ts'
import { createManagerArea } from './manager-area.ts'
import type { StaffSession } from './staff-session.ts'

/** An area that only one role enters. What it needs is loaded when somebody first asks for something in there. */
export interface StaffArea<Desk> {
  /** Null while the account is not known. */
  desk(): Promise<Desk | null>
  /** The service is up, for the first time or again: what was left undone goes on. */
  opened(link: ServiceAccess): Promise<void>
  stop(): Promise<void>
}

export interface StaffAreaOptions {
  readonly service: ServiceSource
  readonly counters: CurrentCounter
  readonly paths: DataPaths
  readonly settings: SettingsStore
  readonly snapshot: SnapshotPublisher
  readonly staff: StaffSession
  readonly audit: AuditTrail
  /** This is training: virtual terminals may be attached. */
  readonly training: boolean
  /** The terminal that the environment names, if it does. */
  readonly namedTerminal: string | null
  /** Serial ports that the environment names. */
  readonly serialPorts: readonly string[]
  readonly newActionId: () => string
  readonly log: Log
}

export interface StaffAreas {
  readonly manager: StaffArea<ManagerService>
  readonly installer: InstallerArea
  opened(link: ServiceAccess): Promise<void>
  stop(): Promise<void>
}

export function createStaffAreas(options: StaffAreaOptions): StaffAreas {
  const manager = createManagerArea(options)
  const installer = createInstallerArea(options)
  // The counter sells without them.
  const logged = (error: unknown) => options.log.error({ err: error }, 'staff.area_failed')
  return {
    manager,
    installer,
    async opened(link) {
      await manager.opened(link).catch(logged)
      await installer.opened(link).catch(logged)
    },
    async stop() {
      await installer.stop()
      await manager.stop()
    },
  }
}
