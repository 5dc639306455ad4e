import type { PrinterAddress } from '../../src-shared/pos/printing/printers.ts'
import { within } from '../async/within.ts'
import { beginDriverCall } from '../devices/driver-calls.ts'
import { openSerialPort } from '../devices/open-serial-port.ts'
import type { PrinterLine } from './printer-line.ts'

/** Maximum time for closing a port, in ms: a device that hangs never lets it end. */
const closeMs = 1_000

/** A printer on a serial port, or on a USB port that presents itself as one. */
export async function openSerialLine({
  path,
  baud,
}: Extract<PrinterAddress, { kind: 'serial' }>): Promise<PrinterLine> {
  const port = await openSerialPort(path, baud)
  /** Ends a write: each with its outcome, all of them with an error when the port is gone. */
  type End = (error?: Error | null) => void
  const writes = new Set<End>()
  /** The writes whose bytes the system has, and which wait until the device has them. */
  let sent: End[] = []
  let draining = false
  let gone = false
  let ended: () => void = () => undefined
  const end = () => {
    gone = true
    for (const settle of [...writes]) settle(new Error(`${path} is gone`))
    ended()
  }

  /**
   * Waits until the device has everything sent so far. One wait at a time: where a device takes nothing it has no end
   * and occupies one of Node.js's four threads, without which no file is read or written.
   */
  function drain(): void {
    if (draining || sent.length === 0 || !port.isOpen) return
    const these = sent
    sent = []
    draining = true
    const ended = beginDriverCall()
    port.drain((error) => {
      ended()
      draining = false
      for (const settle of these) settle(error)
      drain()
    })
  }

  const line: PrinterLine = {
    ended: new Promise((resolve) => {
      ended = resolve
    }),
    onBytes: (listener) => void port.on('data', listener),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        const settle: End = (error) => {
          if (!writes.delete(settle)) return
          if (error) reject(error)
          else resolve()
        }
        writes.add(settle)
        if (gone || !port.isOpen) {
          settle(new Error(`${path} is gone`))
          return
        }
        port.write(Buffer.from(bytes), (error) => {
          if (error) settle(error)
          else {
            sent.push(settle)
            drain()
          }
        })
      }),
    async close() {
      if (gone || !port.isOpen) return
      const ended = beginDriverCall()
      const closed = new Promise<void>((resolve) => port.close(() => resolve())).finally(ended)
      await within(closeMs, closed)
    },
  }
  port.once('close', end)
  // An unplugged port ends with an error, and not always with a close.
  port.on('error', end)
  return line
}
