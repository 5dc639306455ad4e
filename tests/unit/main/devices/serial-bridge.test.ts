import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { type SerialBridge, startSerialBridge } from '../../../../src-main/devices/serial-bridge.ts'
import { activateOverSerial } from '../../../../src-terminal/cli/activate-serial.ts'
import { openSerialSocket } from '../../../../src-terminal/cli/serial-socket.ts'
import { plugCable, type SerialCable } from '../../../support/serial-cable.ts'
import { quietLog } from '../support/service.ts'

/** Longer than the second after which a terminal dials again, ms. */
const slowMs = 2_500

let cable: SerialCable
let server: Server
let bridge: SerialBridge
let dialled = 0
let redeemed = 0
beforeEach(async () => {
  cable = await plugCable()
  dialled = 0
  redeemed = 0
  const sockets = new WebSocketServer({ noServer: true })
  server = createServer(async (_request, response) => {
    redeemed++
    await delay(slowMs)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ credential: 'a credential', hsn: 'SERIAL-1', name: 'Till' }))
  })
  server.on('upgrade', async (request, socket, head) => {
    dialled++
    await delay(slowMs)
    if (!socket.destroyed) sockets.handleUpgrade(request, socket, head, () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  bridge = startSerialBridge({
    path: cable.counterEnd,
    url: () => `http://127.0.0.1:${port}`,
    onChange: () => undefined,
    log: quietLog,
  })
})
afterEach(async () => {
  bridge.stop()
  await cable.remove()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a service that takes longer to answer than a terminal waits between two dials is reached, dialled once', async () => {
  const terminal = openSerialSocket(cable.terminalEnd)
  await new Promise<void>((resolve) => terminal.addEventListener('open', resolve))
  terminal.close()
  expect(dialled).toBe(1)
}, 15_000)

test('a code is redeemed once, however often the terminal asks until there is an answer', async () => {
  const answer = await activateOverSerial(cable.terminalEnd, 'SERIAL-1', '12345678')
  expect(answer).toMatchObject({ ok: true, value: { credential: 'a credential' } })
  expect(redeemed).toBe(1)
}, 15_000)
