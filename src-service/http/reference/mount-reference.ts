import type { FastifyInstance } from 'fastify'
import { type Prepared, prepare, sendPrepared } from '../prepared.ts'
import type { Page } from './page-parts.ts'

/** A document ready to be sent, with its headers. */
interface Document extends Prepared {
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Serves the contract for programs (/openapi.json) and for people (/docs, /docs/errors). Generated at the first
 * request, so that it does not delay the start of a service where it is never requested.
 */
export function mountReference(server: FastifyInstance, options: { readonly sandbox: boolean }): void {
  const load = async () => {
    const [{ openApiDocumentWithPauses }, { operationEntries }] = await Promise.all([
      import('./openapi.ts'),
      import('../../../src-shared/api/operations.ts'),
    ])
    return openApiDocumentWithPauses(
      operationEntries.filter(([, row]) => row.sandbox !== true || options.sandbox),
    )
  }
  serveGenerated(server, '/openapi.json', async () =>
    documentOf(JSON.stringify(await load()), { 'content-type': 'application/json; charset=utf-8' }),
  )
  serveGenerated(server, '/docs', async () => {
    const [{ referencePage }, document] = await Promise.all([import('./page.ts'), load()])
    return preparePage(referencePage(document))
  })
  serveGenerated(server, '/docs/errors', async () =>
    preparePage((await import('./errors-page.ts')).errorsPage()),
  )
}

/** Makes the document at the first request, and again after a failure. */
export function serveGenerated(
  server: Pick<FastifyInstance, 'get'>,
  path: string,
  make: () => Promise<Document>,
): void {
  let made: Promise<Document> | undefined
  server.get(path, async (request, reply) => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    const document = await made
    return sendPrepared(request, reply, document, document.headers)
  })
}

const documentOf = async (text: string, headers: Readonly<Record<string, string>>): Promise<Document> => ({
  ...(await prepare(text)),
  headers: { ...headers, 'cache-control': 'no-cache' },
})

const preparePage = ({ html, policy }: Page): Promise<Document> =>
  documentOf(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
