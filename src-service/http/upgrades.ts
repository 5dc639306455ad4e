import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { UpgradeHandler } from '../services.ts'

const isWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase().includes('websocket') === true

/** Options of a server with upgrades. Node 24.9 and newer treat other offers as ordinary requests because of them. */
export const upgradeOptions: object = { shouldUpgradeCallback: isWebSocket }

/**
 * Passes connection upgrades to their handlers; the terminals' WebSocket is one. A request that offers another protocol
 * is answered as if it did not, as HTTP allows: Java's client offers HTTP/2 (`h2c`) with every request without TLS.
 */
export function mountUpgrades(server: Server, upgrades: Readonly<Record<string, UpgradeHandler>>): void {
  server.on('upgrade', (request, socket, head) => {
    if (!isWebSocket(request)) {
      // An older Node.js has taken the connection from the server, which reads it again without the offer.
      socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]))
      server.emit('connection', socket)
      return
    }
    const [path = ''] = (request.url ?? '').split('?')
    const handler = Object.hasOwn(upgrades, path) ? upgrades[path] : undefined
    if (handler === undefined) refuseUpgrade(socket, 404)
    else handler(request, socket, head)
  })
}

/** Returns the request line and headers as they were received, but without those about the upgrade. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (const [at, name] of rawHeaders.entries()) {
    if (at % 2 === 1 || /^upgrade$/i.test(name)) continue
    const value = rawHeaders[at + 1] ?? ''
    const isOfConnection = /^connection$/i.test(name)
    lines.push(`${name}: ${isOfConnection ? value.replace(/upgrade|http2-settings/gi, '') : value}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/**
 * Answers a connection upgrade with an error and closes the connection. Node has given the socket up: without a
 * listener for errors a client that resets the connection would end the process, and one that never closes its own end
 * would keep the socket.
 */
export function refuseUpgrade(
  socket: Duplex,
  status: 403 | 404 | 503,
  headers: readonly string[] = [],
): void {
  socket.on('error', () => {})
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-length: 0',
    ...headers,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy())
}
