import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { mountUpgrades, upgradeOptions } from '../../../../src-service/http/upgrades.ts'

/** Sends a connection upgrade to a path that no handler has. @returns both ends of the connection, and the answer */
async function upgradeToUnknownPath() {
  const server = createServer(upgradeOptions)
  mountUpgrades(server, {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  })
  onTestFinished(() => void client.destroy())
  client.on('error', () => {})
  client.write('GET /elsewhere HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
  const answer = await new Promise<Buffer>((resolve) => client.once('data', resolve))
  return { socket: await accepted, client, answer: answer.toString() }
}

test('an upgrade to an unknown path is answered 404', async () => {
  const { answer } = await upgradeToUnknownPath()
  expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/)
})

// Without a listener, the event ends the whole process.
test('a client that resets the connection after a refused upgrade does not end the service', async () => {
  const { socket, client } = await upgradeToUnknownPath()
  client.resetAndDestroy()
  expect(() => socket.emit('error', new Error('read ECONNRESET'))).not.toThrow()
})

test('a client that never closes its end after a refused upgrade keeps no socket of the service', async () => {
  const { socket } = await upgradeToUnknownPath()
  await expect.poll(() => socket.destroyed).toBe(true)
})

// Java's client offers HTTP/2 with every request to an address without TLS; HTTP allows a server to ignore that.
test('a request that offers another protocol is answered like any other, each time on one connection', async () => {
  const server = createServer(upgradeOptions, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(`${request.method} ${request.url} ${request.headers['x-one']} ${body.length}`)
  })
  mountUpgrades(server, {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  onTestFinished(() => void client.destroy())
  const ask = async (body: string) => {
    const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAA'
    const head = `POST /one?a=%20 HTTP/1.1\r\nhost: a\r\nx-one: caf\xe9\r\n${offer}\r\ncontent-length: ${body.length}`
    const answer = new Promise<Buffer>((resolve) => client.once('data', resolve))
    client.write(`${head}\r\n\r\n${body}`, 'latin1')
    return (await answer).toString()
  }
  expect(await ask('x')).toContain('POST /one?a=%20 caf\u00e9 1')
  const socket = await accepted
  const listeners = () => socket.eventNames().map((name) => [name, socket.listenerCount(name)])
  const before = listeners()
  for (const length of [0, 7, 300_000]) {
    expect(await ask('x'.repeat(length))).toMatch(
      new RegExp(`^HTTP/1.1 200 [^]* caf\u00e9 ${length}[^\\d]*$`),
    )
  }
  expect(listeners()).toEqual(before)
})
