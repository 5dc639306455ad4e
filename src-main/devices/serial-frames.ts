import { SerialPort, SlipDecoder, SlipEncoder } from 'serialport'
import { longestFrame, serialBaudRate } from '../../src-shared/terminal/serial.ts'

/** An open serial port that carries whole texts, in SLIP frames (@serialport/parser-slip-encoder). */
export interface FrameLine {
  send(text: string): void
  close(): void
}

/**
 * Opens a port. Rejects when it is not there, or is somebody else's.
 * @param on.close called once, also when the port was unplugged.
 */
export async function openFrameLine(
  path: string,
  on: { readonly frame: (text: string) => void; readonly close: () => void },
): Promise<FrameLine> {
  const port = new SerialPort({ path, baudRate: serialBaudRate, autoOpen: false })
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())))
  const decoder = new SlipDecoder()
  const encoder = new SlipEncoder()
  encoder.pipe(port)
  port.pipe(decoder)
  decoder.on('data', (frame: Buffer) => {
    if (frame.length > 0) on.frame(frame.toString('utf8'))
  })
  // Noise without an end must not fill the memory.
  port.on('data', () => {
    if (decoder.buffer.length > longestFrame) decoder.buffer = Buffer.alloc(0)
  })
  // An unplugged port ends with an error first; the close that follows is enough.
  port.on('error', () => (port.isOpen ? port.close() : on.close()))
  port.once('close', on.close)
  return {
    send(text) {
      if (port.isOpen) encoder.write(Buffer.from(text, 'utf8'))
    },
    close() {
      if (port.isOpen) port.close()
    },
  }
}
