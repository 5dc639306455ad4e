import { dirname } from 'node:path'
import { z } from 'zod'
import { closedStaffAreas } from '../../src-shared/pos/at-start.ts'
import type { Device } from '../../src-shared/pos/terminals/installer.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { Devices } from '../devices/devices.ts'
import type { InstallerService } from '../installer/installer-service.ts'
import { reversalsFile } from '../installer/reversals-file.ts'
import { damagedFiles } from '../settings/damaged-files.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { StaffArea, StaffAreaContext } from './staff-area.ts'

export interface InstallerArea extends StaffArea<InstallerService> {
  /** The devices plugged into this computer, and the serial terminals that are bridged. */
  devices(): Promise<Devices>
}

const namesSchema = z.array(z.string()).readonly()

/** Sets up terminals. At each start, pending test sales are reversed and virtual terminals are plugged in again. */
export function createInstallerArea(context: StaffAreaContext): InstallerArea {
  const { snapshot, staff, paths, service, counters, settings, log } = context
  let account: string | null = null
  let installer: InstallerService | null = null
  let found: readonly Device[] = []

  const virtualFile = (accountId: string) =>
    jsonFile(paths.virtualTerminals(accountId), namesSchema, [], { keepsGood: true })
  const portsFile = jsonFile(paths.serialPorts, namesSchema, [], { keepsGood: true })

  const reversals = openLazily(async (accountId: string) => {
    const { openPendingReversals } = await import('../installer/diagnostics/pending-reversals.ts')
    const client = () => service.access()?.client ?? null
    return openPendingReversals({ file: reversalsFile(paths, accountId), client, log })
  })

  const virtual = openLazily(async (accountId: string) => {
    const { openVirtualTerminals } = await import('../installer/virtual-terminals.ts')
    return openVirtualTerminals(virtualFile(accountId), log)
  })

  const devices = openLazily(async () => {
    const { openDevices } = await import('../devices/devices.ts')
    return openDevices({
      named: context.serialPorts,
      chosen: portsFile,
      access: service.access,
      onList(list) {
        found = list
        publish()
      },
      log,
    })
  })

  const watch = openLazily(async () => {
    const { watchHealth } = await import('../installer/health/watch-health.ts')
    return watchHealth({
      folder: dirname(paths.settings),
      access: service.access,
      now: Date.now,
      onChange: (found) => {
        const attention = damagedFiles().length > 0 ? [...found, 'files' as const] : found
        snapshot.update({ attention })
      },
    })
  })

  const isInstaller = (): boolean => staff.status().rights.includes('set_up_terminals')

  function publish(): void {
    const { installer: closed } = closedStaffAreas
    snapshot.update({
      installer: isInstaller() ? { ...closed, ...installer?.status(), devices: [...found] } : closed,
    })
  }

  const opening = openLazily(async (accountId: string): Promise<InstallerService> => {
    const { openInstallerService } = await import('../installer/installer-service.ts')
    installer = openInstallerService({
      access: service.access,
      counters,
      named: context.namedTerminal,
      terminal: () => snapshot.present().terminal,
      currency: () => snapshot.present().currency,
      language: () => snapshot.present().settings.language,
      reversals: await reversals.open(accountId),
      virtual: context.training ? await virtual.open(accountId) : null,
      counterName: () => settings.present().counter_name,
      onChange: publish,
      onWaiting: staff.personActed,
      newId: context.newActionId,
      now: Date.now,
    })
    installer.attend(isInstaller())
    return installer
  })

  let wasInstaller = false
  staff.onChange(() => {
    const present = isInstaller()
    if (present !== wasInstaller) {
      wasInstaller = present
      installer?.attend(present)
      devices.open().then(
        (all) => all.attend(present),
        (error: unknown) => log.error({ err: error }, 'devices.open_failed'),
      )
    }
    publish()
  })

  async function plugAgain(accountId: string, access: ServiceAccess): Promise<void> {
    if (!context.training || (await virtualFile(accountId).read()).length === 0) return
    await (await virtual.open(accountId)).plugAgain(access)
  }

  return {
    service: async () => (account === null ? null : opening.open(account)),
    devices: devices.open,
    async resume(access) {
      account ??= access.accountId
      // Reversals first: a later step that fails must not prevent them.
      if ((await reversalsFile(paths, account).read()).length > 0) await reversals.open(account)
      // Ports are not scanned where none was chosen.
      if (context.serialPorts.length > 0 || (await portsFile.read()).length > 0) await devices.open()
      await plugAgain(account, access)
      await watch.open()
    },
    async stop() {
      installer?.attend(false)
      ;(await devices.settled())?.stop()
      ;(await reversals.settled())?.stop()
      ;(await watch.settled())?.()
    },
  }
}
