/** An open port of the serial port library on Linux or macOS; on Windows it has no poller, and neither fault. */
interface UnixPort {
  fd: number | null
  readonly poller: {
    on(event: 'readable' | 'writable', listener: () => void): unknown
    once(event: 'readable', listener: (error: unknown) => void): unknown
  }
  read(buffer: Uint8Array, offset: number, length: number): Promise<{ buffer: Uint8Array; bytesRead: number }>
}

/** What differs between runtimes; src-shared knows no Node.js. */
export interface NodeCalls {
  /** fs.read as a promise. Rejects with the system's `code`. */
  read(
    fd: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: null,
  ): Promise<{ bytesRead: number }>
  /** setImmediate */
  soon(task: () => void): unknown
}

/**
 * Mends two faults of version 13 of the serial port library, before the first byte is read:
 *
 * - A device that is unplugged while it sends makes the system read 0 bytes. The library then reads again for ever: it
 *   uses a whole core, and does not notice that the device is gone. Here the read fails, so that the port closes.
 * - From Node.js 26.4 on, the library goes on after a wait for the line only when the process has something else to do:
 *   bytes of a terminal arrived seconds late.
 *
 * @param port the library's binding of an open port
 */
export function mendSerialPort(port: unknown, { read, soon }: NodeCalls): void {
  if (!isUnixPort(port)) return
  const wake = () => void soon(() => undefined)
  port.poller.on('readable', wake)
  port.poller.on('writable', wake)
  const isReadable = () =>
    new Promise<void>((resolve, reject) =>
      port.poller.once('readable', (error) => (error == null ? resolve() : reject(error))),
    )
  port.read = async (buffer, offset, length) => {
    while (port.fd !== null) {
      const result = await read(port.fd, buffer, offset, length, null).catch((error: unknown) => {
        if (isTryAgain(error)) return 'nothing yet' as const
        throw error
      })
      if (result === 'nothing yet') {
        // A closed port has no poller any more: asking it would end the process.
        if (port.fd !== null) await isReadable()
      } else if (result.bytesRead > 0) return { buffer, bytesRead: result.bytesRead }
      else throw new Error('The device was unplugged')
    }
    // The library looks for `canceled`: the port was closed by us, and is not reported as lost.
    throw Object.assign(new Error('The port is closed'), { canceled: true })
  }
}

const isUnixPort = (port: unknown): port is UnixPort =>
  typeof port === 'object' && port !== null && 'fd' in port && 'poller' in port

const isTryAgain = (error: unknown): boolean =>
  ['EAGAIN', 'EWOULDBLOCK', 'EINTR'].includes((error as { readonly code?: string }).code ?? '')
