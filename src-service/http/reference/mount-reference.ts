import type { FastifyInstance } from 'fastify'
import { sendJson } from '../answers.ts'

/**
 * The contract for programs (/openapi.json) and for people (/docs). Made at the first request that asks: the start
 * does not wait for what a counter never looks at.
 */
export function mountReference(server: FastifyInstance, options: { readonly sandbox: boolean }): void {
  let document: Promise<string> | undefined
  let page: Promise<{ readonly html: string; readonly policy: string }> | undefined
  const load = async () => {
    const [{ openApiDocument }, { operationEntries }] = await Promise.all([
      import('./openapi.ts'),
      import('../../../src-shared/api/operations.ts'),
    ])
    return openApiDocument(operationEntries.filter(([, row]) => row.sandbox !== true || options.sandbox))
  }
  server.get('/openapi.json', async (request, reply) => {
    document ??= load().then((loaded) => JSON.stringify(loaded))
    return sendJson(request, reply, await document)
  })
  server.get('/docs', async (request, reply) => {
    page ??= Promise.all([import('./page.ts'), load()]).then(([{ referencePage }, loaded]) =>
      referencePage(loaded),
    )
    const { html, policy } = await page
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('x-request-id', request.id)
      .send(html)
  })
}
