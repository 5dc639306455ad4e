import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { LinkEnd } from '../../../../src-terminal/link/link.ts'
import { linkAddress, openSocketLink, type Socket } from '../../../../src-terminal/link/socket-link.ts'

/** A socket whose other end is controlled by the test. */
function fakeSocket() {
  const listeners: Record<string, ((event: never) => void)[]> = {}
  const sent: string[] = []
  const closed: LinkEnd[] = []
  const socket: Socket = {
    send: (text) => sent.push(text),
    close: (code = 1005, reason = '') => closed.push({ code, reason }),
    addEventListener(type: string, listener: (event: never) => void) {
      listeners[type] = [...(listeners[type] ?? []), listener]
    },
  }
  const emit = (type: string, event: unknown) => {
    for (const listener of listeners[type] ?? []) listener(event as never)
  }
  return { socket, sent, closed, emit }
}

async function opened() {
  const fake = fakeSocket()
  const opening = openSocketLink(() => fake.socket, 'http://127.0.0.1:8080')
  fake.emit('open', {})
  const link = await opening
  const messages: unknown[] = []
  const ends: LinkEnd[] = []
  link.onMessage((message) => messages.push(message))
  link.onClose((end) => ends.push(end))
  return { ...fake, link, messages, ends }
}

describe('the link over a WebSocket', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  test('the link over a WebSocket connects to /terminals/link of the service', () => {
    expect(linkAddress('http://127.0.0.1:8080')).toBe('ws://127.0.0.1:8080/terminals/link')
    expect(linkAddress('https://pay.example/')).toBe('wss://pay.example/terminals/link')
  })

  test('the link over a WebSocket carries one JSON message in each frame', async () => {
    const { link, sent, emit, messages } = await opened()
    link.send({ type: 'pong' })
    emit('message', { data: '{"type":"ping"}' })
    expect(sent).toEqual(['{"type":"pong"}'])
    expect(messages).toEqual([{ type: 'ping' }])
  })

  test.each(['not json', '{"type":"explode"}', '{"type":"command"}'])(
    'the link over a WebSocket ends on an invalid message: %s',
    async (data) => {
      const { emit, messages, closed, ends } = await opened()
      emit('message', { data })
      expect(messages).toEqual([])
      expect(closed).toHaveLength(1)
      expect(ends).toHaveLength(1)
    },
  )

  test('the link over a WebSocket sends pings, and ends after 40 s without an answer', async () => {
    const { sent, ends, emit } = await opened()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sent).toEqual(['{"type":"ping"}', '{"type":"ping"}'])
    emit('message', { data: '{"type":"pong"}' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(ends).toHaveLength(1)
  })

  test('the link over a WebSocket sends no ping when something has just arrived', async () => {
    const { sent, ends, emit } = await opened()
    for (let second = 0; second < 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      if (second % 10 === 9) emit('message', { data: '{"type":"ping"}' })
    }
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(15_000)
    expect(sent).toEqual(['{"type":"ping"}'])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(ends).toHaveLength(1)
  })

  test('the link over a WebSocket reports its end once, with the code of the service', async () => {
    const { emit, ends, link, sent } = await opened()
    emit('close', { code: 4409, reason: 'another took the place' })
    link.close()
    link.send({ type: 'ping' })
    expect(ends).toEqual([{ code: 4409, reason: 'another took the place' }])
    expect(sent).toEqual([])
  })

  test('a service that does not answer within 10 s counts as unreachable', async () => {
    const fake = fakeSocket()
    const opening = openSocketLink(() => fake.socket, 'http://127.0.0.1:8080')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fake.closed).toHaveLength(1)
    fake.emit('close', { code: 1006, reason: '' })
    await expect(opening).rejects.toThrow('http://127.0.0.1:8080')
  })
})
