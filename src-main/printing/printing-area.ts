import { existsSync } from 'node:fs'
import { printingAtStart } from '../../src-shared/pos/at-start.ts'
import type { PrintingStatus } from '../../src-shared/pos/printing/printers.ts'
import { err, ok } from '../../src-shared/result.ts'
import { openLazily } from '../async/open-lazily.ts'
import type { Drawer } from '../cash/drawer.ts'
import type { Log } from '../log.ts'
import type { PrintNotices } from './print-notices.ts'
import type { PaperJob, PrintingService } from './printing-service.ts'
import type { SystemPrinters } from './system-printers.ts'

/** The counter's printers. Their code is not loaded where none is set up. */
export interface PrintingArea {
  service(): Promise<PrintingService>
  /** Resolves when the job is on the disk. @returns false: no printer is set up for receipts */
  print(job: PaperJob): Promise<boolean>
  /** Prints on each printer for every sale; `make` is called only if there is one. A failure to queue is shown. */
  eachSale(number: string, make: () => Promise<PaperJob>): Promise<void>
  notQueuedSeen(number: string): void
  incompleteSeen(number: string): void
  /** The cash drawer, at its printer. Without one, openings are logged, and a person opens it with a key. */
  readonly drawer: Drawer
  /** Prints the jobs that the last run left. */
  resume(): Promise<void>
  stop(): Promise<void>
}

const ofThisComputer: SystemPrinters = {
  list: async () => (await import('./system-queue.ts')).listQueues(),
  print: async (queue, page) => (await import('./system-queue.ts')).printOnQueue(queue, page),
}

export function createPrintingArea(options: {
  readonly paths: { readonly printers: string; readonly prints: string; readonly printNotices: string }
  readonly onStatus: (status: PrintingStatus) => void
  readonly newId: () => string
  /** Defaults to this computer's printers. */
  readonly system?: SystemPrinters
  readonly log: Log
}): PrintingArea {
  const { paths, log } = options
  let status: PrintingStatus = printingAtStart
  function publish(changes: Partial<PrintingStatus>): void {
    status = { ...status, ...changes }
    options.onStatus(status)
  }
  const opening = openLazily(async () => {
    const { openPrintingService } = await import('./printing-service.ts')
    return openPrintingService({ ...options, system: options.system ?? ofThisComputer, onStatus: publish })
  })
  /** Notices of the last run come before those of this run. */
  const notices = openLazily(async () => {
    const { noticesFile } = await import('./print-notices.ts')
    const file = noticesFile(paths.printNotices)
    const left = await file.read()
    const { not_queued, incomplete } = status
    publish({
      not_queued: together(left.not_queued, not_queued),
      incomplete: together(left.incomplete, incomplete),
    })
    return file
  })
  /** Shows the change at once; if it cannot be written, for example on a full disk, this run still knows it. */
  async function notice(change: (now: PrintNotices) => Partial<PrintNotices>): Promise<void> {
    publish(change(status))
    try {
      const file = await notices.open()
      // The notices just read are changed as well.
      publish(change(status))
      const { not_queued, incomplete } = status
      await file.write({ version: 1, not_queued, incomplete })
    } catch (error) {
      log.error({ err: error }, 'printing.notices_not_kept')
    }
  }
  /** Keeps the notice until the receipt is printed complete, or a person has seen it. */
  async function queued({ name, complete }: PaperJob): Promise<void> {
    const { not_queued, incomplete } = status
    if (complete === null) return
    if (complete && !not_queued.includes(name) && !incomplete.includes(name)) return
    await notice((now) => ({
      not_queued: without(now.not_queued, name),
      incomplete: complete ? without(now.incomplete, name) : together(now.incomplete, [name]),
    }))
  }
  const isSetUp = () => existsSync(paths.printers)
  return {
    service: opening.open,
    async print(job) {
      const isQueued = isSetUp() && (await (await opening.open()).print(job))
      if (isQueued) await queued(job)
      return isQueued
    },
    async eachSale(number, make) {
      try {
        const print = isSetUp() ? (await opening.open()).eachSale() : null
        if (print === null) return
        const job = await make()
        await print(job)
        await queued(job)
      } catch (error) {
        log.error({ err: error, bill: number }, 'printing.not_queued')
        await notice((now) => ({ not_queued: together(now.not_queued, [number]) }))
      }
    },
    notQueuedSeen: (number) => void notice((now) => ({ not_queued: without(now.not_queued, number) })),
    incompleteSeen: (number) => void notice((now) => ({ incomplete: without(now.incomplete, number) })),
    drawer: {
      async open() {
        try {
          const opened = isSetUp() ? await (await opening.open()).openDrawer() : null
          if (opened === null) log.info({ drawer: 'none' }, 'cash.drawer_opened')
          return opened ?? ok(null)
        } catch (error) {
          // The cash is booked already: a failure here must not look as if the booking had failed.
          log.error({ err: error }, 'cash.drawer_not_opened')
          return err('the printers could not be opened')
        }
      },
    },
    async resume() {
      if (!isSetUp()) return
      await opening.open().catch((error: unknown) => log.error({ err: error }, 'printing.not_opened'))
      await notices.open().catch((error: unknown) => log.error({ err: error }, 'printing.notices_not_read'))
    },
    stop: async () => (await opening.settled())?.stop(),
  }
}

const without = (numbers: readonly string[], number: string): string[] =>
  numbers.filter((one) => one !== number)
const together = (some: readonly string[], others: readonly string[]): string[] => [
  ...new Set([...some, ...others]),
]
