import { dirname, join } from 'node:path'
import type { Language } from '../../src-shared/language.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import type { PrinterTest } from '../../src-shared/pos/printing/printer-commands.ts'
import {
  type Printer,
  type PrintersFile,
  type PrintingStatus,
  printersFileSchema,
  type WaitingPrint,
} from '../../src-shared/pos/printing/printers.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { createTurns } from '../async/in-turn.ts'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'
import { openLogo } from './logo.ts'
import { openPrintQueue } from './print-queue.ts'
import { createPrinterLines } from './printer-lines.ts'
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

const notFound = (id: string): Result<never, CommandRefusal> =>
  refuse('not_found', `no printer or print ${id}`)

export async function openPrintingService(options: {
  readonly paths: { readonly printers: string; readonly prints: string }
  readonly onStatus: (status: Omit<PrintingStatus, 'not_queued' | 'incomplete'>) => void
  readonly newId: () => string
  readonly system: SystemPrinters
  readonly log: Log
}): Promise<PrintingService> {
  const { log, newId, system } = options
  const file = jsonFile<PrintersFile>(
    options.paths.printers,
    printersFileSchema,
    {
      version: 1,
      default_id: null,
      printers: [],
    },
    { keepsGood: true },
  )
  const logo = await openLogo(join(dirname(options.paths.printers), 'receipt-logo.png'))
  const { inTurn } = createTurns()
  let settings = await file.read()
  let waiting: readonly WaitingPrint[] = []
  let stuck = false
  let searching = new AbortController()
  const lines = createPrinterLines(system, logo.present)
  const find = (id: string): Printer | undefined => settings.printers.find((one) => one.id === id)
  const forReceipts = () => (settings.default_id === null ? undefined : find(settings.default_id))

  const publish = () =>
    options.onStatus({ ready: forReceipts() !== undefined, waiting: [...waiting], drawer_stuck: stuck })

  const queue = await openPrintQueue({
    path: options.paths.prints,
    printers: () => settings.printers,
    print: lines.print,
    onWaiting(now) {
      waiting = now
      publish()
    },
    log,
  })

  /** One change at a time, so that none is based on settings that another is replacing. */
  const change = (next: (now: PrintersFile) => PrintersFile): Promise<void> =>
    inTurn(async () => {
      const changed = next(settings)
      await file.write(changed)
      settings = changed
      queue.resume()
      publish()
    })
  const withPrinter = async <Value>(
    id: string,
    act: (printer: Printer) => Promise<Result<Value, CommandRefusal>>,
  ): Promise<Result<Value, CommandRefusal>> => {
    const printer = find(id)
    return printer === undefined ? notFound(id) : act(printer)
  }
  const addTo = (printer: Printer, { name, language, copies }: PaperJob): Promise<void> =>
    queue.add({ id: newId(), printer_id: printer.id, name, language, copies })

  publish()
  return {
    list: () => ok({ printers: settings.printers, default_id: settings.default_id }),
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
    async save({ id, ...fields }) {
      if (fields.drawer && fields.address.kind === 'system') {
        return refuse('payload_invalid', 'drawer: a system printer cannot open one')
      }
      const old = id === null ? undefined : find(id)
      if (id !== null && old === undefined) return notFound(id)
      // What another device reports is unknown; a test print finds it out.
      const isSame = old !== undefined && sameDevice(old, fields)
      const saved: Printer = { ...fields, id: id ?? newId(), reports: isSame ? old.reports : 'nothing' }
      await change((now) => withSaved(now, saved, old === undefined))
      return find(saved.id) === undefined ? notFound(saved.id) : ok({ id: saved.id })
    },
    remove: (id) =>
      withPrinter(id, async () => {
        await change((now) => without(now, id))
        return ok(null)
      }),
    choose: (id) =>
      withPrinter(id, async () => {
        await change((now) => (now.printers.some((one) => one.id === id) ? { ...now, default_id: id } : now))
        return ok(null)
      }),
    test: (id) =>
      withPrinter(id, async (printer) => {
        const { outcome, measured } = await lines.test(printer, testPage(printer))
        if (measured !== null && measured !== printer.reports) {
          await change((now) => ({
            ...now,
            printers: now.printers.map((one) => (one.id === id ? { ...one, reports: measured } : one)),
          }))
        }
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
      const printer = forReceipts()
      if (printer === undefined) return false
      await addTo(printer, job)
      return true
    },
    eachSale() {
      const printers = settings.printers.filter(({ each_sale }) => each_sale)
      if (printers.length === 0) return null
      return async (job) => {
        for (const printer of printers) await addTo(printer, job)
      }
    },
    async openDrawer() {
      const printer = settings.printers.find(({ drawer }) => drawer)
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

/**
 * Adds a printer, or replaces it in its place. Only one printer has the drawer. A printer that was removed meanwhile
 * stays removed.
 */
function withSaved(now: PrintersFile, saved: Printer, isNew: boolean): PrintersFile {
  const { printers, default_id } = now
  if (!isNew && !printers.some((one) => one.id === saved.id)) return now
  const others = printers.map((one) =>
    one.id === saved.id ? saved : saved.drawer ? { ...one, drawer: false } : one,
  )
  return { version: 1, default_id: default_id ?? saved.id, printers: isNew ? [...others, saved] : others }
}

function without({ printers, default_id }: PrintersFile, id: string): PrintersFile {
  const left = printers.filter((one) => one.id !== id)
  return { version: 1, default_id: default_id === id ? (left[0]?.id ?? null) : default_id, printers: left }
}

const sameDevice = (
  old: Pick<Printer, 'address' | 'language'>,
  now: Pick<Printer, 'address' | 'language'>,
): boolean => JSON.stringify([old.address, old.language]) === JSON.stringify([now.address, now.language])
