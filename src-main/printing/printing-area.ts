import { existsSync } from 'node:fs'
import { printingAtStart } from '../../src-shared/pos/at-start.ts'
import type { PrintingStatus } from '../../src-shared/pos/printers.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { Drawer } from '../cash/drawer.ts'
import type { Log } from '../log.ts'
import { openLazily } from '../staff/open-lazily.ts'
import type { PaperJob, PrintingService } from './printing-service.ts'
import type { SystemPrinters } from './system-printers.ts'

/** The counter's printers: nothing of them is loaded where nobody set one up. */
export interface PrintingArea {
  service(): Promise<PrintingService>
  /** Resolves when it is on the disk. @returns false: no printer is for receipts */
  print(job: PaperJob): Promise<boolean>
  /** On each printer that prints the receipt of every sale; it is made where one does. What cannot be kept is shown. */
  eachSale(number: string, make: () => Promise<PaperJob>): Promise<void>
  notQueuedSeen(): void
  incompleteSeen(number: string): void
  /** The cash drawer, at the printer that has it; without one its opening is in the log, and it opens by key. */
  readonly drawer: Drawer
  /** What the last run left is printed. */
  resume(): Promise<void>
  stop(): Promise<void>
}

const ofThisComputer: SystemPrinters = {
  list: async () => (await import('./system-queue.ts')).listQueues(),
  print: async (queue, page) => (await import('./system-queue.ts')).printOnQueue(queue, page),
}

export function createPrintingArea(options: {
  readonly paths: { readonly printers: string; readonly prints: string }
  readonly onStatus: (status: PrintingStatus) => void
  readonly newId: () => string
  /** This computer's, where nothing else is given. */
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
  /** Until it is printed whole, or somebody has seen it. */
  function queued({ name, complete }: PaperJob): void {
    const others = status.incomplete.filter((one) => one !== name)
    publish({
      not_queued: status.not_queued === name ? null : status.not_queued,
      incomplete: complete ? others : [...others, name],
    })
  }
  const isSetUp = () => existsSync(paths.printers)
  return {
    service: opening.open,
    async print(job) {
      const isQueued = isSetUp() && (await (await opening.open()).print(job))
      if (isQueued) queued(job)
      return isQueued
    },
    async eachSale(number, make) {
      try {
        const print = isSetUp() ? (await opening.open()).eachSale() : null
        if (print === null) return
        const job = await make()
        await print(job)
        queued(job)
      } catch (error) {
        log.error({ err: error, bill: number }, 'printing.not_queued')
        publish({ not_queued: number })
      }
    },
    notQueuedSeen: () => publish({ not_queued: null }),
    incompleteSeen: (number) => publish({ incomplete: status.incomplete.filter((one) => one !== number) }),
    drawer: {
      async open() {
        try {
          const opened = isSetUp() ? await (await opening.open()).openDrawer() : null
          if (opened === null) log.info({ drawer: 'none' }, 'cash.drawer_opened')
          return opened ?? ok(null)
        } catch (error) {
          // Whoever asks has booked the cash already: what fails here must not look as if that had failed.
          log.error({ err: error }, 'cash.drawer_not_opened')
          return err('the printers could not be opened')
        }
      },
    },
    async resume() {
      if (!isSetUp()) return
      await opening.open().catch((error: unknown) => log.error({ err: error }, 'printing.not_opened'))
    },
    stop: async () => (await opening.settled())?.stop(),
  }
}
