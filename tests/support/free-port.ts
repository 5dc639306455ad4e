import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port of this computer that is free now, for programs that must know their own address before they listen. It is not
 * one of those that systems give away (from 32,768 on), which another test might get before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
