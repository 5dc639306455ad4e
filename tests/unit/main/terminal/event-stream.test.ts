import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import {
  followTerminal,
  type StreamedEvent,
  streamedEvents,
} from '../../../../src-main/terminal/event-stream.ts'
import { accessTo } from '../../../../src-main/terminal/service-access.ts'
import type { TerminalEvent } from '../../../../src-shared/api/schemas/terminal.ts'
import { must } from '../../../support/must.ts'
import { openCuttableLine } from '../support/cuttable-line.ts'
import { startTestService, until } from '../support/service.ts'

async function readEvents(...chunks: readonly (string | Uint8Array)[]): Promise<StreamedEvent[]> {
  async function* body() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
  }
  const all: StreamedEvent[] = []
  for await (const event of streamedEvents(body())) all.push(event)
  return all
}
const read = async (...chunks: readonly (string | Uint8Array)[]): Promise<unknown[]> =>
  (await readEvents(...chunks)).map(({ data }) => data)

test('each event is read when it is complete, wherever the chunks are split', async () => {
  expect(await read('data: {"a"', ':1}\n', '\ndata: {"a":2}\n\n')).toEqual([{ a: 1 }, { a: 2 }])
})

test('a character split between chunks is joined', async () => {
  const bytes = new TextEncoder().encode('data: "é"\n\n')
  expect(await read(bytes.slice(0, 8), bytes.slice(8))).toEqual(['é'])
})

test('comments, other fields, other line endings and invalid JSON are ignored', async () => {
  expect(await read(': hello\n\nevent: x\r\ndata: {"a":1}\r\n\r\ndata: nonsense\n\ndata:2\n\n')).toEqual([
    { a: 1 },
    2,
  ])
})

test('several data lines of an event are joined', async () => {
  expect(await read('data: {"a":\ndata: 1}\n\n')).toEqual([{ a: 1 }])
})

test('an incomplete event is ignored', async () => {
  expect(await read('data: {"a":1}\n')).toEqual([])
})

test('an event has its id, or null if it has none', async () => {
  expect(await readEvents('id: a-1\ndata: 1\n\ndata: 2\n\ndata: 3\nid:a-3\n\n')).toEqual([
    { id: 'a-1', data: 1 },
    { id: null, data: 2 },
    { id: 'a-3', data: 3 },
  ])
})

test('events during a lost connection are received afterwards, in order and once', async () => {
  const service = await startTestService()
  const line = await openCuttableLine(service.access.url)
  const stops: (() => void)[] = []
  try {
    const hsn = 'VT-1'
    await service.plug({ hsn })
    const { client, access } = service
    const { session_key: key, expires_at = '' } = await must(
      client.call('terminals.connect', { body: { hsn } }),
    )
    const session = { hsn, key, issued_at: Date.now(), expires_at }
    let breaks = 0
    const follow = (url: string): readonly TerminalEvent[] => {
      const events: TerminalEvent[] = []
      const onEvent = (event: TerminalEvent) => void events.push(event)
      stops.push(followTerminal({ ...access, url }, session, { onEvent, onBreak: () => breaks++ }).stop)
      return events
    }
    const [whole, cut] = [follow(access.url), follow(line.url)]
    await until(
      () => [whole, cut].map(({ length }) => length),
      (counts) => counts.every((count) => count === 1),
    )
    line.cut()
    await until(
      () => breaks,
      (count) => count > 0,
    )
    const { id } = await must(
      client.call('payment_intents.create', { body: { amount: 700, currency: 'USD' } }),
    )
    await must(client.call('terminals.auth_card', { body: { hsn, payment_intent_id: id }, sessionKey: key }))
    await until(
      () => whole.map((event) => (event.type === 'progress' ? event.step : event.type)),
      (steps) => steps.length > 3 && steps.includes('approved'),
    )
    expect(cut).toHaveLength(1)
    line.mend()
    await until(
      () => cut.length,
      (count) => count >= whole.length,
    )
    // Each stream began with the state of the link at its start.
    expect(cut.slice(1)).toEqual(whole.slice(1))
  } finally {
    for (const stop of stops) stop()
    await line.close()
    await service.stop()
  }
})

test('a stream without heartbeats is reopened, and one with heartbeats stays open', async () => {
  let streams = 0
  let signs = 0
  const server = createServer((_request, answer) => {
    streams += 1
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(': connected\n\n')
    // The first stream is cut without notice to either end; the next one lives longer than the allowed silence.
    if (streams === 1) return
    const beat = setInterval(() => {
      answer.write(': still here\n\n')
      signs += 1
    }, 30)
    answer.on('close', () => clearInterval(beat))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const access = accessTo({ url, apiKey: 'key', accountId: 'acct_1', merchantId: 'acct_1' }, () => 'en')
  const session = { hsn: 'VT-1', key: 'session', issued_at: 0, expires_at: '2026-01-01T00:00:00.000Z' }
  let breaks = 0
  const onBreak = () => void breaks++
  const { stop } = followTerminal(access, session, { onEvent: () => undefined, onBreak, silenceMs: 1_000 })
  try {
    await until(
      () => signs,
      (count) => count > 50,
    )
    expect({ streams, breaks }).toEqual({ streams: 2, breaks: 1 })
  } finally {
    stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

test('the stream of a terminal that is not found is requested again, but not if the service has no streams', async () => {
  let asked = 0
  const server = createServer((_request, answer) => {
    asked += 1
    const code = asked === 1 ? 'resource_missing' : 'route_not_found'
    answer.writeHead(404, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ error: { type: 'not_found', code, message: 'no', request_id: 'r' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const access = accessTo({ url, apiKey: 'key', accountId: 'acct_1', merchantId: 'acct_1' }, () => 'en')
  const session = { hsn: 'VT-1', key: 'session', issued_at: 0, expires_at: '2026-01-01T00:00:00.000Z' }
  let breaks = 0
  const onBreak = () => void breaks++
  const { stop } = followTerminal(access, session, { onEvent: () => undefined, onBreak })
  try {
    await until(
      () => access.missing.has('terminals.events'),
      (missing) => missing,
    )
    expect({ asked, breaks }).toEqual({ asked: 2, breaks: 1 })
  } finally {
    stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
