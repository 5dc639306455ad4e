import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountReference } from '../../../../../src-service/http/reference/mount-reference.ts'
import { openApiDocument } from '../../../../../src-service/http/reference/openapi.ts'
import { operationEntries } from '../../../../../src-shared/api/operations.ts'

// Seconds of work on a slow machine, which anybody can ask for.
test('other requests are answered while the description of the API is generated', async () => {
  const server = Fastify()
  mountReference(server, { sandbox: true })
  server.get('/other', async () => 'answered')
  await server.ready()
  let generated = false
  const described = server.inject('/openapi.json').finally(() => {
    generated = true
  })
  let answered = 0
  while (!generated) {
    expect((await server.inject('/other')).body).toBe('answered')
    await turn()
    answered += 1
  }
  expect((await described).json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
  // Generated at once, it would let only a few requests before and after it.
  expect(answered).toBeGreaterThan(operationEntries.length / 2)
})
