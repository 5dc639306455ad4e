import { z } from 'zod'
import type { Device } from '../../src-shared/pos/installer.ts'
import { closedStaffAreas } from '../../src-shared/pos/snapshot.ts'
import type { Devices } from '../devices/devices.ts'
import type { PendingReversals } from '../installer/diagnostics/pending-reversals.ts'
import type { InstallerService } from '../installer/installer-service.ts'
import type { VirtualTerminals } from '../installer/virtual-terminals.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { StaffArea, StaffAreaOptions } from './staff-areas.ts'

export interface InstallerArea extends StaffArea<InstallerService> {
  /** What is plugged into this computer, and the serial terminals that are carried. */
  devices(): Promise<Devices>
}

const namesSchema = z.array(z.string()).readonly()

/** Where the installer sets terminals up. Money of trials is given back, and virtual ones plugged in, at each start. */
export function createInstallerArea(options: StaffAreaOptions): InstallerArea {
  const { snapshot, staff, paths, service, counters, settings, log } = options
  let account: string | null = null
  let opening: Promise<InstallerService> | null = null
  let desk: InstallerService | null = null
  let devices: readonly Device[] = []
  let money: Promise<PendingReversals> | null = null
  let virtual: Promise<VirtualTerminals> | null = null
  let plugged: Promise<Devices> | null = null

  const owedFile = (accountId: string) => jsonFile(paths.trials(accountId), namesSchema, [])
  const virtualFile = (accountId: string) => jsonFile(paths.virtualTerminals(accountId), namesSchema, [])
  const client = () => service.link()?.client ?? null

  function theMoney(accountId: string): Promise<PendingReversals> {
    money ??= import('../installer/diagnostics/pending-reversals.ts').then(({ openPendingReversals }) =>
      openPendingReversals({ file: owedFile(accountId), client, log }),
    )
    return money
  }

  function theVirtual(accountId: string): Promise<VirtualTerminals> {
    virtual ??= import('../installer/virtual-terminals.ts').then(({ openVirtualTerminals }) =>
      openVirtualTerminals(virtualFile(accountId), log),
    )
    return virtual
  }

  function theDevices(): Promise<Devices> {
    plugged ??= import('../devices/devices.ts').then(({ openDevices }) =>
      openDevices({
        named: options.serialPorts,
        chosen: jsonFile(paths.serialPorts, namesSchema, []),
        url: () => service.link()?.url ?? null,
        onList(found) {
          devices = found
          show()
        },
        log,
      }),
    )
    return plugged
  }

  const isHere = (): boolean => staff.status().role === 'installer'

  function show(): void {
    const { installer: closed } = closedStaffAreas
    snapshot.update({
      installer: isHere() ? { ...closed, ...desk?.status(), devices: [...devices] } : closed,
    })
  }

  async function open(accountId: string): Promise<InstallerService> {
    const { openInstallerService } = await import('../installer/installer-service.ts')
    desk = openInstallerService({
      link: service.link,
      counters,
      named: options.namedTerminal,
      terminal: () => snapshot.present().terminal,
      reversals: await theMoney(accountId),
      virtual: options.training ? await theVirtual(accountId) : null,
      counterName: () => settings.present().counter_name,
      onChange: show,
      newId: options.newActionId,
      now: Date.now,
      log,
    })
    desk.attend(isHere())
    return desk
  }

  let wasHere = false
  staff.onChange(() => {
    if (isHere() !== wasHere) {
      wasHere = isHere()
      desk?.attend(wasHere)
      const here = wasHere
      void theDevices().then(
        (all) => all.attend(here),
        (error: unknown) => log.error({ err: error }, 'devices cannot be listed'),
      )
    }
    show()
  })

  async function plugAgain(accountId: string, link: ServiceAccess): Promise<void> {
    if (!options.training || (await virtualFile(accountId).read()).length === 0) return
    await (await theVirtual(accountId)).plugAgain(link)
  }

  return {
    async desk() {
      if (account === null) return null
      opening ??= open(account)
      return opening
    },
    devices: theDevices,
    async opened(link) {
      account ??= link.accountId
      // The money first: nothing that follows may keep it back.
      if ((await owedFile(account).read()).length > 0) await theMoney(account)
      // Ports are not even looked at where nobody chose one.
      const chosen = jsonFile(paths.serialPorts, namesSchema, [])
      if (options.serialPorts.length > 0 || (await chosen.read()).length > 0) await theDevices()
      await plugAgain(account, link)
    },
    async stop() {
      desk?.attend(false)
      ;(await plugged?.catch(() => null))?.stop()
      ;(await money?.catch(() => null))?.stop()
    },
  }
}
