import { read } from 'node:fs'
import { promisify } from 'node:util'
import { SerialPort } from 'serialport'
import { mendSerialPort } from '../../src-shared/mend-serial-port.ts'

const calls = { read: promisify(read), soon: setImmediate }

/** Opens a serial port: 8 bits, no parity. Rejects with the system's message when it is missing or in use. */
export async function openSerialPort(path: string, baudRate: number): Promise<SerialPort> {
  const port = new SerialPort({ path, baudRate, autoOpen: false })
  port.once('open', () => mendSerialPort(port.port, calls))
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())))
  return port
}
