import { longestFrame, serialBaudRate } from '../../src-shared/terminal/serial.ts'
import { createSlipReader, slipFrame } from '../../src-shared/terminal/slip.ts'
import { openSerialPort } from './open-serial-port.ts'

/** An open serial port that carries texts in SLIP frames. */
export interface FrameLine {
  send(text: string): void
  close(): void
}

/**
 * Opens a port. Rejects when it is missing or in use.
 * @param on.close called once, also when the port was unplugged
 */
export async function openFrameLine(
  path: string,
  on: { readonly frame: (text: string) => void; readonly close: () => void },
): Promise<FrameLine> {
  const port = await openSerialPort(path, serialBaudRate)
  port.on(
    'data',
    createSlipReader(longestFrame, (frame) => on.frame(Buffer.from(frame).toString('utf8'))),
  )
  // An unplugged port fails with an error first; the close that follows is enough.
  port.on('error', () => (port.isOpen ? port.close() : on.close()))
  port.once('close', on.close)
  return {
    send(text) {
      if (port.isOpen) port.write(slipFrame(Buffer.from(text, 'utf8')))
    },
    close() {
      if (port.isOpen) port.close()
    },
  }
}
