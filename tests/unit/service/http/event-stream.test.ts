import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../../../src-service/caller.ts'
import { createEventStreams } from '../../../../src-service/http/event-stream.ts'
import { silentLog } from '../../../../src-service/log.ts'
import { must } from '../../../support/must.ts'

const caller: Caller = { keyId: 'key_1', tenantId: 'ten_1', level: 'tenant_admin', accountId: null }

/** Opens a connection, and returns the response of the service with the errors that it emits. */
async function openResponse() {
  const server = createServer()
  const asked = new Promise<ServerResponse>((resolve) => server.once('request', (_, raw) => resolve(raw)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = get({ port: (server.address() as AddressInfo).port }, (answer) => answer.resume())
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
