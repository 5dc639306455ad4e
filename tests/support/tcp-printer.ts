import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createFakePrinter, type FakePrinter } from './fake-printer.ts'

/** A printer on a socket of this computer, which can be unplugged and comes back on the same port. */
export interface TcpPrinter extends FakePrinter {
  readonly port: number
  /** Number of connections so far. */
  calls(): number
  unplug(): Promise<void>
  plug(): Promise<void>
}

export async function startTcpPrinter(answers: 'all' | 'status' | 'nothing' = 'all'): Promise<TcpPrinter> {
  const printer = createFakePrinter(answers)
  const open = new Set<Socket>()
  let server: Server | null = null
  let port = 0
  let calls = 0

  async function plug(): Promise<void> {
    server = createServer((socket) => {
      calls++
      open.add(socket)
      socket.on('data', (bytes) => printer.receive(bytes, (answer) => socket.write(answer)))
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  await plug()
  return Object.assign(printer, {
    port,
    calls: () => calls,
    plug,
    async unplug() {
      const closing = server
      server = null
      for (const socket of open) socket.destroy()
      printer.forget()
      if (closing !== null) await new Promise<void>((resolve) => closing.close(() => resolve()))
    },
  })
}
