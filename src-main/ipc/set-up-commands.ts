import { app, type BrowserWindow } from 'electron'
import { isUnderWay } from '../../src-shared/pos/sale/under-way.ts'
import type { AuditArea } from '../audit/audit-area.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { lazyBackup } from '../backup/lazy-backup.ts'
import type { CurrentCounter } from '../counter/current-counter.ts'
import type { PeripheralArea } from '../devices/peripheral-area.ts'
import type { DetailedLog } from '../installer/detailed-log.ts'
import { lazyInstallerTools } from '../installer/open-tools.ts'
import { networkPlace, type PlaceOfRun } from '../live-service/chosen-place.ts'
import { lazyServiceChoice } from '../live-service/lazy-service-choice.ts'
import type { SellingArea } from '../orders/selling.ts'
import type { AppPaths, DataPaths } from '../paths.ts'
import type { PrintingArea } from '../printing/printing-area.ts'
import type { Environment } from '../process/environment.ts'
import type { ServiceSource } from '../service-host/service-source.ts'
import type { StaffAreas } from '../staff/staff-areas.ts'
import type { FileDialogs } from '../windows/lazy-file-dialogs.ts'
import type { VirtualTerminalWindow } from '../windows/virtual-terminal-window.ts'
import { type CommandAnswerer, createCommandAnswerer } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import { posHandlers } from './command-handlers.ts'

/** Answers the commands of the cashier's page. What is asked for rarely is loaded when it is first asked for. */
export function setUpCommands(
  parts: Pick<CommandContext, 'snapshot' | 'settings' | 'newId' | 'staff' | 'computer' | 'log'> & {
    readonly environment: Environment
    readonly place: PlaceOfRun
    readonly paths: AppPaths
    readonly data: DataPaths
    readonly window: BrowserWindow
    readonly service: ServiceSource
    readonly audit: AuditTrail
    readonly auditArea: AuditArea
    readonly areas: StaffAreas
    readonly counters: CurrentCounter
    readonly selling: SellingArea
    readonly printing: PrintingArea
    readonly peripherals: PeripheralArea
    readonly files: FileDialogs
    readonly detailed: DetailedLog
    readonly virtualTerminal: VirtualTerminalWindow
  },
): CommandAnswerer {
  const { environment, place, data, window, service, snapshot, settings, staff, audit, log } = parts
  const { auditArea, counters, printing, peripherals, files, detailed } = parts
  const { present } = snapshot
  const { access } = service
  const { saveFile, chooseFile, chooseFolder } = files

  function restart(): boolean {
    if (isUnderWay(present())) return false
    app.relaunch()
    app.quit()
    return true
  }

  const choice = lazyServiceChoice({
    path: data.liveService,
    named: environment.outside,
    stored: place.stored,
    damaged: place.damaged,
    realMoney: () => present().real_money,
    isKeyNeeded: () => present().service.kind === 'key_needed',
    onKey(key) {
      snapshot.update({ service: { kind: 'starting' } })
      service.unlock(key)
    },
  })
  const tools = lazyInstallerTools({
    place: () => networkPlace(place, access()),
    ...{ present, access, auditArea, paths: data, settings, detailed, saveFile, printing, peripherals },
  })
  const handlers = posHandlers({
    ...{ snapshot, settings, counters, access, staff, audit, auditArea, printing, peripherals, log },
    ...{ saveFile, chooseFile, chooseFolder },
    counter: counters.present,
    namedTerminal: environment.hsn,
    newId: parts.newId,
    areas: parts.areas,
    selling: parts.selling,
    quit: () => app.quit(),
    reload: async () =>
      (await import('../windows/reload-page.ts')).reloadPage(window, parts.paths.renderer, log),
    service: { choice: choice.open, restart },
    tools: tools.open,
    computer: parts.computer,
    backup: lazyBackup({ paths: data, files, present, restart, log }).open,
    async showVirtualTerminal() {
      const present = access()
      if (!place.training || present === null) return false
      await parts.virtualTerminal.show(present)
      return true
    },
  })
  return detailed.commands(createCommandAnswerer({ handlers, staff, audit, settings: settings.present, log }))
}
