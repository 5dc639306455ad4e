import type { ManagerService } from '../manager/manager-service.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import { createInstallerArea, type InstallerArea } from './installer-area.ts'
import { createManagerArea } from './manager-area.ts'
import type { StaffArea, StaffAreaContext } from './staff-area.ts'

/** The areas behind a PIN. The counter can sell without them. */
export interface StaffAreas {
  readonly manager: StaffArea<ManagerService>
  readonly installer: InstallerArea
  resume(access: ServiceAccess): Promise<void>
  stop(): Promise<void>
}

export function createStaffAreas(context: StaffAreaContext): StaffAreas {
  const manager = createManagerArea(context)
  const installer = createInstallerArea(context)
  const logged = (error: unknown) => context.log.error({ err: error }, 'staff.area_failed')
  return {
    manager,
    installer,
    async resume(access) {
      await manager.resume(access).catch(logged)
      await installer.resume(access).catch(logged)
    },
    async stop() {
      await installer.stop()
      await manager.stop()
    },
  }
}
