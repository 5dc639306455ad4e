import { setTimeout as delay } from 'node:timers/promises'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { createTurns, type Turns } from '../async/in-turn.ts'
import { drawerPulse, drawerPulseAtOnce } from './encode-receipt.ts'
import type { Logo } from './logo.ts'
import { openPrinterLine } from './open-printer-line.ts'
import { askStatus, measureReports, type PrintOutcome } from './print-on-line.ts'
import type { PrintJobOn } from './print-queue.ts'
import { printToPrinter } from './print-to-printer.ts'
import type { PrinterLine } from './printer-line.ts'
import { printOnSystem, type SystemPrinters } from './system-printers.ts'

/** Sends jobs to the printers, one at a time to each, since a printer takes one connection at a time. */
export interface PrinterLines {
  readonly print: PrintJobOn
  /** Prints now or not at all. `measured`: which reports the printer gives; null where it could not be asked. */
  test(printer: Printer, page: readonly ReceiptLine[]): Promise<TestOutcome>
  /** Opens the drawer now or not at all: it must not open unexpectedly later. */
  openDrawer(printer: Printer): Promise<Result<null, string>>
}

interface TestOutcome {
  readonly outcome: PrintOutcome
  readonly measured: Printer['reports'] | null
}

/** Maximum time that a person waits for the drawer, in ms. */
const drawerMs = 4_000
/** Maximum time that a person waits for a test print, in ms. */
const testMs = 30_000

export function createPrinterLines(system: SystemPrinters, logo: () => Logo | null): PrinterLines {
  const turns = new Map<string, Turns>()
  const open = new Map<string, PrinterLine>()

  function turnsOf({ id }: Printer): Turns {
    const its = turns.get(id) ?? createTurns()
    turns.set(id, its)
    return its
  }

  async function test(printer: Printer, page: readonly ReceiptLine[]): Promise<TestOutcome> {
    if (printer.address.kind === 'system') {
      const job = { name: printer.name, language: 'en' as const, copies: [page] }
      return {
        outcome: await printOnSystem(system, printer, job, {
          begin: async () => true,
          signal: AbortSignal.timeout(testMs),
        }),
        measured: 'queue',
      }
    }
    let line: PrinterLine
    try {
      line = await openPrinterLine(printer.address)
    } catch {
      return { outcome: { kind: 'not_begun', trouble: 'unreachable' }, measured: null }
    }
    const { reports, trouble } = await measureReports(line, printer.language)
    if (trouble !== null) return { outcome: { kind: 'not_begun', trouble }, measured: null }
    const outcome = await printToPrinter(
      { ...printer, reports },
      { copies: [page] },
      {
        begin: async () => true,
        trouble: () => undefined,
        signal: AbortSignal.timeout(testMs),
        logo: logo(),
      },
    )
    return { outcome, measured: reports }
  }

  /** @param late resolves when the pulse is no longer wanted */
  async function pulseInTurn(
    printer: Printer,
    late: Promise<unknown>,
    isLate: () => boolean,
    onSent: () => void,
  ): Promise<void> {
    if (isLate()) return
    const line = await openPrinterLine(printer.address)
    try {
      const status = printer.reports === 'nothing' ? 'fine' : await askStatus(line, printer.language)
      if (status === 'no_answer') throw new Error('the printer does not answer')
      if (isLate()) return
      // A printer without paper would keep a queued pulse, and open the drawer when the next roll is loaded.
      const pulse = status === 'fine' ? drawerPulse(printer) : drawerPulseAtOnce(printer)
      await Promise.race([line.write(pulse), late])
      // The drawer is open; closing the connection may take longer.
      onSent()
    } finally {
      await line.close()
    }
  }

  return {
    print: (printer, job, on) =>
      turnsOf(printer).inTurn(() =>
        printer.address.kind === 'system'
          ? printOnSystem(system, printer, job, on)
          : printToPrinter(printer, job, {
              ...on,
              logo: logo(),
              line: (line) => (line === null ? open.delete(printer.id) : open.set(printer.id, line)),
            }),
      ),
    test: (printer, page) => turnsOf(printer).inTurn(() => test(printer, page)),
    async openDrawer(printer) {
      const giveUp = new AbortController()
      const late = delay(drawerMs, 'late' as const, { signal: giveUp.signal }).catch(() => 'late' as const)
      let isLate = false
      const pulsed = () => {
        const line = open.get(printer.id)
        if (line !== undefined) return line.write(drawerPulseAtOnce(printer))
        return new Promise<void>((sent, failed) => {
          // A late pulse must not be sent any more.
          const pulse = () => pulseInTurn(printer, late, () => isLate, sent)
          turnsOf(printer).inTurn(pulse).then(sent, failed)
        })
      }
      try {
        const first = await Promise.race([pulsed(), late])
        isLate = first === 'late'
        return isLate ? err('the printer is busy') : ok(null)
      } catch (error) {
        return err(error instanceof Error ? error.message : String(error))
      } finally {
        giveUp.abort()
      }
    },
  }
}
