import type { AuditTrail } from '../audit/audit-trail.ts'
import type { CurrentCounter } from '../counter/current-counter.ts'
import type { Log } from '../log.ts'
import type { DataPaths } from '../paths.ts'
import type { ServiceSource } from '../service-host/service-source.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { StaffSession } from './staff-session.ts'

/** A part of the app that only one role may use. Its code is loaded at the first request. */
export interface StaffArea<Service> {
  /** Null while the account is not known. */
  service(): Promise<Service | null>
  /** Called when the payment service is up, for the first time or again: continues unfinished work. */
  resume(access: ServiceAccess): Promise<void>
  stop(): Promise<void>
}

export interface StaffAreaContext {
  readonly service: Pick<ServiceSource, 'access'>
  readonly counters: Pick<CurrentCounter, 'present' | 'use'>
  readonly paths: DataPaths
  readonly settings: Pick<SettingsStore, 'present'>
  readonly snapshot: SnapshotPublisher
  readonly staff: Pick<StaffSession, 'status' | 'onChange' | 'mayReturn' | 'personId' | 'personActed'>
  readonly audit: Pick<AuditTrail, 'add'>
  /** Whether this is training, where virtual terminals may be attached. */
  readonly training: boolean
  /** The terminal named by the environment; null: none. */
  readonly namedTerminal: string | null
  /** Serial ports named by the environment. */
  readonly serialPorts: readonly string[]
  readonly newActionId: () => string
  readonly log: Log
}
