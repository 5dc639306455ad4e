import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { followTerminal } from '../../../../src-main/terminal/event-stream.ts'
import { accessTo } from '../../../../src-main/terminal/service-access.ts'
import { createClient } from '../../../../src-shared/api/client.ts'

const servers: Server[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const apiKey = `sk_${'a'.repeat(40)}`

describe.each([301, 302, 303, 307, 308])('a service that answers %i with a redirect', (status) => {
  async function redirecting(): Promise<{ readonly url: string; readonly arrived: IncomingHttpHeaders[] }> {
    const arrived: IncomingHttpHeaders[] = []
    const elsewhere = await listen((request, response) => {
      arrived.push(request.headers)
      response.end('{}')
    })
    const url = await listen((request, response) => {
      response.writeHead(status, { location: `${elsewhere}${request.url}` }).end()
    })
    return { url, arrived }
  }

  test('a call follows no redirect: the other address gets neither key nor payment, and the outcome is unknown', async () => {
    const { url, arrived } = await redirecting()
    const client = createClient({ baseUrl: url, apiKey, accountId: 'acct_1' })
    const reading = await client.call('payments.get', { params: { id: 'pmt_1' } })
    const paying = await client.call('payment_intents.create', { body: { amount: 500, currency: 'USD' } })
    for (const answer of [reading, paying]) {
      expect(answer).toMatchObject({ ok: false, error: { kind: 'no_answer' } })
    }
    expect(JSON.stringify(paying)).toContain('redirect')
    expect(arrived).toEqual([])
  })

  test('an error message names the cause of a failed fetch, or reports that there is no connection', async () => {
    const reasonFor = async (error: Error) => {
      const client = createClient({
        baseUrl: 'http://127.0.0.1:9',
        apiKey,
        fetch: () => Promise.reject(error),
      })
      const answer = await client.call('payments.get', { params: { id: 'pmt_1' } })
      return answer.ok || answer.error.kind !== 'no_answer' ? null : answer.error.reason
    }
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:9')
    expect(await reasonFor(new TypeError('fetch failed', { cause }))).toBe(cause.message)
    expect(await reasonFor(new TypeError('fetch failed'))).toBe('no connection to the service')
    expect(await reasonFor(new Error('timed out'))).toBe('timed out')
  })

  test('the stream of a terminal’s events follows no redirect', async () => {
    const { url, arrived } = await redirecting()
    const access = accessTo({ url, apiKey, accountId: 'acct_1', merchantId: 'mer_1' }, () => 'en')
    const session = { hsn: 'VT-1', key: 'session-key', issued_at: 0, expires_at: '2026-03-01T12:00:00.000Z' }
    let stop = () => {}
    await new Promise<void>((broken) => {
      stop = followTerminal(access, session, { onEvent: () => undefined, onBreak: () => broken() }).stop
    })
    stop()
    expect(arrived).toEqual([])
  })
})

describe('the timeout of a call', () => {
  const call = (fetch: typeof globalThis.fetch, timeoutMs: number) =>
    createClient({ baseUrl: 'http://127.0.0.1', apiKey, fetch }).call('accounts.get', {
      params: { id: 'acct_01J9Z3K4M5N6P7Q8R9S0T1V2W3' },
      timeoutMs,
    })

  test('the timer is cleared when the answer arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting: number[] = []
    await call(async () => {
      waiting.push(vi.getTimerCount())
      return Response.json({})
    }, 30_000)
    expect([...waiting, vi.getTimerCount()]).toEqual([1, 0])
  })

  test('a call without an answer ends at the timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const neverAnswers: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        vi.advanceTimersByTime(8_000)
      })
    expect(await call(neverAnswers, 8_000)).toMatchObject({
      ok: false,
      error: { kind: 'no_answer', reason: 'The service did not answer in time' },
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a computer that slept does not time out a call whose answer arrived meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const sleeps = () => {
      vi.setSystemTime(Date.now() + 3 * 60 * 60_000)
      vi.advanceTimersByTime(8_000)
    }
    const answers: typeof fetch = async (_, init) => {
      sleeps()
      init?.signal?.throwIfAborted()
      const error = { type: 'not_found', code: 'resource_missing', message: '', request_id: 'req_1' }
      return Response.json({ error }, { status: 404 })
    }
    expect(await call(answers, 8_000)).toMatchObject({ error: { kind: 'refused' } })
    const neverAnswers: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        sleeps()
        vi.advanceTimersByTime(8_000)
      })
    expect(await call(neverAnswers, 8_000)).toMatchObject({
      error: { reason: 'The service did not answer in time' },
    })
    expect(vi.getTimerCount()).toBe(0)
  })
})
