import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { findPrinters, hostsNear } from '../../../../src-main/printing/find-printers.ts'

const at = (address: string, netmask: string, internal = false): NetworkInterfaceInfo => ({
  ...{ address, netmask, internal, family: 'IPv4', mac: '', cidr: null },
})

let servers: readonly Server[] = []
afterEach(() => {
  for (const server of servers) server.close()
  servers = []
})

/**
 * Devices at these addresses that accept connections, all at one port. @returns the port, and the bytes they were sent
 */
async function plug(hosts: readonly string[]) {
  const sent: string[] = []
  let port = 0
  for (const host of hosts) {
    const server = createServer((socket) => {
      socket.on('data', (bytes) => sent.push(String(bytes)))
      socket.on('error', () => undefined)
    })
    server.listen(port, host)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    servers = [...servers, server]
  }
  return { port, sent }
}

test('the addresses near this computer in its network are searched, at most 254', () => {
  const small = hostsNear({ eth0: [at('192.168.1.20', '255.255.255.240')] })
  expect(small).toHaveLength(13)
  expect([small[0], small.at(-1)]).toEqual(['192.168.1.17', '192.168.1.30'])
  expect(small).not.toContain('192.168.1.20')
  const large = hostsNear({ eth0: [at('10.1.2.3', '255.0.0.0')] })
  expect(large).toHaveLength(253)
  expect(large.every((host) => host.startsWith('10.1.2.'))).toBe(true)
  expect(hostsNear({ lo: [at('127.0.0.1', '255.0.0.0', true)] })).toEqual([])
  // A point-to-point connection has no other addresses.
  expect(hostsNear({ ppp0: [at('10.8.0.2', '255.255.255.255')] })).toEqual([])
  const many = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`veth${n}`, [at(`172.${n + 16}.0.1`, '255.255.255.0')]]),
  )
  expect(hostsNear(many)).toHaveLength(4 * 253)
})

test('networks with public addresses are not searched', () => {
  const addresses = ['203.0.113.9', '172.15.0.9', '172.32.0.9', '192.169.0.9', '100.64.0.9', '11.0.0.9']
  const strange = Object.fromEntries(addresses.map((address) => [address, [at(address, '255.255.255.0')]]))
  expect(hostsNear(strange)).toEqual([])
  expect(hostsNear({ ...strange, eth0: [at('172.31.0.9', '255.255.255.0')] })).toHaveLength(253)
})

test('devices that accept a connection are found among hundreds, in the order of addresses, and are sent nothing', async () => {
  const { port, sent } = await plug(['127.0.0.77', '127.0.0.3'])
  const hosts = Array.from({ length: 254 }, (_, n) => `127.0.0.${n + 1}`)
  const { signal } = new AbortController()
  expect(await findPrinters({ signal, hosts, port })).toEqual(['127.0.0.3', '127.0.0.77'])
  expect(sent).toEqual([])
})

test('a cancelled search ends at once, even among addresses that never answer', async () => {
  const stopping = new AbortController()
  const hosts = Array.from({ length: 254 }, (_, n) => `192.0.2.${n + 1}`)
  const search = findPrinters({ signal: stopping.signal, hosts, port: 9_100 })
  stopping.abort()
  expect(await search).toEqual([])
})
