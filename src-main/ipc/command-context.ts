import type { IdSource } from '../../src-shared/ids.ts'
import type { AuditArea } from '../audit/audit-area.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { BackupService } from '../backup/backup-service.ts'
import type { Computer } from '../computer/computer.ts'
import type { Counter } from '../counter/counter.ts'
import type { CurrentCounter } from '../counter/current-counter.ts'
import type { PeripheralArea } from '../devices/peripheral-area.ts'
import type { InstallerTools } from '../installer/tools.ts'
import type { Log } from '../log.ts'
import type { SellingArea } from '../orders/selling.ts'
import type { PrintingArea } from '../printing/printing-area.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { StaffAreas } from '../staff/staff-areas.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { ServiceSetUp } from './service-handlers.ts'

/** What the handlers of commands work with. */
export interface CommandContext {
  readonly counters: Pick<CurrentCounter, 'present' | 'usual' | 'use'>
  /** Null while the service is not up. */
  readonly access: () => ServiceAccess | null
  /** The terminal named by the environment, which leaves no choice; null: none. */
  readonly namedTerminal: string | null
  readonly snapshot: SnapshotPublisher
  readonly settings: SettingsStore
  /** Null until the service, and with it the account, is known. */
  readonly counter: () => Counter | null
  readonly newId: IdSource
  readonly staff: StaffSession
  readonly audit: Pick<AuditTrail, 'add'>
  readonly auditArea: Pick<AuditArea, 'list' | 'verify' | 'save'>
  readonly areas: Pick<StaffAreas, 'manager' | 'installer'>
  readonly selling: Pick<SellingArea, 'service'>
  /** Asks where to save; false when the person cancels. */
  readonly saveFile: (name: string, text: string) => Promise<boolean>
  /** Asks where to write a file of that name; null when the person cancels. */
  readonly chooseFile: (name: string) => Promise<string | null>
  /** Asks for a folder; null when the person cancels. */
  readonly chooseFolder: () => Promise<string | null>
  readonly peripherals: Pick<PeripheralArea, 'service'>
  readonly printing: Pick<PrintingArea, 'service' | 'notQueuedSeen' | 'incompleteSeen'>
  readonly backup: () => Promise<BackupService>
  /** Applies the settings of this computer. */
  readonly computer: () => Promise<Computer>
  readonly log: Log
  readonly quit: () => void
  /** Reloads the window's page. @returns false where its files cannot be read; the page then stays as it is */
  readonly reload: () => Promise<boolean>
  readonly service: ServiceSetUp
  readonly tools: () => Promise<InstallerTools>
  /** False where there is no virtual terminal to show. */
  readonly showVirtualTerminal: () => Promise<boolean>
}
