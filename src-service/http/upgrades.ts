import type { Server } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { UpgradeHandler } from '../services.ts'

/** Passes connection upgrades to their handlers; the terminals' WebSocket is one. */
export function mountUpgrades(server: Server, upgrades: Readonly<Record<string, UpgradeHandler>>): void {
  server.on('upgrade', (request, socket, head) => {
    const [path = ''] = (request.url ?? '').split('?')
    const handler = Object.hasOwn(upgrades, path) ? upgrades[path] : undefined
    if (handler !== undefined) return handler(request, socket, head)
    socket.end(`HTTP/1.1 404 ${STATUS_CODES[404]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    return undefined
  })
}
