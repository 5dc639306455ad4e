import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountReference } from '../../../../../src-service/http/reference/mount-reference.ts'
import { openApiDocument } from '../../../../../src-service/http/reference/openapi.ts'

// Seconds of work on a slow machine, which anybody can ask for.
test('other requests are answered while the description of the API is generated', async () => {
  // The first time takes longest.
  const document = openApiDocument()
  const before = performance.now()
  openApiDocument()
  const atOnceMs = performance.now() - before

  const server = Fastify()
  mountReference(server, { sandbox: true })
  server.get('/other', async () => 'answered')
  await server.ready()
  let generated = false
  const described = server.inject('/openapi.json').finally(() => {
    generated = true
  })
  let longestMs = 0
  while (!generated) {
    const asked = performance.now()
    expect((await server.inject('/other')).body).toBe('answered')
    await turn()
    longestMs = Math.max(longestMs, performance.now() - asked)
  }
  expect((await described).json()).toEqual(JSON.parse(JSON.stringify(document)))
  expect(longestMs).toBeLessThan(atOnceMs / 2)
})
