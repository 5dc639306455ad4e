import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock } from '../../../../src-service/time/clock.ts'
import { createWebhookPoster, type PosterOptions } from '../../../../src-service/webhooks/post-webhook.ts'
import { startWebhookListener, type WebhookListener } from '../../../support/webhook-listener.ts'

let listener: WebhookListener
beforeAll(async () => {
  listener = await startWebhookListener()
})
afterAll(() => listener.stop())

const webhook = { headers: { 'content-type': 'application/json' }, body: '{"id":"evt_1"}' }

async function withPoster<Value>(
  options: Partial<PosterOptions>,
  use: (poster: ReturnType<typeof createWebhookPoster>) => Promise<Value>,
): Promise<Value> {
  const poster = createWebhookPoster({ clock: createClock(), allowPrivate: true, ...options })
  try {
    return await use(poster)
  } finally {
    poster.stop()
  }
}

test('a webhook is sent to the address that was checked, even if a second look-up would return another', async () => {
  const asked: string[] = []
  const answers = [
    [{ address: '127.0.0.1', family: 4 }],
    // A second look-up, by a connection that resolves the name itself, would use this address.
    [{ address: '127.0.0.2', family: 4 }],
  ]
  const resolve = async (hostname: string) => {
    asked.push(hostname)
    return answers.shift() ?? []
  }
  const url = listener.url('/rebinding').replace('127.0.0.1', 'rebinding.example')
  const posted = await withPoster({ resolve }, (poster) => poster.post(url, webhook))
  expect(posted).toEqual({ outcome: 'answered', status: 200 })
  expect(asked).toEqual(['rebinding.example'])
  expect(listener.received('/rebinding')).toHaveLength(1)
})

test('a webhook is not sent to a name that resolves to private addresses', async () => {
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  const url = listener.url('/private').replace('http://127.0.0.1', 'https://inside.example')
  const posted = await withPoster({ allowPrivate: false, resolve }, (poster) => poster.post(url, webhook))
  expect(posted).toEqual({ outcome: 'no_answer', error: 'inside.example has no public address' })
  expect(listener.received('/private')).toEqual([])
})

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest',
])('a webhook is not sent to %s', async (url) => {
  const posted = await withPoster({ allowPrivate: false }, (poster) => poster.post(url, webhook))
  expect(posted).toMatchObject({ outcome: 'no_answer', error: expect.stringContaining('no public address') })
})

test('a webhook is not sent without TLS', async () => {
  const posted = await withPoster({ allowPrivate: false }, (poster) =>
    poster.post('http://example.com/', webhook),
  )
  expect(posted).toEqual({ outcome: 'no_answer', error: 'the address is not https' })
})

test('a webhook without an answer within 15 seconds is aborted', async () => {
  const clock = createClock()
  listener.answer('/never', 'never')
  await withPoster({ clock }, async (poster) => {
    const posting = poster.post(listener.url('/never'), webhook)
    await expect.poll(() => listener.received('/never').length).toBe(1)
    clock.advance(15_000)
    expect(await posting).toEqual({ outcome: 'no_answer', error: 'no answer within 15 seconds' })
  })
})

test('a webhook that is under way when the service stops counts as neither delivered nor failed', async () => {
  listener.answer('/stopped', 'never')
  await withPoster({}, async (poster) => {
    const posting = poster.post(listener.url('/stopped'), webhook)
    await expect.poll(() => listener.received('/stopped').length).toBe(1)
    poster.stop()
    expect(await posting).toEqual({ outcome: 'stopped' })
  })
})

test('a webhook that is sent again after a kept connection broke has only the 15 seconds of the first attempt', async () => {
  const clock = createClock()
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    if (requests.length === 1) response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    await withPoster({ clock }, async (poster) => {
      expect(await poster.post(url, webhook)).toEqual({ outcome: 'answered', status: 200 })
      // The connection is kept from the next turn of the event loop on.
      await new Promise((next) => setImmediate(next))
      const posting = poster.post(url, webhook)
      await expect.poll(() => requests.length).toBe(2)
      clock.advance(8_000)
      requests[1]?.socket.resetAndDestroy()
      await expect.poll(() => requests.length).toBe(3)
      clock.advance(7_000)
      expect(await posting).toEqual({ outcome: 'no_answer', error: 'no answer within 15 seconds' })
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('a webhook whose listener switches to another protocol (101) has failed, and ends', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    const posted = await withPoster({}, (poster) => poster.post(url, webhook))
    expect(posted).toEqual({ outcome: 'no_answer', error: 'the connection ended without an answer' })
  } finally {
    server.close()
  }
})
