import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Caller } from '../../../../src-service/caller.ts'
import { createEventStreams } from '../../../../src-service/http/event-stream.ts'
import { must } from '../../../support/must.ts'
import { silentLog } from '../../../support/silent-log.ts'

const caller: Caller = { keyId: 'key_1', tenantId: 'ten_1', level: 'tenant_admin', accountId: null }

/** Opens a connection, and returns the response of the service with the errors that it emits. */
async function openResponse(isRead = true) {
  const server = createServer()
  const asked = new Promise<ServerResponse>((resolve) => server.once('request', (_, raw) => resolve(raw)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = get({ port: (server.address() as AddressInfo).port }, (answer) =>
    isRead ? answer.resume() : answer.pause(),
  )
  client.on('error', () => {})
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const raw = await asked
  const errors: Error[] = []
  raw.on('error', (error) => errors.push(error))
  return { raw, errors }
}

// Without a listener, such an error ends the whole process.
test('a stream that ends while its key is looked up for the next event writes nothing more', async () => {
  const { raw, errors } = await openResponse()
  const streams = createEventStreams(silentLog)
  const place = await must(Promise.resolve(streams.reserve(caller)))
  let answerLookUp = (_: boolean) => {}
  const lookUp = new Promise<boolean>((resolve) => {
    answerLookUp = resolve
  })
  async function* events() {
    yield { id: '1', data: {} }
  }
  const reply = { raw, hijack() {}, getHeaders: () => ({}) } as unknown as FastifyReply
  const served = place.serve({ id: 'req_1' } as FastifyRequest, reply, events(), () => lookUp)
  await new Promise((resolve) => setImmediate(resolve))
  streams.endAll()
  answerLookUp(true)
  await served
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toEqual([])
})

test('what a client does not read before its stream ends is kept for 30 seconds only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { raw } = await openResponse(false)
  const place = await must(Promise.resolve(createEventStreams(silentLog).reserve(caller)))
  async function* events() {
    // More than the system takes off our hands.
    yield { id: '1', data: 'x'.repeat(33_554_432) }
  }
  const reply = { raw, hijack() {}, getHeaders: () => ({}) } as unknown as FastifyReply
  await place.serve({ id: 'req_1' } as FastifyRequest, reply, events(), () => true)
  expect([raw.writableEnded, raw.writableFinished]).toEqual([true, false])
  vi.advanceTimersByTime(29_999)
  expect(raw.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(raw.destroyed).toBe(true)
})

/** Follows events that never come. @returns whether the stream is open */
async function follow(streams: ReturnType<typeof createEventStreams>, tenantId: string, keyId: string) {
  const place = streams.reserve({ ...caller, tenantId, keyId })
  if (!place.ok) return { reserved: false, isOpen: () => false }
  let open = true
  const end = () => {
    open = false
  }
  const raw = { setHeader() {}, writeHead() {}, write() {}, once() {}, destroy() {}, end }
  const reply = { raw, hijack() {}, getHeaders: () => ({}) } as unknown as FastifyReply
  let finish = () => {}
  const events = {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<IteratorResult<never>>((resolve) => {
          finish = () => resolve({ done: true, value: undefined })
        }),
      async return() {
        finish()
        return { done: true as const, value: undefined }
      },
    }),
  }
  const { value } = place
  const served = value.serve({ id: 'req_1' } as FastifyRequest, reply, events, () => true)
  void served.then(() => value.release())
  return { reserved: true, isOpen: () => open }
}

test('tenants that hold all event streams leave others their share, and lose their newest ones for it', async () => {
  const streams = createEventStreams(silentLog)
  onTestFinished(streams.endAll)
  const openAll = async (tenant: string, many: number) => {
    const opened: Awaited<ReturnType<typeof follow>>[] = []
    for (let n = 0; n < many; n += 1) {
      opened.push(await follow(streams, tenant, `${tenant}_${Math.floor(n / 100)}`))
    }
    return opened
  }
  const first = await openAll('ten_1', 500)
  const second = await openAll('ten_2', 500)
  const count = (all: typeof first) => all.filter(({ isOpen }) => isOpen()).length
  expect([count(first), count(second)]).toEqual([500, 500])

  const third = await openAll('ten_3', 400)
  expect(count(third)).toBe(333)
  expect([count(first), count(second)].sort()).toEqual([333, 334])
  expect(first.slice(0, 333).every(({ isOpen }) => isOpen())).toBe(true)
  // Those that lost a stream do not get it back from those that have no more than they.
  expect((await follow(streams, 'ten_1', 'ten_1_0')).reserved).toBe(false)
})
