import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openToPages } from '../../src-service/http/cors.ts'

const server = Fastify()
openToPages(server)
server.post('/terminals/activate', async () => ({ ok: true }))
server.post('/payment_intents', async () => ({ ok: true }))

test('a page may redeem an activation code: the code is the proof, no key is needed', async () => {
  const preflight = await server.inject({
    method: 'OPTIONS',
    url: '/terminals/activate',
    headers: { origin: 'app://terminal', 'access-control-request-method': 'POST' },
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
  })
  const answer = await server.inject({ method: 'POST', url: '/terminals/activate', body: {} })
  expect(answer.headers['access-control-allow-origin']).toBe('*')
})

test('everything that needs a key stays closed to pages', async () => {
  const preflight = await server.inject({ method: 'OPTIONS', url: '/payment_intents' })
  expect(preflight.statusCode).toBe(404)
  const answer = await server.inject({ method: 'POST', url: '/payment_intents', body: {} })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})
