import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { prepare } from '../../../../../src-service/http/prepared.ts'
import { serveGenerated } from '../../../../../src-service/http/reference/mount-reference.ts'

test('a document whose generation failed is generated again at the next request, then once for all', async () => {
  const server = Fastify()
  let tries = 0
  serveGenerated(server, '/document', async () => {
    tries += 1
    if (tries === 1) throw new Error('no memory left')
    return { ...(await prepare('generated')), headers: {} }
  })
  const ask = async () => (await server.inject('/document')).statusCode
  expect(await Promise.all([ask(), ask()])).toEqual([500, 500])
  expect(tries).toBe(1)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200])
  expect(await ask()).toBe(200)
  expect(tries).toBe(2)
})
