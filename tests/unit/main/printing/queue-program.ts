import type { QueuedJob } from '../../../../src-main/printing/print-jobs.ts'
import { openPrintQueue } from '../../../../src-main/printing/print-queue.ts'
import { printToPrinter } from '../../../../src-main/printing/print-to-printer.ts'
import type { Printer } from '../../../../src-shared/pos/printing/printers.ts'

/**
 * Runs a print queue in its own process, so that it can be killed: prints the given jobs, and reports when they are on
 * the disk.
 */
const [path = '', printer = '', jobs = '[]'] = process.argv.slice(2)
const none = () => undefined
const queue = await openPrintQueue({
  path,
  printers: () => [JSON.parse(printer) as Printer],
  print: printToPrinter,
  onWaiting: (waiting) => process.stdout.write(`${JSON.stringify(waiting)}\n`),
  pauseMs: 20,
  log: { info: none, warn: none, error: none },
})
for (const job of JSON.parse(jobs) as readonly QueuedJob[]) await queue.add(job)
setInterval(none, 1_000)
