import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { launchApp } from './support/app.ts'
import { readyToSell, test } from './support/counter.ts'
import { endOf } from './support/end-of-app.ts'

/** An address of this computer that stands for another host; loopback if the computer has no other. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1'

/** Listens for datagrams and connections. */
async function listenForAnything(address: string) {
  const arrived: string[] = []
  const datagrams = createSocket('udp4', () => void arrived.push('datagram'))
  datagrams.bind(0, address)
  await once(datagrams, 'listening')
  const { port } = datagrams.address()
  const connections = createServer((socket) => {
    arrived.push('connection')
    socket.on('error', () => undefined)
    socket.destroy()
  })
  connections.listen(0, address)
  await once(connections, 'listening')
  return {
    arrived,
    servers: [
      `stun:${address}:${port}`,
      `turn:${address}:${port}?transport=udp`,
      `turn:${address}:${(connections.address() as AddressInfo).port}?transport=tcp`,
    ],
    close() {
      datagrams.close()
      connections.close()
    },
  }
}

/** Runs in the page: gathers all network candidates of WebRTC until the search is complete. */
async function gatherCandidates(servers: readonly string[]): Promise<readonly string[]> {
  const connection = new RTCPeerConnection({
    iceServers: servers.map((urls) => ({ urls, username: 'page', credential: 'page' })),
  })
  const found: string[] = []
  const done = new Promise<void>((resolve) => {
    connection.onicecandidate = ({ candidate }) => {
      if (candidate === null) resolve()
      else if (candidate.candidate !== '') found.push(candidate.candidate)
    }
  })
  connection.createDataChannel('out')
  await connection.setLocalDescription()
  await done
  connection.close()
  return found
}

// One app for all steps: the last ones leave it unusable.
test('the built program writes its log, its page reaches neither Node nor a network, and it ends by itself', async () => {
  const outside = await listenForAnything(ownAddress())
  const app = await launchApp()
  const { pos } = app
  try {
    await readyToSell(pos)
    await test.step('the log begins when the page is shown', async () => {
      const file = join(app.userData, 'logs', 'main.log')
      const log = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
      await expect.poll(log).toContain('"app.page_shown"')
      expect(log()).toContain('app://pos/index.html')
    })

    await test.step('the page sends nothing out of this computer by WebRTC, neither datagrams nor connections', async () => {
      expect(await pos.evaluate(gatherCandidates, outside.servers)).toEqual([])
      expect(outside.arrived).toEqual([])
    })

    await test.step('the page has no access to Node, other pages or the network', async () => {
      const reach = await pos.evaluate(() => ({
        node: typeof (window as unknown as { process?: unknown }).process,
        require: typeof (window as unknown as { require?: unknown }).require,
        bridge: Object.keys((window as unknown as { countertop: object }).countertop),
      }))
      expect(reach).toEqual({
        node: 'undefined',
        require: 'undefined',
        bridge: ['commands', 'onSnapshot', 'onScan'],
      })
      await pos.evaluate(() => {
        location.href = 'https://example.com/'
      })
      // From here on Playwright would wait for the blocked page for ever, except for these calls.
      expect(await pos.evaluate(() => window.open('https://example.com/'))).toBeNull()
      expect(pos.url()).toMatch(/^app:\/\/pos\//)
      const fetched = await pos.evaluate(() => fetch('http://127.0.0.1:9/').then(String, String))
      expect(fetched).toContain('TypeError')
    })

    await test.step('the app ends by itself, without a signal', async () => {
      expect(await endOf(app)).toBeNull()
    })
  } finally {
    await app.close()
    outside.close()
  }
})
