import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type SerialBridge, startSerialBridge } from '../../../../src-main/devices/serial-bridge.ts'
import type { WayToService } from '../../../../src-main/devices/serial-link.ts'
import { pinnedAgent, pinnedFetch } from '../../../../src-main/live-service/pinned-fetch.ts'
import { answerActivation } from '../../../../src-shared/terminal/activation.ts'
import { randomHex } from '../../../../src-shared/terminal/proofs.ts'
import type { SerialToTerminal } from '../../../../src-shared/terminal/serial.ts'
import { activateOverSerial } from '../../../../src-terminal/cli/activate-serial.ts'
import { openSerialFrames } from '../../../../src-terminal/cli/serial-frames.ts'
import { openSerialSocket } from '../../../../src-terminal/cli/serial-socket.ts'
import { otherSelfSigned, selfSigned } from '../../../support/self-signed.ts'
import { plugCable, type SerialCable } from '../../../support/serial-cable.ts'
import { createTestService } from '../../../support/test-service-key.ts'
import { quietLog } from '../support/service.ts'

/** Longer than the second after which a terminal connects again, in ms. */
const slowMs = 2_500

let cable: SerialCable
let server: Server
let bridge: SerialBridge
let links: WebSocket[] = []
let answerMs = 0
let dialled = 0
let redeemed = 0
beforeEach(async () => {
  cable = await plugCable()
  links = []
  answerMs = 0
  dialled = 0
  redeemed = 0
})
afterEach(async () => {
  bridge.stop()
  await cable.remove()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A service that takes `answerMs` for each answer. @returns its port */
async function listen(make: (answer: Answer) => Server): Promise<number> {
  const sockets = new WebSocketServer({ noServer: true })
  const { publicKey } = await createTestService()
  const random = randomHex(64)
  server = make(async (request, response) => {
    const { hsn, share } = JSON.parse(await text(request))
    const exchange = answerActivation(hsn, '12345678', share, random)
    const begins = request.url?.endsWith('/begin') === true
    if (!begins) redeemed++
    await delay(answerMs)
    response.setHeader('content-type', 'application/json')
    const proof = exchange.finish()?.serviceProof(publicKey, 'Till')
    const activated = { name: 'Till', service_key: publicKey, proof }
    response.end(JSON.stringify(begins ? { service_share: exchange.share } : activated))
  })
  server.on('upgrade', async (request, socket, head) => {
    dialled++
    await delay(answerMs)
    if (!socket.destroyed) sockets.handleUpgrade(request, socket, head, (link) => links.push(link))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

function carry(way: WayToService, silenceMs?: number): void {
  bridge = startSerialBridge({
    path: cable.counterEnd,
    access: () => way,
    onChange: () => undefined,
    ...(silenceMs === undefined ? {} : { silenceMs }),
    log: quietLog,
  })
}

const plainly = async (): Promise<WayToService> => ({
  url: `http://127.0.0.1:${await listen((answer) => createServer(answer))}`,
  fetch,
  agent: null,
})

/** Links a terminal on the cable. */
async function linked() {
  const terminal = openSerialSocket(cable.terminalEnd)
  await new Promise<void>((resolve) => terminal.addEventListener('open', resolve))
  return terminal
}

test('a service slower than a terminal’s reconnect interval is reached with one connection', async () => {
  answerMs = slowMs
  carry(await plainly())
  const terminal = await linked()
  terminal.close()
  expect(dialled).toBe(1)
})

test('a code is redeemed once, even if the terminal repeats the request before the answer', async () => {
  answerMs = slowMs
  carry(await plainly())
  const answer = await activateOverSerial(cable.terminalEnd, 'SERIAL-1', '12345678')
  expect(answer).toMatchObject({ ok: true, value: { name: 'Till' } })
  expect(redeemed).toBe(1)
})

// The cable was unplugged briefly or the counter restarted; the terminal would go on with a sale that is over.
test('a terminal that assumes it is still linked is informed that it is not', async () => {
  carry(await plainly(), 400)
  const terminal = await linked()
  const closed = new Promise((resolve) => terminal.addEventListener('close', resolve))
  // The terminal sends nothing for longer than that between two heartbeats.
  await expect.poll(() => links[0]?.readyState).toBe(WebSocket.CLOSED)
  expect(await closed).toMatchObject({ code: 1006 })
})

// The plugs of two terminals were swapped: no port is closed, and no line falls silent.
test('a terminal that was moved here from another port does not get the link of the one before it', async () => {
  carry(await plainly())
  const received: SerialToTerminal[] = []
  const frames = openSerialFrames({
    path: cable.terminalEnd,
    onOpen: () => frames.ask({ type: 'dial' }),
    onFrame: (_, value) => received.push(value as SerialToTerminal),
    onEnd: () => undefined,
  })
  await expect.poll(() => received).toMatchObject([{ type: 'open' }])
  const [opened] = received
  const link = opened?.type === 'open' ? opened.link : undefined
  for (const own of [{ link }, {}]) frames.ask({ type: 'beat', ...(own.link === undefined ? {} : own) })
  await delay(300)
  expect(received).toHaveLength(1)
  frames.ask({ type: 'beat', link: 'of another port' })
  await expect.poll(() => received.at(-1)).toMatchObject({ type: 'closed', code: 1006 })
  await expect.poll(() => links[0]?.readyState).toBe(WebSocket.CLOSED)
  frames.close()
})

test('a port that cannot be opened is shown and logged with the reason, until it opens', async () => {
  const warnings: object[] = []
  const reported: object[] = []
  let changes = 0
  const way = await plainly()
  const open = (path: string) => {
    const log = {
      ...quietLog,
      warn: (fields: object) => void warnings.push(fields),
      info: (fields: object, message: string) => void reported.push({ ...fields, message }),
    }
    return startSerialBridge({ path, access: () => way, onChange: () => changes++, log })
  }
  const file = open(fileURLToPath(import.meta.url))
  await expect.poll(() => file.trouble()).toBe('failed')
  file.stop()
  const missing = open('/dev/nothing-is-here')
  await expect.poll(() => missing.trouble()).toBe('missing')
  missing.stop()
  const first = open(cable.counterEnd)
  const terminal = await linked()
  bridge = open(cable.counterEnd)
  await expect.poll(() => bridge.trouble()).toBe('in_use')
  const before = changes
  terminal.close()
  first.stop()
  await expect.poll(() => bridge.trouble()).toBe(null)
  expect(changes).toBeGreaterThan(before)
  expect(reported.at(-1)).toEqual({ path: cable.counterEnd, message: 'serial.opened' })
  expect(warnings).toMatchObject([
    { reason: expect.stringMatching(/cannot open|tty|ioctl/i) },
    { reason: expect.stringMatching(/no such file/i) },
    { reason: expect.stringMatching(/lock/i) },
  ])
})

describe('a service with a self-signed certificate', () => {
  const behind = async (
    certificate: typeof selfSigned,
    compared: typeof selfSigned,
  ): Promise<WayToService> => ({
    url: `https://127.0.0.1:${await listen((answer) => createTlsServer(certificate, answer))}`,
    fetch: pinnedFetch(compared.cert),
    agent: pinnedAgent(compared.cert),
  })

  test('a service with a self-signed certificate is reached from a serial line once the certificate was compared', async () => {
    carry(await behind(selfSigned, selfSigned))
    expect(await activateOverSerial(cable.terminalEnd, 'SERIAL-1', '12345678')).toMatchObject({ ok: true })
    const terminal = await linked()
    terminal.close()
    expect(dialled).toBe(1)
  })

  test('a service whose certificate differs from the compared one is not reached', async () => {
    carry(await behind(otherSelfSigned, selfSigned))
    const received: SerialToTerminal[] = []
    const frames = openSerialFrames({
      path: cable.terminalEnd,
      onOpen: () => undefined,
      onFrame: (_, value) => received.push(value as SerialToTerminal),
      onEnd: () => undefined,
    })
    const dialledAgain = () => {
      frames.ask({ type: 'dial' })
      return received[0]
    }
    await expect.poll(dialledAgain, { interval: 200 }).toMatchObject({ type: 'closed', code: 1006 })
    expect(dialled).toBe(0)
    frames.close()
  })
})
