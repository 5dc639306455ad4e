import type { FastifyInstance } from 'fastify'
import { sendJson } from './answers.ts'

/** For load balancers and for those who wait for the start; needs no key and discloses nothing. */
export function mountHealth(server: FastifyInstance): void {
  server.get('/health', async (request, reply) => sendJson(request, reply, '{"status":"ok"}'))
}
