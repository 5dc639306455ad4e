import { connect } from 'node:net'
import type { PrinterAddress } from '../../src-shared/pos/printing/printers.ts'
import type { PrinterLine } from './printer-line.ts'

/** Maximum time to connect, in ms; a printer answers at once, also over a slow network. */
const connectMs = 3_000
/** Maximum time to wait until the printer ends its side, in ms. */
const farewellMs = 2_000

/** A printer in the network that takes raw bytes (port 9100), over one connection at a time. */
export function openTcpLine({ host, port }: Extract<PrinterAddress, { kind: 'tcp' }>): Promise<PrinterLine> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true })
    const timer = setTimeout(() => socket.destroy(new Error(`no answer from ${host}:${port}`)), connectMs)
    const ended = new Promise<void>((end) => socket.once('close', () => end()))
    socket.once('error', reject)
    socket.once('connect', () => {
      clearTimeout(timer)
      // An error is followed by a close, which ends the connection.
      socket.on('error', () => undefined)
      resolve({
        ended,
        onBytes: (listener) => void socket.on('data', listener),
        write: (bytes) =>
          new Promise((written, failed) => {
            if (socket.destroyed) failed(new Error('the printer closed the connection'))
            else socket.write(bytes, (error) => (error ? failed(error) : written()))
          }),
        async close() {
          const giveUp = setTimeout(() => socket.destroy(), farewellMs)
          socket.resume()
          socket.end()
          await ended
          clearTimeout(giveUp)
        },
      })
    })
    socket.once('close', () => clearTimeout(timer))
  })
}
