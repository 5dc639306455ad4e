import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { app, type BrowserWindow } from 'electron'
import { createIdSource } from '../src-shared/ids.ts'
import type { Language } from '../src-shared/language.ts'
import { scanChannel, snapshotChannel } from '../src-shared/pos/bridge.ts'
import { readersLanguage } from '../src-shared/pos/sale/readers-language.ts'
import { isUnderWay } from '../src-shared/pos/sale/under-way.ts'
import { createAuditArea } from './audit/audit-area.ts'
import { openAuditTrail } from './audit/audit-trail.ts'
import { lazyBackup } from './backup/lazy-backup.ts'
import { recordRestored } from './backup/restored-entry.ts'
import { createBooksGuard } from './books-currency.ts'
import { lazyComputer } from './computer/lazy-computer.ts'
import { chosenTerminalSchema, createCurrentCounter } from './current-counter.ts'
import { createDisplayArea } from './customer-display/display-area.ts'
import { followCustomerOfOrder } from './customers/customer-of-order.ts'
import { createDetailedLog } from './detailed-log.ts'
import { createPeripheralArea } from './devices/peripheral-area.ts'
import type { Environment } from './environment.ts'
import { followService } from './follow-service.ts'
import { lazyInstallerTools } from './installer/open-tools.ts'
import { type CommandAnswerer, createCommandAnswerer } from './ipc/command-answerer.ts'
import { posHandlers } from './ipc/command-handlers.ts'
import { createKnownShop } from './known-shop.ts'
import { networkPlace, readPlaceOfRun } from './live-service/chosen-place.ts'
import { lazyServiceChoice } from './live-service/lazy-service-choice.ts'
import type { Log } from './log.ts'
import { createSellingArea, sellingAtStart } from './orders/selling.ts'
import type { AppPaths, DataPaths } from './paths.ts'
import { createPrintingArea } from './printing/printing-area.ts'
import { pdfPrinter } from './printing/receipt-printer.ts'
import { readManagedProfile } from './profile/managed-profile.ts'
import { reportChangeableFiles } from './security/report-changeable.ts'
import { startService } from './service-source.ts'
import { jsonFile } from './settings/json-file.ts'
import { openSettings } from './settings/settings.ts'
import { showDamagedFiles } from './settings/show-damaged-files.ts'
import { settleAfterStart } from './settle-after-start.ts'
import { firstSnapshot } from './snapshot/first-snapshot.ts'
import { createPublisher } from './snapshot/publisher.ts'
import { createLastInput } from './staff/person-input.ts'
import { createStaffAreas } from './staff/staff-areas.ts'
import { openStaffSession } from './staff/staff-session.ts'
import { openSystemPepper } from './staff/system-pepper.ts'
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

/** The code that sells. It loads while the service starts, since the counter cannot sell before that. */
const counterCode = () => import('./open-counter.ts')
/** Validates the payloads of commands. */
const commandCode = () => import('../src-shared/pos/commands.ts')

/** Starts everything behind the cashier's window: settings, the service, the counter, and the answers to its page. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { environment, paths, data, window, log } = options
  const place = await readPlaceOfRun(environment.outside, data.liveService, log)
  const { outside, stored, training, damaged } = place
  const withTerminalWindow = training && environment.virtualTerminalWindow
  const [selling, settings, staff] = await Promise.all([
    sellingAtStart(data),
    readManagedProfile(environment.managedProfile, data.managedProfile).then((managed) =>
      openSettings(data.settings, options.locale, managed),
    ),
    openStaffSession({
      path: data.staff,
      now: () => Date.now(),
      pepper: (needed) => openSystemPepper(data.pepper, needed, log),
      // Where the key is typed later, a random value: neither the key nor training's word can then recover a PIN.
      serviceKey: outside === null ? null : (outside.apiKey ?? randomUUID()),
      isBusy: () => isUnderWay(snapshot.present()),
      log,
    }),
  ])
  const lastInput = createLastInput()
  const personActed = () => {
    lastInput.noticed()
    staff.personActed()
  }
  const audit = openAuditTrail({
    path: data.audit,
    now: Date.now,
    log,
    find: (id) => staff.status().people?.shown.find((person) => person.id === id) ?? null,
    counter: () => settings.present().counter_name,
  })
  // Returns the language of the customer of the current sale, once there is one.
  let languageOfCustomer: () => Language | null = () => null
  if (options.restored) void recordRestored(audit, dirname(data.settings), log)
  if (settings.locked.length > 0 || existsSync(data.recordedProfile)) {
    void import('./profile/administrator-changes.ts').then(({ recordOrganisation }) =>
      recordOrganisation({ settings, path: data.recordedProfile, audit }, log),
    )
  }
  const detailed = createDetailedLog(log, Date.now, () => performance.now())
  const service = startService({
    outside,
    paths,
    data,
    currency: environment.currency,
    language: () => languageOfCustomer() ?? settings.present().language,
    watch: detailed.requests,
    log,
  })
  let followPeripherals = () => {}
  const snapshot = createPublisher(
    firstSnapshot({ place, settings, environment, selling, staff: staff.status() }),
    (present) => {
      if (!window.isDestroyed()) window.webContents.send(snapshotChannel, present)
      display.follow()
      followPeripherals()
      books.follow()
    },
  )
  languageOfCustomer = () => readersLanguage(snapshot.present().sale)
  const books = createBooksGuard({
    ...{ paths: data, snapshot, log },
    leave: () => counters.close(),
    reopen: (access) => follower.comeUp(access, null),
  })
  const display = createDisplayArea(
    snapshot.present,
    async (tips) =>
      (await import('./customer-display/open-display.ts')).openDisplay({
        paths,
        cashiersWindow: window,
        present: snapshot.present,
        tips,
        onSigned: (signature) => counters.present()?.sale.dispatch({ kind: 'sign', signature }) ?? false,
        receiptAddress: async (receipt) => (await counters.present()?.receiptAddress(receipt)) ?? null,
        log,
      }),
    log,
  )
  const virtualTerminal = createVirtualTerminalWindow(paths, () => options.layout.terminal, log)
  const newId = createIdSource(Date.now)
  const followOrder = followCustomerOfOrder({
    chosen: () => snapshot.present().customer,
    onChosen: (customer) => snapshot.update({ customer }),
    isPaying: () => snapshot.present().sale.kind !== 'ready' || snapshot.present().bill !== null,
  })
  const sellingArea = createSellingArea(
    {
      paths: data,
      present: snapshot.present,
      onSelling(changes) {
        if (changes.book) followOrder(changes.book.draft.id)
        snapshot.update({ selling: { ...snapshot.present().selling, ...changes } })
      },
      staff,
      audit,
      newId,
      now: () => Date.now(),
      log,
    },
    selling,
  )
  const files = lazyFileDialogs(window)
  const { saveFile, chooseFile, chooseFolder } = files
  const auditArea = createAuditArea({
    path: data.audit,
    trail: audit,
    access: service.access,
    staff,
    saveFile,
    now: () => Date.now(),
    log,
  })
  const printer = pdfPrinter({
    toPdf: async (page) => (await import('./printing/to-pdf.ts')).toPdf(page),
    save: saveFile,
  })
  const peripherals = createPeripheralArea({
    path: data.peripherals,
    present: () => snapshot.present(),
    onScan(code) {
      personActed()
      if (!window.isDestroyed()) window.webContents.send(scanChannel, code)
    },
    log,
  })
  followPeripherals = peripherals.follow
  const printing = createPrintingArea({
    paths: data,
    onStatus: (status) => snapshot.update({ printing: status }),
    newId: () => newId('print'),
    log,
  })
  const knownShop = createKnownShop({ paths: data, snapshot, log })
  const counters = createCurrentCounter({
    chosen: (accountId) =>
      jsonFile(data.chosenTerminal(accountId), chosenTerminalSchema, null, { keepsGood: true }),
    named: environment.hsn,
    fallback: withTerminalWindow ? trainingHsn : null,
    open: async (accountId, hsn) =>
      (await counterCode()).openCounter({
        accountId,
        access: service.access,
        hsn,
        paths: data,
        settings,
        snapshot,
        staff,
        audit,
        printer,
        printing,
        saveFile,
        async categories() {
          const { catalogue } = await sellingArea.service()
          const { items } = catalogue.present()
          return new Map(items.map(({ id, category }) => [id, category] as const))
        },
        manager: () => areas.manager.service(),
        newId,
        selling: sellingArea,
        display,
        onPrinted: knownShop.printed,
        // Read anew each time: the computer's clock may be set while the counter is open, and tests do so.
        now: () => Date.now(),
        log,
      }),
  })
  const areas = createStaffAreas({
    service,
    counters,
    paths: data,
    settings,
    snapshot,
    staff,
    audit,
    training,
    namedTerminal: environment.hsn,
    serialPorts: environment.serialPorts,
    newActionId: () => newId('action'),
    log,
  })

  showDamagedFiles(snapshot, log)

  const computer = lazyComputer(window, log)
  const whenShown = (task: () => unknown) => void options.pageShown.then(task)
  whenShown(() => commandCode().then(counterCode))
  whenShown(() => reportChangeableFiles(snapshot, log))
  whenShown(sellingArea.resume)
  whenShown(display.resume)
  whenShown(printing.resume)
  whenShown(async () => (await computer.open()).apply(settings.present()))
  whenShown(peripherals.resume)
  whenShown(() => settleAfterStart(() => isUnderWay(snapshot.present()), lastInput))

  followWindow({ window, settings, snapshot, staff, personActed })
  staff.onChange((status) => snapshot.update({ staff: status }))
  const follower = followService({
    ...{ service, place, snapshot, books, knownShop, counters, areas, auditArea, log },
    virtualTerminal: withTerminalWindow ? virtualTerminal : null,
    pageShown: options.pageShown,
  })

  const choice = lazyServiceChoice({
    path: data.liveService,
    named: environment.outside,
    stored,
    damaged,
    realMoney: () => snapshot.present().real_money,
    isKeyNeeded: () => snapshot.present().service.kind === 'key_needed',
    onKey(key) {
      snapshot.update({ service: { kind: 'starting' } })
      service.unlock(key)
    },
  })

  const { present } = snapshot
  const { access } = service
  const tools = lazyInstallerTools({
    place: () => networkPlace(place, access()),
    ...{ present, access, auditArea, paths: data, settings, detailed, saveFile, printing, peripherals },
  })

  function restart(): boolean {
    if (isUnderWay(present())) return false
    app.relaunch()
    app.quit()
    return true
  }

  const handlers = posHandlers({
    snapshot,
    settings,
    counter: counters.present,
    ...{ counters, access: service.access, namedTerminal: environment.hsn },
    newId,
    staff,
    audit,
    auditArea,
    areas,
    selling: sellingArea,
    printing,
    peripherals,
    ...{ saveFile, chooseFile, chooseFolder },
    log,
    quit: () => app.quit(),
    reload: async () =>
      (await import('./windows/reload-page.ts')).reloadPage(window, options.paths.renderer, log),
    service: { choice: choice.open, restart },
    tools: tools.open,
    computer: computer.open,
    backup: lazyBackup({ paths: data, files, present, restart, log }).open,
    async showVirtualTerminal() {
      const access = service.access()
      if (!training || access === null) return false
      await virtualTerminal.show(access)
      return true
    },
  })
  return {
    answer: detailed.commands(
      createCommandAnswerer({ handlers, staff, audit, settings: settings.present, log }),
    ),
    askToVerify: () => snapshot.update({ verify_asked: snapshot.present().verify_asked + 1 }),
    async stop() {
      follower.stop()
      display.stop()
      await areas.stop()
      await counters.stop()
      await sellingArea.stop()
      await auditArea.stop()
      await printing.stop()
      await peripherals.stop()
      await service.stop()
      await audit.close()
    },
  }
}
