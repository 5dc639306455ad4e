import { createServer } from 'node:net'

/** A port of this computer that is free now, for programs that must know their own address before they listen. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('a server of TCP has a port')
  return address.port
}
