import { createSocket, type Socket } from 'node:dgram'
import { once, setMaxListeners } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { queriedAddresses } from '../../../../src-service/webhooks/resolve-name.ts'

const typeA = 1

/** A name server that knows one IPv4 address, or never answers. */
async function startNameServer(address: readonly number[] | null) {
  const server: Socket = createSocket('udp4')
  let asked = 0
  server.on('message', (query, { port }) => {
    asked += 1
    if (address === null) return
    const questionEnd = query.indexOf(0, 12) + 5
    const question = query.subarray(12, questionEnd)
    const isForIpv4 = question.readUInt16BE(question.length - 4) === typeA
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(isForIpv4 ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const answer = [0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4, ...address]
    server.send(Buffer.concat([header, question, Buffer.from(isForIpv4 ? answer : [])]), port, '127.0.0.1')
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { servers: [`127.0.0.1:${server.address().port}`], asked: () => asked }
}

test('a name is looked up at the name servers, for IPv4 and IPv6 addresses', async () => {
  const { servers } = await startNameServer([203, 0, 113, 9])
  const found = await queriedAddresses(servers)('hooks.example.com', new AbortController().signal)
  expect(found).toEqual([{ address: '203.0.113.9', family: 4 }])
})

test('look-ups without an answer are ended with their requests, however many they are', async () => {
  const { servers, asked } = await startNameServer(null)
  const stop = new AbortController()
  // Each webhook has a signal of its own; here one signal has more than ten listeners, of which Node would warn.
  setMaxListeners(0, stop.signal)
  const names = Array.from({ length: 20 }, (_, index) => `silent-${index}.example.com`)
  const asking = names.map((name) => queriedAddresses(servers)(name, stop.signal))
  // All at once: no look-up waits for a thread that another one uses.
  await expect.poll(asked).toBeGreaterThanOrEqual(40)
  stop.abort()
  for (const one of await Promise.allSettled(asking)) {
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'ECANCELLED' } })
  }
})
