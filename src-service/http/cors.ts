import type { FastifyInstance } from 'fastify'
import { operationEntries } from '../../src-shared/api/operations.ts'

/**
 * Operations that need no key may be called by pages of any origin, such as the virtual terminal's window: what
 * proves the right is in the body, and there are no cookies that a foreign page could ride on (Fetch standard,
 * CORS). Everything else stays closed to pages.
 */
export function openToPages(server: FastifyInstance): void {
  const open = operationEntries.filter(([, { access }]) => access === 'none')
  const paths = new Set<string>(open.map(([, { path }]) => path))
  server.addHook('onRoute', (route) => {
    if (!paths.has(route.url)) return
    const others = route.onRequest === undefined ? [] : [route.onRequest].flat()
    route.onRequest = [async (_, reply) => void reply.header('access-control-allow-origin', '*'), ...others]
  })
  for (const [, { method, path }] of open) {
    server.options(path, (_, reply) =>
      reply
        .header('access-control-allow-methods', method)
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '86400')
        .code(204)
        .send(),
    )
  }
}
