import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line between two programs that can fail in every way a line fails. Bytes are never changed, only lost or late. */
export interface ChaosProxy {
  readonly url: string
  /** Cuts every connection now. */
  cut(): void
  /** Takes no connection for so long, ms, and cuts those that are open. */
  refuse(ms: number): void
  /** What is sent arrives, and what comes back is lost with the connection: the other side did the work. */
  loseAnswers(ms: number): void
  /** Both directions are late by this much from now on, ms; 0 ends it. */
  delay(ms: number): void
  /** No faults any more. */
  heal(): void
  close(): Promise<void>
}

/** @param target the port on the loopback address that is behind it. */
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
