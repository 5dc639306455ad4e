import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { UpgradeHandler } from '../services.ts'

/** Passes connection upgrades to their handlers; the terminals' WebSocket is one. */
export function mountUpgrades(server: Server, upgrades: Readonly<Record<string, UpgradeHandler>>): void {
  server.on('upgrade', (request, socket, head) => {
    const [path = ''] = (request.url ?? '').split('?')
    const handler = Object.hasOwn(upgrades, path) ? upgrades[path] : undefined
    if (handler === undefined) refuseUpgrade(socket, 404)
    else handler(request, socket, head)
  })
}

/**
 * Answers a connection upgrade with an error and closes the connection. Node has given the socket up: without a
 * listener for errors a client that resets the connection would end the process, and one that never closes its own end
 * would keep the socket.
 */
export function refuseUpgrade(socket: Duplex, status: 404 | 503, headers: readonly string[] = []): void {
  socket.on('error', () => {})
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-length: 0',
    ...headers,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy())
}
