import { dirname, join } from 'node:path'
import type { Language } from '../../src-shared/language.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import type { PrinterTest } from '../../src-shared/pos/printing/printer-commands.ts'
import type { Printer, PrintingStatus, WaitingPrint } from '../../src-shared/pos/printing/printers.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { openLogo } from './logo.ts'
import { openPrintQueue } from './print-queue.ts'
import { createPrinterLines } from './printer-lines.ts'
import { notFound, openPrinterList } from './printer-list.ts'
import type { SystemPrinters } from './system-printers.ts'
import { testPage } from './test-page.ts'

/** A printed paper, for example the receipt KT1042. */
export interface PaperJob {
  readonly name: string
  readonly language: Language
  readonly copies: readonly (readonly ReceiptLine[])[]
  /**
   * False: a part is missing, such as the details of a card. Null for papers that are not a sale's receipt, such as one
   * without prices: they do not replace a missing receipt.
   */
  readonly complete: boolean | null
}

/** The counter's printers and their jobs. */
export interface PrintingService {
  list(): PosResult<'printers.list'>
  ofSystem(): Promise<PosResult<'printers.of_system'>>
  /** Ends an earlier search. */
  find(): Promise<PosResult<'printers.find'>>
  stopFinding(): Done
  logo(): PosResult<'printers.logo'>
  setLogo(picture: string | null): Promise<Done>
  save(asked: PosCommandPayload<'printers.save'>): Promise<PosResult<'printers.save'>>
  remove(id: string): Promise<Done>
  choose(id: string): Promise<Done>
  test(id: string): Promise<PosResult<'printers.test'>>
  openDrawerOf(id: string): Promise<Done>
  again(id: string): Promise<Done>
  drop(id: string): Promise<Done>
  drawerSeen(): Done
  /** Resolves when the job is on the disk. @returns false: no printer is set up for receipts */
  print(job: PaperJob): Promise<boolean>
  /** Prints on each printer for receipts of every sale; null where there is none. */
  eachSale(): ((job: PaperJob) => Promise<void>) | null
  /** @returns null where no printer has a drawer */
  openDrawer(): Promise<Result<null, string> | null>
  stop(): Promise<void>
}
type Done = Result<null, CommandRefusal>

export async function openPrintingService(options: {
  readonly paths: { readonly printers: string; readonly prints: string }
  readonly onStatus: (status: Omit<PrintingStatus, 'not_queued' | 'incomplete'>) => void
  readonly newId: () => string
  readonly system: SystemPrinters
  readonly log: Log
}): Promise<PrintingService> {
  const { log, newId, system } = options
  const logo = await openLogo(join(dirname(options.paths.printers), 'receipt-logo.png'))
  let waiting: readonly WaitingPrint[] = []
  let stuck = false
  let searching = new AbortController()
  const lines = createPrinterLines(system, logo.present)
  const printers = await openPrinterList({
    path: options.paths.printers,
    newId,
    onChange() {
      queue.resume()
      publish()
    },
  })

  const publish = () =>
    options.onStatus({
      ready: printers.forReceipts() !== undefined,
      waiting: [...waiting],
      drawer_stuck: stuck,
    })

  const queue = await openPrintQueue({
    path: options.paths.prints,
    printers: () => printers.present().printers,
    print: lines.print,
    onWaiting(now) {
      waiting = now
      publish()
    },
    log,
  })

  const withPrinter = async <Value>(
    id: string,
    act: (printer: Printer) => Promise<Result<Value, CommandRefusal>>,
  ): Promise<Result<Value, CommandRefusal>> => {
    const printer = printers.find(id)
    return printer === undefined ? notFound(id) : act(printer)
  }
  const addTo = (printer: Printer, { name, language, copies }: PaperJob): Promise<void> =>
    queue.add({ id: newId(), printer_id: printer.id, name, language, copies })

  publish()
  return {
    list() {
      const { printers: all, default_id } = printers.present()
      return ok({ printers: all, default_id })
    },
    async ofSystem() {
      const found = await system.list()
      return ok(found.map(({ queue, name }) => ({ queue, name })))
    },
    async find() {
      searching.abort()
      searching = new AbortController()
      const { findPrinters } = await import('./find-printers.ts')
      const found = await findPrinters({ signal: searching.signal })
      log.info({ found: found.length }, 'printing.searched')
      return ok(found)
    },
    stopFinding() {
      searching.abort()
      return ok(null)
    },
    logo: () => ok(logo.picture()),
    async setLogo(picture) {
      const set = await logo.set(picture)
      return set.ok ? set : refuse('payload_invalid', `picture: ${set.error}`)
    },
    save: printers.save,
    remove: printers.remove,
    choose: printers.choose,
    test: (id) =>
      withPrinter(id, async (printer) => {
        const { outcome, measured } = await lines.test(printer, testPage(printer))
        if (measured !== null && measured !== printer.reports) await printers.measured(id, measured)
        log.info({ printer: id, outcome: outcome.kind, reports: measured }, 'printing.tested')
        const test: PrinterTest = {
          outcome: outcome.kind === 'printed' || outcome.kind === 'perhaps' ? outcome.kind : 'not_printed',
          trouble: 'trouble' in outcome ? outcome.trouble : null,
          reports: measured ?? printer.reports,
        }
        return ok(test)
      }),
    openDrawerOf: (id) =>
      withPrinter(id, async (printer) => {
        const opened = await lines.openDrawer(printer)
        return opened.ok ? opened : refuse('failed', opened.error)
      }),
    again: async (id) => ((await queue.again(id)) ? ok(null) : notFound(id)),
    drop: async (id) => ((await queue.drop(id)) ? ok(null) : notFound(id)),
    drawerSeen() {
      stuck = false
      publish()
      return ok(null)
    },
    async print(job) {
      const printer = printers.forReceipts()
      if (printer === undefined) return false
      await addTo(printer, job)
      return true
    },
    eachSale() {
      const chosen = printers.present().printers.filter(({ each_sale }) => each_sale)
      if (chosen.length === 0) return null
      return async (job) => {
        for (const printer of chosen) await addTo(printer, job)
      }
    },
    async openDrawer() {
      const printer = printers.present().printers.find(({ drawer }) => drawer)
      if (printer === undefined) return null
      const opened = await lines.openDrawer(printer)
      stuck = !opened.ok
      publish()
      if (opened.ok) log.info({ drawer: printer.id }, 'cash.drawer_opened')
      else log.warn({ drawer: printer.id, detail: opened.error }, 'cash.drawer_not_opened')
      return opened
    },
    stop() {
      searching.abort()
      return queue.stop()
    },
  }
}
