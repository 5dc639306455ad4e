import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchChromium } from '../support/launch-chromium.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const preflight = (path: string, origin: string, method = 'POST') =>
  fetch(`${service.directUrl}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,x-api-key',
    },
  })

/** Section 4.1: the browser SDK runs in pages of merchants. docs/decisions/0025-http.md */
describe('a page of another origin', () => {
  const origin = 'https://shop.example'

  test('a page of another origin may create a token with a public key, and read the result', async () => {
    const asked = await preflight('/tokens', origin)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST')
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/content-type.*x-api-key/)
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await ask('tokens.create', { key: service.publicKey, headers: { origin } })
    expectRefusal(answer, 'resource_missing')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id')
  })

  test('a page of another origin may read why its key was refused', async () => {
    const answer = await ask('tokens.create', { key: null, headers: { origin } })
    expectRefusal(answer, 'api_key_missing')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a page of another origin must not have a private key: the token is refused', async () => {
    const error = expectRefusal(await ask('tokens.create', { headers: { origin } }), 'permission_denied')
    expect(error.param).toBe('x-api-key')
    // From a server, which sends no origin, the same key works.
    expectRefusal(await ask('tokens.create'), 'resource_missing')
  })

  test.each([
    '/payment_intents',
    '/terminals/activate/begin',
    '/terminals/activate',
    '/terminals/processor/connect',
    '/api_keys',
    '/docs',
  ])('a page of another origin may not read the answers of %s', async (path) => {
    expect((await preflight(path, origin)).headers.get('access-control-allow-origin')).toBeNull()
    const answer = await fetch(`${service.directUrl}${path}`, { method: 'POST', headers: { origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

/** Runs in the page: what the terminals' link first says to it; null if it does not open. */
const firstWordOfLink = (address: string): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = new WebSocket(address)
    socket.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    socket.onclose = () => resolve(null)
  })

test('a page of another origin, opened by somebody in the shop, does not get to the link of the terminals', async () => {
  const page = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<title>Ad</title>'),
  )
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void page.close())
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const tab = await browser.newPage()
  await tab.goto(`http://127.0.0.1:${(page.address() as AddressInfo).port}/`)
  const link = `${service.directUrl.replace(/^http/, 'ws')}/terminals/link`
  expect(await tab.evaluate(firstWordOfLink, link)).toBeNull()
}, 60_000)

describe("the virtual terminal's window", () => {
  const origin = 'app://terminal'

  test("the virtual terminal's window may redeem an activation code without a key", async () => {
    for (const path of ['/terminals/activate/begin', '/terminals/activate']) {
      const asked = await preflight(path, origin)
      expect(asked.status).toBe(204)
      expect(asked.headers.get('access-control-allow-origin')).toBe(origin)
    }
    const answer = await ask('terminals.activate', { key: null, headers: { origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('vary')).toBe('origin')
  })

  test("the virtual terminal's window cannot read anything that needs a private key", async () => {
    const asked = await preflight('/payment_intents', origin)
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  })
})
