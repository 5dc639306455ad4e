import type { PrinterAddress } from '../../src-shared/pos/printing/printers.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { PrinterLine } from './printer-line.ts'

/** Opens a connection to a printer. Rejects when there is none, or another program uses it. */
export async function openPrinterLine(address: PrinterAddress): Promise<PrinterLine> {
  switch (address.kind) {
    case 'tcp':
      return (await import('./tcp-line.ts')).openTcpLine(address)
    case 'serial':
      return (await import('./serial-line.ts')).openSerialLine(address)
    case 'usb':
      return (await import('./usb-line.ts')).openUsbLine(address)
    case 'system':
      throw new Error('a system printer has a queue, not a line')
    default:
      return assertNever(address)
  }
}
