import type { BrowserWindow } from 'electron'
import { createIdSource } from '../src-shared/ids.ts'
import { scanChannel, snapshotChannel } from '../src-shared/pos/bridge.ts'
import { readersLanguage } from '../src-shared/pos/sale/readers-language.ts'
import { isUnderWay } from '../src-shared/pos/sale/under-way.ts'
import { within } from './async/within.ts'
import { createAuditArea } from './audit/audit-area.ts'
import { setUpAudit } from './audit/set-up-audit.ts'
import { lazyComputer } from './computer/lazy-computer.ts'
import { createBooksGuard } from './counter/books-currency.ts'
import { followService } from './counter/follow-service.ts'
import { createKnownShop } from './counter/known-shop.ts'
import { counterCode, setUpCounters } from './counter/set-up-counters.ts'
import { setUpDisplay } from './customer-display/set-up-display.ts'
import { createPeripheralArea } from './devices/peripheral-area.ts'
import { createDetailedLog } from './installer/detailed-log.ts'
import type { CommandAnswerer } from './ipc/command-answerer.ts'
import { setUpCommands } from './ipc/set-up-commands.ts'
import { readPlaceOfRun } from './live-service/chosen-place.ts'
import type { Log } from './log.ts'
import { sellingAtStart } from './orders/selling.ts'
import { setUpSelling } from './orders/set-up-selling.ts'
import type { AppPaths, DataPaths } from './paths.ts'
import { createPrintingArea } from './printing/printing-area.ts'
import type { Environment } from './process/environment.ts'
import { settleAfterStart } from './process/settle-after-start.ts'
import { readManagedProfile } from './profile/managed-profile.ts'
import { reportChangeableFiles } from './security/report-changeable.ts'
import { startService } from './service-host/service-source.ts'
import { openSettings } from './settings/settings.ts'
import { showDamagedFiles } from './settings/show-damaged-files.ts'
import { firstSnapshot } from './snapshot/first-snapshot.ts'
import { createPublisher } from './snapshot/publisher.ts'
import { createLastInput } from './staff/person-input.ts'
import { setUpStaff } from './staff/set-up-staff.ts'
import { createStaffAreas } from './staff/staff-areas.ts'
import { followWindow } from './windows/follow-window.ts'
import type { Layout } from './windows/layout.ts'
import { lazyFileDialogs } from './windows/lazy-file-dialogs.ts'
import { createVirtualTerminalWindow, trainingHsn } from './windows/virtual-terminal-window.ts'

export interface RunningApp {
  readonly answer: CommandAnswerer
  /** Verifies the audit trail; called from the app's menu. */
  askToVerify(): void
  stop(): Promise<void>
}

export interface AppOptions {
  readonly environment: Environment
  readonly paths: AppPaths
  readonly data: DataPaths
  readonly window: BrowserWindow
  readonly layout: Layout
  /** Resolves when the cashier's page has what it needs for its first drawing. */
  readonly pageShown: Promise<void>
  readonly locale: string
  /** A backup was restored in place of the counter's data at this start. */
  readonly restored: boolean
  readonly log: Log
}

/** Validates the payloads of commands. */
const commandCode = () => import('../src-shared/pos/commands.ts')

/** Maximum time for closing printers, scanner and pole display, in ms. */
const devicesMs = 2_000

/** Starts everything behind the cashier's window: settings, the service, the counter, and the answers to its page. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { environment, paths, data, window, pageShown, restored, log } = options
  const place = await readPlaceOfRun(environment.outside, data.liveService, log)
  const { outside, training } = place
  const [selling, settings, staff] = await Promise.all([
    sellingAtStart(data),
    readManagedProfile(environment.managedProfile, data.managedProfile).then((managed) =>
      openSettings(data.settings, options.locale, managed),
    ),
    setUpStaff({ ...{ data, outside, log }, isBusy: () => isUnderWay(snapshot.present()) }),
  ])
  const audit = setUpAudit({ data, settings, staff, restored, log })
  const lastInput = createLastInput()
  const personActed = () => {
    lastInput.noticed()
    staff.personActed()
  }

  const toPage = (channel: string, message: unknown) => {
    if (!window.isDestroyed()) window.webContents.send(channel, message)
  }
  const snapshot = createPublisher(
    firstSnapshot({ place, settings, environment, selling, staff: staff.status() }),
    (present) => toPage(snapshotChannel, present),
  )
  const { present, update } = snapshot
  const detailed = createDetailedLog(log, Date.now, () => performance.now())
  const service = startService({
    ...{ outside, paths, data, log },
    currency: environment.currency,
    // The customer's of the current sale, once there is one.
    language: () => readersLanguage(present().sale) ?? settings.present().language,
    watch: detailed.requests,
  })
  const { access } = service
  const newId = createIdSource(Date.now)
  const now = () => Date.now()
  const files = lazyFileDialogs(window)
  const { saveFile } = files

  const display = setUpDisplay({ paths, window, snapshot, counter: () => counters.present(), log })
  const peripherals = createPeripheralArea({
    path: data.peripherals,
    present,
    items: async () =>
      present().selling.catalogue === 'none' ? null : (await sellingArea.service()).catalogue.present(),
    onScan: (code) => toPage(scanChannel, code),
    personActed,
    isAttended: lastInput.isWithin,
    log,
  })
  snapshot.onSent(peripherals.follow)
  const books = createBooksGuard({
    ...{ paths: data, snapshot, log },
    leave: () => counters.close(),
    reopen: (access) => follower.comeUp(access, null),
  })
  snapshot.onSent(books.follow)
  const sellingArea = setUpSelling({
    ...{ paths: data, snapshot, staff, audit, newId, now, log },
    atStart: selling,
  })
  const auditArea = createAuditArea({
    ...{ path: data.audit, trail: audit, access, staff, saveFile, now, log },
  })
  const printing = createPrintingArea({
    paths: data,
    onStatus: (status) => update({ printing: status }),
    newId: () => newId('print'),
    log,
  })
  const knownShop = createKnownShop({ paths: data, snapshot, log })
  const virtualTerminal = createVirtualTerminalWindow(paths, () => options.layout.terminal, log)
  const opensVirtual = training && environment.virtualTerminalWindow
  const counters = setUpCounters({
    ...{ access, paths: data, settings, snapshot, staff, audit, printing, saveFile, newId, display, log },
    named: environment.hsn,
    fallback: opensVirtual ? trainingHsn : null,
    selling: sellingArea,
    manager: () => areas.manager.service(),
    onPrinted: knownShop.printed,
  })
  const areas = createStaffAreas({
    ...{ service, counters, paths: data, settings, snapshot, staff, audit, training, log },
    namedTerminal: environment.hsn,
    serialPorts: environment.serialPorts,
    newActionId: () => newId('action'),
  })
  const computer = lazyComputer(window, log)

  showDamagedFiles(snapshot, log)
  const whenShown = (task: () => unknown) => void pageShown.then(task)
  whenShown(() => commandCode().then(counterCode))
  whenShown(() => reportChangeableFiles(snapshot, log))
  whenShown(sellingArea.resume)
  whenShown(display.resume)
  whenShown(printing.resume)
  whenShown(async () => (await computer.open()).apply(settings.present()))
  whenShown(peripherals.resume)
  whenShown(() => settleAfterStart(() => isUnderWay(present()), lastInput))

  followWindow({ window, settings, snapshot, staff, personActed })
  staff.onChange((status) => update({ staff: status }))
  const follower = followService({
    ...{ service, place, snapshot, books, knownShop, counters, areas, auditArea, pageShown, log },
    virtualTerminal: opensVirtual ? virtualTerminal : null,
  })
  return {
    answer: setUpCommands({
      ...{ environment, place, paths, data, window, service, snapshot, settings, staff, audit, auditArea },
      ...{ areas, counters, printing, peripherals, files, detailed, virtualTerminal, newId, log },
      selling: sellingArea,
      computer: computer.open,
    }),
    askToVerify: () => update({ verify_asked: present().verify_asked + 1 }),
    async stop() {
      follower.stop()
      display.stop()
      await areas.stop()
      await counters.stop()
      await sellingArea.stop()
      await auditArea.stop()
      // A device that hangs must not use up the time in which the service ends.
      await within(devicesMs, Promise.all([printing.stop(), peripherals.stop()]))
      await service.stop()
      await audit.close()
    },
  }
}
