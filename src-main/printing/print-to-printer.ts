import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import { encodeReceipt } from './encode-receipt.ts'
import type { Logo } from './logo.ts'
import { openPrinterLine } from './open-printer-line.ts'
import type { QueuedJob } from './print-jobs.ts'
import { type PrintOutcome, type PrintTimes, printOnLine } from './print-on-line.ts'
import type { PrintJobOn } from './print-queue.ts'
import type { PrinterLine } from './printer-line.ts'

/** Prints one job on one printer, over any kind of connection. */
export async function printToPrinter(
  printer: Printer,
  job: Pick<QueuedJob, 'copies'>,
  on: Parameters<PrintJobOn>[2] & {
    /** Called with the open connection; with null once it is being closed and takes no more bytes. */
    readonly line?: (line: PrinterLine | null) => void
    readonly logo?: Logo | null
  },
  times?: PrintTimes,
): Promise<PrintOutcome> {
  // Before the connection is opened: a receipt that cannot be encoded must not be sent in part.
  const bytes = encodeReceipt(job.copies, printer, on.logo)
  let line: PrinterLine
  try {
    line = await openPrinterLine(printer.address)
  } catch {
    return { kind: 'not_begun', trouble: 'unreachable' }
  }
  on.line?.(line)
  const closing: PrinterLine = {
    ...line,
    close() {
      on.line?.(null)
      return line.close()
    },
  }
  return printOnLine(closing, {
    bytes,
    printer,
    onBegin: on.begin,
    onTrouble: on.trouble,
    signal: on.signal,
    ...(times === undefined ? {} : { times }),
  })
}
