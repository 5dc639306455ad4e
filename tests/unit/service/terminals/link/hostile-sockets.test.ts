import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { LinkSocket } from '../../../../../src-service/terminals/link/socket.ts'
import type { SocketCaps } from '../../../../../src-service/terminals/link/socket-caps.ts'
import { createLinkServer } from '../../../../../src-service/terminals/link/web-socket.ts'
import { silentLog } from '../../../../support/silent-log.ts'
import { until } from '../terminals-harness.ts'

/** The link's server on a port of its own. Keeps the messages that were parsed and reached the service. */
async function listen(
  options: { onMessage?: (socket: LinkSocket) => void; caps?: Partial<SocketCaps> } = {},
) {
  const parsed: unknown[] = []
  const accepted: LinkSocket[] = []
  let open = 0
  const links = createLinkServer(
    (socket) => {
      accepted.push(socket)
      open += 1
      socket.onClose(() => {
        open -= 1
      })
      socket.onMessage((message) => {
        parsed.push(message)
        options.onMessage?.(socket)
      })
    },
    silentLog,
    options.caps === undefined ? {} : { caps: options.caps },
  )
  const server = createServer()
  server.on('upgrade', links.upgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    links.close()
    server.close()
  })
  return { parsed, accepted, open: () => open, port: (server.address() as AddressInfo).port }
}

/** A client that ignores the protocol: it answers no close and does not stop sending. */
async function rawClient(port: number): Promise<{ readonly socket: Socket; send(text: string): void }> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(
    'GET /terminals/link HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.resume()
  return {
    socket,
    send(text) {
      socket.write(textFrame(text))
    },
  }
}

/** Returns a masked text frame with the long form of its length and a mask of zeros. */
function textFrame(text: string): Buffer {
  const header = Buffer.alloc(14)
  header[0] = 0x81
  header[1] = 0xff
  header.writeBigUInt64BE(BigInt(Buffer.byteLength(text)), 2)
  return Buffer.concat([header, Buffer.from(text)])
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())))

/** A message as large as the link accepts from an authenticated terminal. */
const huge = JSON.stringify({ type: 'hello', junk: 'x'.repeat(4_400_000) })

describe('the socket of an unauthenticated client', () => {
  test('the socket of an unauthenticated client is closed at 8 KB, unparsed, whatever length it announces', async () => {
    const service = await listen()
    const client = await rawClient(service.port)
    client.send(huge)
    await closed(client.socket)
    expect(service.parsed).toEqual([])
  })

  test('the socket of an unauthenticated client is closed when many small messages add up to 8 KB', async () => {
    const service = await listen()
    const client = await rawClient(service.port)
    for (let sent = 0; sent < 400; sent += 1) client.send('{"type":"ping"}')
    await closed(client.socket)
    expect(service.parsed.length).toBeLessThan(600)
  })

  test('the socket of a refused client is closed even when the client does not answer the close', async () => {
    const service = await listen({ onMessage: (socket) => socket.close(4401, 'refused') })
    const client = await rawClient(service.port)
    client.send('{"type":"hello"}')
    await until(() => service.parsed.length === 1, 'the hello')
    client.send('{"type":"again"}')
    await closed(client.socket)
    await until(() => service.open() === 0, 'the end')
    expect(service.parsed).toEqual([{ type: 'hello' }])
  })

  test('the socket of an authenticated terminal may send up to the announced size, and no more', async () => {
    const service = await listen({ onMessage: (socket) => socket.allow(50_000) })
    const client = new WebSocket(`ws://127.0.0.1:${service.port}/terminals/link`)
    onTestFinished(() => client.terminate())
    const ended = new Promise<number>((resolve) => client.on('close', (code) => resolve(code)))
    await new Promise((resolve) => client.on('open', resolve))
    client.send('{"type":"hello"}')
    await until(() => service.parsed.length === 1, 'the hello')
    client.send(JSON.stringify({ text: 'x'.repeat(40_000) }))
    await until(() => service.parsed.length === 2, 'the large message')
    client.send(JSON.stringify({ text: 'x'.repeat(60_000) }))
    expect(await ended).toBe(1009)
    expect(service.parsed).toHaveLength(2)
  })

  test('an authenticated terminal that sends without a pause is read slowly, and nothing that it sent is lost', async () => {
    const service = await listen({ onMessage: (socket) => socket.allow(50_000) })
    const flooding = await rawClient(service.port)
    flooding.send('{"type":"hello"}')
    await until(() => service.parsed.length === 1, 'the hello')
    const ping = textFrame(JSON.stringify({ type: 'ping', junk: 'x'.repeat(1_000) }))
    const since = performance.now()
    flooding.socket.write(Buffer.concat(Array.from({ length: 1_300 }, () => ping)))
    await until(() => service.parsed.length === 1 + 1_300, 'all that it sent')
    // 1,000 at once, and 200 a second of the others; the last ones may be in the socket already.
    expect(performance.now() - since).toBeGreaterThan(800)
  })

  test('an authenticated terminal that sends WebSocket pings without a pause is read slowly as well', async () => {
    const service = await listen({ onMessage: (socket) => socket.allow(50_000) })
    const flooding = await rawClient(service.port)
    flooding.send('{"type":"hello"}')
    await until(() => service.parsed.length === 1, 'the hello')
    let answered = 0
    // Masked, without content. Only when it is answered, because `ws` ends a link that has many without an answer.
    const ping = () => flooding.socket.write(Buffer.from([0x89, 0x80, 0, 0, 0, 0]))
    flooding.socket.on('data', () => {
      answered += 1
      ping()
    })
    ping()
    await until(() => answered > 900, 'as many as a busy terminal sends')
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(answered).toBeLessThan(3_000)
  }, 60_000)

  test('when one address opens too many sockets, its longest-waiting unauthenticated one is closed', async () => {
    const service = await listen({ caps: { waitingPerAddress: 2 } })
    const [first, second, third] = [
      await rawClient(service.port),
      await rawClient(service.port),
      await rawClient(service.port),
    ]
    await closed(first.socket)
    await until(() => service.open() === 2, 'two are left')
    expect(second.socket.destroyed).toBe(false)
    expect(third.socket.destroyed).toBe(false)
  })

  test('the socket of a terminal whose hello is being checked is not closed in favour of others', async () => {
    const service = await listen({ caps: { waitingPerAddress: 2 } })
    const terminal = await rawClient(service.port)
    terminal.send('{"type":"hello"}')
    await until(() => service.parsed.length === 1, 'the hello')
    const stranger = await rawClient(service.port)
    await rawClient(service.port)
    await closed(stranger.socket)
    expect(terminal.socket.destroyed).toBe(false)
  })

  test('a new client is refused while all waiting sockets are being checked', async () => {
    const service = await listen({ caps: { waiting: 1 } })
    const terminal = await rawClient(service.port)
    terminal.send('{"type":"hello"}')
    await until(() => service.parsed.length === 1, 'the hello')
    const second = new WebSocket(`ws://127.0.0.1:${service.port}/terminals/link`)
    const error = await new Promise<Error>((resolve) => second.on('error', resolve))
    expect(error.message).toContain('503')
    expect(terminal.socket.destroyed).toBe(false)
  })

  test('the socket of a refused client takes no place from others, even when it answers no close', async () => {
    const service = await listen({
      caps: { waiting: 2, waitingPerAddress: 2 },
      onMessage: (socket) => socket.close(4401, 'refused'),
    })
    const refused = [await rawClient(service.port), await rawClient(service.port)]
    for (const { send } of refused) send('{"type":"hello"}')
    await until(() => service.parsed.length === 2, 'the refusals')
    const honest = new WebSocket(`ws://127.0.0.1:${service.port}/terminals/link`)
    onTestFinished(() => honest.terminate())
    const seen = await new Promise<string>((resolve) => {
      honest.on('open', () => resolve('open'))
      honest.on('error', (error) => resolve(error.message))
    })
    expect(seen).toBe('open')
  })

  test('the socket of an authenticated terminal is not closed in favour of others', async () => {
    const service = await listen({ caps: { waiting: 1 }, onMessage: (socket) => socket.allow(50_000) })
    const terminal = await rawClient(service.port)
    terminal.send('{"type":"hello"}')
    await until(() => service.parsed.length === 1, 'the hello')
    const stranger = await rawClient(service.port)
    await rawClient(service.port)
    await closed(stranger.socket)
    expect(terminal.socket.destroyed).toBe(false)
  })

  test.each([
    ['of the service', { total: 1 }],
    ['of one address', { perAddress: 1 }],
  ])('a new client is refused when all sockets %s are taken', async (_, caps) => {
    const service = await listen({ caps })
    await rawClient(service.port)
    await until(() => service.open() === 1, 'the first')
    const second = new WebSocket(`ws://127.0.0.1:${service.port}/terminals/link`)
    const error = await new Promise<Error>((resolve) => second.on('error', resolve))
    expect(error.message).toContain('503')
    expect(service.accepted).toHaveLength(1)
  })

  test.each([
    ['a page in a browser', { origin: 'https://news.example', 'user-agent': 'Mozilla/5.0 (X11)' }, '403'],
    ['the virtual terminal', { origin: 'app://terminal', 'user-agent': 'Mozilla/5.0 Electron/33' }, 'open'],
    ['a terminal whose library sends an origin', { origin: 'http://127.0.0.1' }, 'open'],
    ['a terminal', {}, 'open'],
  ])('of all clients only a page in a browser is refused by its origin: %s', async (_, headers, expected) => {
    const service = await listen()
    const client = new WebSocket(`ws://127.0.0.1:${service.port}/terminals/link`, { headers })
    onTestFinished(() => client.terminate())
    const seen = await new Promise<string>((resolve) => {
      client.on('open', () => resolve('open'))
      client.on('error', (error) => resolve(error.message))
    })
    expect(seen).toContain(expected)
  })
})
