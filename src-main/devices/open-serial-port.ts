import { read } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SerialPort } from 'serialport'
import { mendSerialPort } from '../../src-shared/mend-serial-port.ts'
import { beginDriverCall } from './driver-calls.ts'

const calls = { read: promisify(read), soon: setImmediate }

/** After this long, in ms, a device hangs. One that is reached by radio may take seconds. */
const hangsAfterMs = 10_000
/**
 * A device that hangs keeps its opening for ever, and with it one of the four threads with which Node.js reads and writes
 * all files. Each of these ports occupies one.
 */
const hanging = new Set<string>()
/** With this many, no other port is opened: the journal must be written. */
const mostHanging = 2

/**
 * Opens a serial port: 8 bits, no parity. Rejects with the system's message when it is missing or in use, and when its
 * device hangs: then also at each further attempt, until the device has gone on.
 */
export async function openSerialPort(
  path: string,
  baudRate: number,
  limitMs = hangsAfterMs,
): Promise<SerialPort> {
  if (hanging.has(path)) throw new Error(`${path} hangs since an earlier attempt`)
  if (hanging.size >= mostHanging) throw new Error(`${path} waits for other devices, which hang`)
  const port = new SerialPort({ path, baudRate, autoOpen: false })
  port.once('open', () => mendSerialPort(port.port, calls))
  const ended = beginDriverCall()
  const opened = new Promise<void>((resolve, reject) =>
    port.open((error) => (error ? reject(error) : resolve())),
  ).finally(ended)
  const over = new AbortController()
  const late = delay(limitMs, 'late' as const, { ref: false, signal: over.signal })
  late.catch(() => undefined)
  try {
    if ((await Promise.race([opened, late])) !== 'late') return port
  } finally {
    over.abort()
  }
  hanging.add(path)
  const goOn = () => void hanging.delete(path)
  // Nobody waits for the port any more.
  opened.then(() => port.close(goOn), goOn)
  throw new Error(`${path} does not answer`)
}
