import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection between two programs that can fail in every way. Bytes are never changed, only lost or delayed. */
export interface ChaosProxy {
  readonly url: string
  /** Cuts every connection now. */
  cut(): void
  /** Closes all connections and refuses new ones for `ms` milliseconds. */
  refuse(ms: number): void
  /** Requests arrive, but their answers are lost with the connection: the other side has done the work. */
  loseAnswers(ms: number): void
  /** Delays both directions by `ms` milliseconds from now on; 0 ends it. */
  delay(ms: number): void
  /** Ends all faults. */
  heal(): void
  close(): Promise<void>
}

/** @param target the port on the loopback address that it connects to. */
export async function openProxy(target: number): Promise<ChaosProxy> {
  const open = new Set<Socket>()
  let refusingUntil = 0
  let losingUntil = 0
  let delayMs = 0
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((near) => {
    if (Date.now() < refusingUntil) {
      near.destroy()
      return
    }
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.on('data', (bytes: Buffer) => {
        if (socket === far && Date.now() < losingUntil) {
          near.destroy()
          return
        }
        if (delayMs === 0) other.write(bytes)
        else setTimeout(() => other.writable && other.write(bytes), delayMs)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    refuse(ms) {
      refusingUntil = Date.now() + ms
      cut()
    },
    loseAnswers(ms) {
      losingUntil = Date.now() + ms
    },
    delay(ms) {
      delayMs = ms
    },
    heal() {
      refusingUntil = 0
      losingUntil = 0
      delayMs = 0
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
