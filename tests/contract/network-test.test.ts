import { X509Certificate } from 'node:crypto'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  certificateReason,
  clockLine,
  connectionReason,
  nameIn,
  nameReason,
} from '../../src-main/installer/network/decide-lines.ts'
import {
  type NetworkPlace,
  type NetworkTestOptions,
  testNetwork,
} from '../../src-main/installer/network/test-network.ts'
import { pinnedFetch } from '../../src-main/live-service/pinned-fetch.ts'
import { accessTo, type ServiceAccess } from '../../src-main/terminal/service-access.ts'
import { behindTls, otherSelfSigned, selfSigned, selfSignedHere } from '../support/self-signed.ts'
import { openSpecificationProxy } from '../support/specification-proxy.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let access: ServiceAccess
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  service = await startService()
  access = accessAt(service.directUrl)
  await access.client.call('sandbox.virtual_terminals.create', { body: { hsn: 'VT-1' } })
})
afterAll(async () => {
  for (const close of closing) await close()
  await service?.stop()
})

const accessAt = (url: string, send: typeof fetch = fetch): ServiceAccess => {
  const { accountId, merchantId, privateKey: apiKey } = service
  return accessTo({ url, apiKey, accountId, merchantId }, () => 'en', send)
}

async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}
const answering = async (answer: RequestListener) =>
  `http://127.0.0.1:${await listen(createHttpServer(answer))}`
/** A server that accepts every connection and never answers. */
const silent = () => listen(createServer(() => undefined))

async function run(url: string | null, changes: Partial<NetworkTestOptions & NetworkPlace> = {}) {
  const { certificate = null, here = false, ...options } = changes
  const send = certificate === null ? fetch : pinnedFetch(certificate)
  const test = await testNetwork({
    place: { url, here, certificate, fetch: send },
    access: url === null ? null : accessAt(url, send),
    hsn: null,
    signal: new AbortController().signal,
    now: Date.now,
    patienceMs: 5_000,
    ...options,
  })
  return test?.lines ?? null
}
/** Returns the step at which the test ended. */
const endOf = async (...way: Parameters<typeof run>) => {
  const last = (await run(...way))?.at(-1)
  return last && [last.name, last.state, last.reason]
}

test('for an encrypted service with the compared certificate, each step up to the terminal is measured', async () => {
  const secure = await behindTls(service.directUrl)
  closing.push(secure.close)
  const url = secure.url.replace('127.0.0.1', 'localhost')
  const lines = await run(url, { certificate: selfSigned.cert, hsn: 'VT-1' })
  expect(lines?.map(({ name, state, reason }) => `${name} ${state} ${reason}`)).toEqual([
    'name good found',
    'connection good open',
    'encryption good compared',
    'answer good service',
    'clock good right',
    'terminal good answers',
  ])
  for (const { name, took_ms } of lines ?? []) expect(took_ms === null).toBe(name === 'clock')
  const [found, , encryption, answer] = lines ?? []
  expect(found?.values.addresses).toContain('127.0.0.1')
  expect(encryption?.values.subject).toBe('shop.example')
  expect(encryption?.until).toBe(new Date(new X509Certificate(selfSigned.cert).validTo).toISOString())
  expect(answer?.values.version).toMatch(/^\d+\.\d+/)
})

test('no key is sent to a server that is not a payment service, and its terminal is not asked for', async () => {
  const keys: unknown[] = []
  const url = await answering((request, response) => {
    keys.push(request.headers['x-api-key'])
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>')
  })
  const lines = await run(url, { hsn: 'VT-1' })
  expect(lines?.map(({ name, state, reason }) => `${name} ${state} ${reason}`)).toEqual([
    'connection good open',
    'answer bad something_else',
    'terminal unknown not_asked',
  ])
  expect(keys).toEqual([''])
})

test('a sign-in page that redirects is not a payment service', async () => {
  const url = await answering((_request, response) => {
    response.writeHead(302, { location: 'https://hotel.example/sign-in' }).end()
  })
  expect(await endOf(url)).toEqual(['answer', 'bad', 'something_else'])
})

test('a refused connection, no answer, and a closed connection are distinguished', async () => {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  expect(await endOf(`http://127.0.0.1:${port}`)).toEqual(['connection', 'bad', 'refused'])

  const mute = await silent()
  expect(await endOf(`http://127.0.0.1:${mute}`, { patienceMs: 300 })).toEqual(['answer', 'bad', 'timeout'])
  expect(await endOf(`https://127.0.0.1:${mute}`, { patienceMs: 300 })).toEqual([
    'encryption',
    'bad',
    'timeout',
  ])

  const rude = await listen(createServer((socket) => socket.once('data', () => socket.destroy())))
  expect(await endOf(`http://127.0.0.1:${rude}`)).toEqual(['answer', 'bad', 'cut'])
  expect(await endOf(`https://127.0.0.1:${rude}`)).toEqual(['encryption', 'bad', 'cut'])
})

test('an answer that stops half-way counts as no answer', async () => {
  const url = await answering((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  })
  expect(await endOf(url, { patienceMs: 300 })).toEqual(['answer', 'bad', 'timeout'])
})

test('a web server without encryption at an https address is reported as such', async () => {
  const url = (await answering((_request, response) => response.end('hello'))).replace('http:', 'https:')
  expect(await endOf(url)).toEqual(['encryption', 'bad', 'not_encrypted'])
})

test('a certificate that this counter does not trust ends the test before anything is sent', async () => {
  const secure = await behindTls(service.directUrl)
  const here = await behindTls(service.directUrl, selfSignedHere)
  closing.push(secure.close, here.close)
  expect(await endOf(secure.url)).toEqual(['encryption', 'bad', 'of_another'])
  expect(await endOf(here.url)).toEqual(['encryption', 'bad', 'not_trusted'])
  expect(await endOf(here.url, { certificate: otherSelfSigned.cert })).toEqual([
    ...['encryption', 'bad', 'other_than_compared'],
  ])
  // The same certificate, seen by a computer with a wrong date.
  const at = (day: string) => ({ now: () => Date.parse(day) })
  expect(await endOf(here.url, at('2199-01-01'))).toEqual(['encryption', 'bad', 'expired'])
  expect(await endOf(here.url, at('1999-01-01'))).toEqual(['encryption', 'bad', 'not_yet'])
  expect([secure.received(), here.received()]).toEqual([0, 0])
})

test('a certificate that the system trusts is trusted, but a compared certificate excludes all others', () => {
  const shown = new X509Certificate(selfSignedHere.cert)
  const end = { host: '127.0.0.1', isName: false }
  const now = Date.now()
  expect(certificateReason(shown, end, { trustError: null, compared: null, now })).toBe('trusted')
  expect(certificateReason(shown, end, { trustError: null, compared: 'AB:CD', now })).toBe(
    'other_than_compared',
  )
  expect(nameIn('C=US\nO=Example Inc.\nCN=pay.example.com')).toBe('pay.example.com')
  expect(nameIn('C=US\nO=Example Inc.')).toBe('C=US, O=Example Inc.')
})

test('an unknown name and an unreachable network are distinguished', async () => {
  const failure = (code: string) => ({ code, message: '' })
  expect(nameReason(failure('ENOTFOUND'))).toBe('not_found')
  expect(nameReason(failure('EAI_AGAIN'))).toBe('not_asked')
  expect(connectionReason(failure('ENETUNREACH'))).toBe('no_way')
  expect(connectionReason(failure('ETIMEDOUT'))).toBe('timeout')
  const lines = await run('https://nobody.invalid', { hsn: 'VT-1' })
  expect(lines?.map(({ name, state }) => `${name} ${state}`)).toEqual(['name bad', 'terminal unknown'])
})

test('a wrong clock is detected by the service’s clock', async () => {
  const off = await run(service.directUrl, { now: () => Date.now() - 7 * 60_000 })
  expect(off?.at(-1)).toMatchObject({ name: 'clock', state: 'bad', reason: 'off', values: { minutes: 7 } })
  expect(clockLine(null)).toMatchObject({ state: 'unknown', reason: 'unknown' })
})

test('a terminal that does not answer is reported, even at a service with only the specification', async () => {
  const bare = await openSpecificationProxy(service.directUrl)
  closing.push(bare.close)
  expect(await endOf(bare.url, { hsn: 'VT-1' })).toEqual(['terminal', 'good', 'answers'])
  expect(await endOf(service.directUrl, { hsn: 'VT-GONE' })).toEqual(['terminal', 'bad', 'silent'])
})

test('without a payment service the network test makes no connection', async () => {
  expect(await endOf(null)).toEqual(['place', 'bad', 'none'])
})

test('cancelling the test ends it at once, at any step', async () => {
  for (const scheme of ['http', 'https']) {
    const leaving = new AbortController()
    // Cancelled as soon as data has arrived, which is never answered.
    const port = await listen(createServer((socket) => socket.once('data', () => leaving.abort())))
    const url = `${scheme}://127.0.0.1:${port}`
    expect(await run(url, { signal: leaving.signal, patienceMs: 600_000 })).toBeNull()
  }
})
