import type { CounterKeeper } from '../current-counter.ts'
import type { Log } from '../log.ts'
import type { OfficeDesk } from '../manager/manager-service.ts'
import type { DataPaths } from '../paths.ts'
import type { ServiceSource } from '../service-source.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { AuditTrail } from './audit.ts'
import type { StaffDesk } from './staff-session.ts'
import type { ServiceLink } from '../terminal/service-link.ts'
import { createInstallerRoom, type InstallerRoom } from './installer-area.ts'
import { createOfficeRoom } from './manager-area.ts'

/** A room that only one role enters. What it needs is loaded when somebody first asks for something in there. */
export interface Room<Desk> {
  /** Null while the account is not known. */
  desk(): Promise<Desk | null>
  /** The service is up, for the first time or again: what was left undone goes on. */
  opened(link: ServiceLink): Promise<void>
  stop(): Promise<void>
}

export interface RoomOptions {
  readonly service: ServiceSource
  readonly counters: CounterKeeper
  readonly paths: DataPaths
  readonly settings: SettingsStore
  readonly snapshot: SnapshotPublisher
  readonly staff: StaffDesk
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

export interface Rooms {
  readonly office: Room<OfficeDesk>
  readonly installer: InstallerRoom
  opened(link: ServiceLink): Promise<void>
  stop(): Promise<void>
}

export function createRooms(options: RoomOptions): Rooms {
  const office = createOfficeRoom(options)
  const installer = createInstallerRoom(options)
  // The till is open without the rooms behind it.
  const logged = (error: unknown) => options.log.error({ err: error }, 'a room cannot be opened')
  return {
    office,
    installer,
    async opened(link) {
      await office.opened(link).catch(logged)
      await installer.opened(link).catch(logged)
    },
    async stop() {
      await installer.stop()
      await office.stop()
    },
  }
}
