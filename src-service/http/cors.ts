import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serviceError } from '../../src-shared/api/errors.ts'
import type { OperationFacts } from '../../src-shared/api/operation.ts'
import { operationFacts } from '../../src-shared/api/operation-facts.ts'
import { sendError } from './answers.ts'

/**
 * Which web pages may read the answers of an operation (Fetch standard, CORS). The only cookie, that of a user's
 * session, is SameSite=Strict, and no answer allows credentials, so a foreign page cannot use it. The rules ensure that
 * a private key works in no page.
 *
 * - Operations of the browser SDK (access `public`): pages of any origin, with a public key.
 * - Operations without a key (access `none`: activating a terminal, signing in): only the virtual terminal's window.
 * - All others: no page.
 */
export const virtualTerminalOrigin = 'app://terminal'

/** Request headers that a page may send, and response headers that it may read. */
const allowedHeaders = 'content-type, x-account-id, x-api-key, x-idempotency-key, x-request-id'
const exposedHeaders =
  'api-version, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, x-request-id'

export function allowPages(server: FastifyInstance): void {
  const rows = new Map(Object.values(operationFacts).map((row) => [`${row.method} ${row.path}`, row]))
  server.addHook('onRoute', (route) => {
    const row = rows.get(`${String(route.method)} ${route.url}`)
    if (row === undefined || !isForPages(row)) return
    const others = route.onRequest === undefined ? [] : [route.onRequest].flat()
    route.onRequest = [
      (request, reply, done) => {
        allowOrigin(row, request, reply)
        if (usesPrivateKeyInPage(row, request)) {
          const message = 'A private key (sk_) must never be in a web page. Use the public key (pk_) there.'
          sendError(request, reply, serviceError('permission_denied', message, { param: 'x-api-key' }))
          return
        }
        done()
      },
      ...others,
    ]
  })
  for (const row of Object.values(operationFacts)) {
    if (!isForPages(row)) continue
    server.options(row.path, (request, reply) => {
      allowOrigin(row, request, reply)
      return reply
        .header('access-control-allow-methods', row.method)
        .header('access-control-allow-headers', allowedHeaders)
        .header('access-control-max-age', '86400')
        .code(204)
        .send()
    })
  }
}

const isForPages = ({ access }: OperationFacts): boolean => access === 'public' || access === 'none'

function allowOrigin({ access }: OperationFacts, { headers }: FastifyRequest, reply: FastifyReply): void {
  if (access === 'none' && headers.origin !== virtualTerminalOrigin) return
  reply.header('access-control-allow-origin', access === 'none' ? virtualTerminalOrigin : '*')
  reply.header('access-control-expose-headers', exposedHeaders)
  if (access === 'none') reply.header('vary', 'origin')
}

/** Browsers send `origin` with every cross-origin request and with every POST. */
function usesPrivateKeyInPage({ access }: OperationFacts, { headers }: FastifyRequest): boolean {
  const key = headers['x-api-key']
  return (
    access === 'public' && headers.origin !== undefined && typeof key === 'string' && key.startsWith('sk_')
  )
}
