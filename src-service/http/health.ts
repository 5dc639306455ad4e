import type { FastifyInstance } from 'fastify'
import type { Store } from '../store/store.ts'
import { sendJson } from './answers.ts'
import { isOverloaded } from './overload.ts'

/**
 * For load balancers and for those who wait for the start; needs no key and discloses nothing. 503 while nothing more is begun
 * here, for the database does not keep up: another node may reach it.
 */
export function mountHealth(server: FastifyInstance, store: Pick<Store, 'waiting'>): void {
  server.get('/health', async (request, reply) =>
    isOverloaded(store)
      ? sendJson(request, reply.code(503), '{"status":"overloaded"}')
      : sendJson(request, reply, '{"status":"ok"}'),
  )
}
