import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isKnown } from '../etag.ts'
import type { Page } from './page-parts.ts'

/** What is always the same for everybody, ready to be sent. */
interface Prepared {
  readonly text: string
  readonly compressed: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The contract for programs (/openapi.json) and for people (/docs, /docs/errors). Made at the first request that asks:
 * the start does not wait for what a counter never looks at.
 *
 * These answers alone are compressed. They are large and hold nothing of anybody; in an answer that holds a secret
 * beside text of a stranger, the compressed length could leak the secret (BREACH).
 */
export function mountReference(server: FastifyInstance, options: { readonly sandbox: boolean }): void {
  const load = async () => {
    const [{ openApiDocument }, { operationEntries }] = await Promise.all([
      import('./openapi.ts'),
      import('../../../src-shared/api/operations.ts'),
    ])
    return openApiDocument(operationEntries.filter(([, row]) => row.sandbox !== true || options.sandbox))
  }
  serve(server, '/openapi.json', async () =>
    prepare(JSON.stringify(await load()), { 'content-type': 'application/json; charset=utf-8' }),
  )
  serve(server, '/docs', async () => {
    const [{ referencePage }, document] = await Promise.all([import('./page.ts'), load()])
    return preparePage(referencePage(document))
  })
  serve(server, '/docs/errors', async () => preparePage((await import('./errors-page.ts')).errorsPage()))
}

function serve(server: FastifyInstance, path: string, make: () => Promise<Prepared>): void {
  let prepared: Promise<Prepared> | undefined
  server.get(path, async (request, reply) => {
    prepared ??= make()
    return send(request, reply, await prepared)
  })
}

function send({ headers }: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  reply.headers(prepared.headers)
  if (isKnown(prepared.etag, headers['if-none-match'])) return reply.code(304).send()
  // A coding that is given the weight 0 is refused (RFC 9110, section 12.5.3).
  const gzipped = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers['accept-encoding'] ?? ''))
  return gzipped
    ? reply.header('content-encoding', 'gzip').send(prepared.compressed)
    : reply.send(prepared.text)
}

async function prepare(text: string, headers: Readonly<Record<string, string>>): Promise<Prepared> {
  const etag = etagOf(text)
  return {
    text,
    compressed: await promisify(gzip)(text),
    etag,
    headers: { ...headers, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' },
  }
}

const preparePage = ({ html, policy }: Page): Promise<Prepared> =>
  prepare(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
