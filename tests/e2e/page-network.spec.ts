import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect } from '@playwright/test'
import { launchApp } from './support/app.ts'
import { test } from './support/counter.ts'

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

test('a page sends nothing out of this computer by WebRTC, neither datagrams nor connections', async () => {
  const outside = await listenForAnything(ownAddress())
  const app = await launchApp({ env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none' } })
  try {
    expect(await app.pos.evaluate(gatherCandidates, outside.servers)).toEqual([])
    expect(outside.arrived).toEqual([])
  } finally {
    await app.close()
    outside.close()
  }
})
