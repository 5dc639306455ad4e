import type { PrinterAddress } from '../../src-shared/pos/printing/printers.ts'
import { openSerialPort } from '../devices/open-serial-port.ts'
import type { PrinterLine } from './printer-line.ts'

/** A printer on a serial port, or on a USB port that presents itself as one. */
export async function openSerialLine({
  path,
  baud,
}: Extract<PrinterAddress, { kind: 'serial' }>): Promise<PrinterLine> {
  const port = await openSerialPort(path, baud)
  let gone = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      gone = true
      resolve()
    }
    port.once('close', end)
    // An unplugged port ends with an error, and not always with a close.
    port.on('error', end)
  })
  const unlessGone = <Value>(task: Promise<Value>): Promise<Value> =>
    Promise.race([
      task,
      ended.then(() => {
        throw new Error(`${path} is gone`)
      }),
    ])
  return {
    ended,
    onBytes: (listener) => void port.on('data', listener),
    write: (bytes) =>
      unlessGone(
        new Promise<void>((written, failed) => {
          port.write(Buffer.from(bytes))
          port.drain((error) => (error ? failed(error) : written()))
        }),
      ),
    async close() {
      if (gone || !port.isOpen) return
      await new Promise<void>((closed) => port.close(() => closed()))
    },
  }
}
