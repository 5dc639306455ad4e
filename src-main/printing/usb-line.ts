import type { PrinterAddress } from '../../src-shared/pos/printing/printers.ts'
import type { PrinterLine } from './printer-line.ts'
import { isDeviceAt, printerPortOf } from './usb-printer.ts'

/** Maximum bytes per read, and its duration in ms; a status is a few bytes. */
const readBytes = 64
const readMs = 250
/** A printer that takes no data for this long, in ms, has lost the connection. */
const writeMs = 30_000

/** A printer of the USB printer class, without the system's driver. */
export async function openUsbLine(address: Extract<PrinterAddress, { kind: 'usb' }>): Promise<PrinterLine> {
  const { usb } = await import('usb')
  const found = (await usb.getDevices()).find((one) => isDeviceAt(one, address))
  const port = found === undefined ? null : printerPortOf(found)
  if (found === undefined || port === null) throw new Error('no such printer on USB')
  const device = found
  await device.open()
  try {
    if (device.configuration?.configurationValue !== port.configuration) {
      await device.selectConfiguration(port.configuration)
    }
    // Linux assigns printers to a kernel driver, and releases them only on request.
    await device.detachKernelDriver(port.interface).catch(() => undefined)
    await device.claimInterface(port.interface)
    if (port.alternate !== 0) await device.selectAlternateInterface(port.interface, port.alternate)
  } catch (error) {
    await device.close().catch(() => undefined)
    throw error
  }
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let closing = false

  async function listen(listener: (bytes: Uint8Array) => void, from: number): Promise<void> {
    while (!closing) {
      const bytes = await device.nativeTransferIn(from, readMs, readBytes).catch((error: unknown) => {
        // The read timed out. A disconnected device fails at once, and every time.
        if (/cancel|timed? ?out/i.test(String(error))) return null
        throw error
      })
      if (bytes !== null && bytes.length > 0) listener(bytes)
    }
  }

  return {
    ended,
    onBytes(listener) {
      if (port.in === null) return
      listen(listener, port.in).catch(() => end())
    },
    write: (bytes) =>
      Promise.race([
        device.nativeTransferOut(port.out, writeMs, bytes).then((sent) => {
          if (sent < bytes.length) throw new Error(`the printer took ${sent} of ${bytes.length} bytes`)
        }),
        ended.then(() => {
          throw new Error('the printer was unplugged')
        }),
      ]),
    async close() {
      closing = true
      await device.close().catch(() => undefined)
      end()
    },
  }
}
