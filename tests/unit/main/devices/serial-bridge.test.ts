import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { type SerialBridge, startSerialBridge } from '../../../../src-main/devices/serial-bridge.ts'
import { answerActivation } from '../../../../src-shared/terminal/activation.ts'
import { randomHex } from '../../../../src-shared/terminal/proofs.ts'
import { activateOverSerial } from '../../../../src-terminal/cli/activate-serial.ts'
import { openSerialSocket } from '../../../../src-terminal/cli/serial-socket.ts'
import { plugCable, type SerialCable } from '../../../support/serial-cable.ts'
import { createTestService } from '../../../support/test-service-key.ts'
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
  const { publicKey } = await createTestService()
  const random = randomHex(64)
  server = createServer(async (request, response) => {
    const { hsn, share } = JSON.parse(await text(request))
    const exchange = answerActivation(hsn, '12345678', share, random)
    const begins = request.url?.endsWith('/begin') === true
    if (!begins) redeemed++
    await delay(slowMs)
    response.setHeader('content-type', 'application/json')
    const proof = exchange.finish()?.serviceProof(publicKey, 'Till')
    const activated = { name: 'Till', service_key: publicKey, proof }
    response.end(JSON.stringify(begins ? { service_share: exchange.share } : activated))
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
  expect(answer).toMatchObject({ ok: true, value: { name: 'Till' } })
  expect(redeemed).toBe(1)
}, 15_000)
