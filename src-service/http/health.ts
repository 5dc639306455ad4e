import type { FastifyInstance } from 'fastify'
import type { Store } from '../store/store.ts'
import { sendJson } from './answers.ts'
import { isOverloaded } from './overload.ts'

/**
 * For load balancers and start-up checks; needs no key and discloses nothing. Returns 503 while the node starts no new
 * work because the database does not keep up; another node may still reach it.
 */
export function mountHealth(server: FastifyInstance, store: Pick<Store, 'waiting'>): void {
  server.get('/health', async (request, reply) =>
    isOverloaded(store)
      ? sendJson(request, reply.code(503), '{"status":"overloaded"}')
      : sendJson(request, reply, '{"status":"ok"}'),
  )
}
